// Where words occur in a text's lines.
#pragma once

#include <string_view>
#include <vector>

#include "ui/code/listing.hpp"

namespace warpscope::ui {

/// Places of `words` from top to bottom, whatever their case, none overlapping another; none for no words. The one
/// with the number `now`, counted round and round, stands out.
[[nodiscard]] std::vector<TextMark> find_text(const std::vector<std::string_view>& lines, std::string_view words,
                                              uint32_t now);

} // namespace warpscope::ui
