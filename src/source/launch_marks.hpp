#pragma once

#include <string>

namespace warpscope::source {

/// Joins `<< <` and `>> >` of launches, which nvcc accepts, but clang does not. Keeps other lines and columns.
[[nodiscard]] std::string join_launch_marks(std::string text);

} // namespace warpscope::source
