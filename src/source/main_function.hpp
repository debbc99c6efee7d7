// Tells programs from files of kernels.
#pragma once

#include <string_view>

namespace warpscope::source {

/// Returns whether the text of a .cu file defines main(). Such a file is run as a program. Only `#if 0` is evaluated of
/// the preprocessor's conditions.
[[nodiscard]] bool defines_main(std::string_view source);

} // namespace warpscope::source
