#pragma once

#include <string_view>

namespace warpscope::source {

/// Returns whether a .cu file is a program. Evaluates no preprocessor condition except `#if 0`.
[[nodiscard]] bool defines_main(std::string_view source);

} // namespace warpscope::source
