// The headers that kernels are compiled with when the CUDA Toolkit's are not used: for clang the CUDA language itself
// (warpscope/language/warpscope_cuda.h), for both compilers small stand-ins for <stdint.h>, <math.h>, <stdio.h> and the
// like.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::compile {

struct PreludeHeader {
    std::string_view name, text;
};

/// The files of src/compile/prelude, embedded at build time.
[[nodiscard]] const std::vector<PreludeHeader>& prelude_headers();

/// Names under which kernels include what the prelude or the compiler brings anyway, and the prelude file that stands
/// in for each: {"cuda_runtime.h", "empty.h"}, {"cstdio", "stdio.h"}.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& header_aliases();

/// Returns whether a header by this name is empty for kernels, of which the prelude or the compiler brings all that
/// they need.
[[nodiscard]] inline bool stands_for_nothing(std::string_view stand_in) { return stand_in == "empty.h"; }

} // namespace warpscope::compile
