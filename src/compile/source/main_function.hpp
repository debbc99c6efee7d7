// Tells programs from files of kernels.
#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns whether the text of a .cu file defines main(), outside of comments and literals: a program, which is run as
/// it is. Conditions of the preprocessor are not looked at.
[[nodiscard]] bool defines_main(std::string_view source);

} // namespace warpscope::compile
