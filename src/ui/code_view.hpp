// Drawing of program text shared by the source and the PTX panel.
#pragma once

#include <string_view>
#include <vector>

#include "ui/look.hpp"
#include "ui/syntax.hpp"

namespace warpscope::ui {

/// The text's lines without their line ends; views into `text`.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
/// Draws the tokens from `at` on and returns their width on screen. Tabs count as four spaces.
float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens);
/// Draws `number` right-aligned so that it ends at `right`.
void draw_line_number(const Look& look, ImDrawList& list, ImVec2 right, size_t number);
inline constexpr float code_row_height = 20;

} // namespace warpscope::ui
