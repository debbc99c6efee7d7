// Renders Markdown: paragraphs, lists, headings and code, wrapped at the window's right edge.
#pragma once

#include <string_view>

#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void rich_text(const Look& look, std::string_view words, TextStyle style = {});

} // namespace warpscope::ui
