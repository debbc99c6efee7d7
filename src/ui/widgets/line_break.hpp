// Where a line of text may end: at spaces, and between Chinese letters, which have none.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::ui {

/// How many bytes at the beginning of `words` stay on one line: at least one letter. `words` holds no spaces. Before
/// closing punctuation and after opening punctuation no line ends.
[[nodiscard]] size_t unbroken(std::string_view words);

} // namespace warpscope::ui
