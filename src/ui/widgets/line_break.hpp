// Where a line of text may end: at spaces, and between Chinese letters, which have none.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// How many bytes at the beginning of `words` stay on one line: at least one letter. `words` holds no spaces. Before
/// closing punctuation and after opening punctuation no line ends.
[[nodiscard]] size_t unbroken(std::string_view words);

/// Returns how many bytes of `words` are a size that stays on one line, as "16 × 16 × 4"; 0 where they begin with none.
[[nodiscard]] size_t size_at_begin(std::string_view words);

} // namespace warpscope::ui
