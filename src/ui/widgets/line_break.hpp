// Line breaks: at spaces, and between Chinese letters.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// Returns the bytes of the unbreakable start of `words`, which contains no spaces. Keeps punctuation at its letter.
[[nodiscard]] size_t unbroken(std::string_view words);

/// Returns the bytes of a leading size such as "16 × 16 × 4", which stays on one line; 0: none.
[[nodiscard]] size_t size_at_begin(std::string_view words);

} // namespace warpscope::ui
