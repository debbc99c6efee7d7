// Markdown as it is read: paragraphs, lists, headings and code, wrapped at the right edge of the window.
#pragma once

#include <string_view>

#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

/// Draws below each other what `words` hold; `style` is that of plain words.
void rich_text(const Look& look, std::string_view words, TextStyle style = {});

} // namespace warpscope::ui
