// Headers that replace the CUDA Toolkit's: for clang the CUDA language (warpscope/language/warpscope_cuda.h), for both
// compilers <stdint.h>, <math.h>, <stdio.h> and similar.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::compile {

struct PreludeHeader {
    std::string_view name, text;
};

[[nodiscard]] const std::vector<PreludeHeader>& prelude_headers();

/// Maps header names that are already covered to their replacement: {"cuda_runtime.h", "empty.h"}, {"cstdio",
/// "stdio.h"}.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& header_aliases();

/// Returns whether the compiler or the prelude makes a header unnecessary.
[[nodiscard]] inline bool is_empty_header(std::string_view stand_in) { return stand_in == "empty.h"; }

} // namespace warpscope::compile
