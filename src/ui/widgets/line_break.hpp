// Line breaks: at spaces, and between Chinese letters, which have none.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// Returns the length in bytes of the unbreakable start of `words`; at least one letter. `words` contains no spaces. No
/// line ends before closing or after opening punctuation.
[[nodiscard]] size_t unbroken(std::string_view words);

/// Returns the length in bytes of a leading size such as "16 × 16 × 4", which must not be broken; 0 if there is none.
[[nodiscard]] size_t size_at_begin(std::string_view words);

} // namespace warpscope::ui
