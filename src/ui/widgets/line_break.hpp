// Line breaks: at spaces, and between Chinese characters.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// Returns how many bytes at the start of `words` must stay on one line. `words` has no spaces.
[[nodiscard]] size_t unbroken(std::string_view words);

/// Returns the length in bytes of a leading size such as "16 × 16 × 4", which stays on one line.
[[nodiscard]] size_t size_at_begin(std::string_view words);

} // namespace warpscope::ui
