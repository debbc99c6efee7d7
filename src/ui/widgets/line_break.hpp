// Line breaks: at spaces, and between Chinese letters.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// Returns the bytes of the unbreakable start of `words` (no spaces), with punctuation.
[[nodiscard]] size_t unbroken(std::string_view words);

/// Returns the bytes of a leading size such as "16 × 16 × 4", which stays on one line.
[[nodiscard]] size_t size_at_begin(std::string_view words);

} // namespace warpscope::ui
