#pragma once

#include <string_view>
#include <vector>

#include "ui/code/listing.hpp"

namespace warpscope::ui {

/// Finds disjoint, case-insensitive matches from top to bottom. Highlights match number `now`, modulo the number of
/// matches.
[[nodiscard]] std::vector<TextMark> find_text(const std::vector<std::string_view>& lines, std::string_view words,
                                              uint32_t now);

} // namespace warpscope::ui
