#pragma once

#include <string_view>

#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void rich_text(const Look& look, std::string_view words, TextStyle style = {});

} // namespace warpscope::ui
