#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::compile {

struct PreludeHeader {
    std::string_view name, text;
};

[[nodiscard]] const std::vector<PreludeHeader>& prelude_headers();

/// Maps header names to prelude files: {"cuda_runtime.h", "empty.h"}, {"cstdio", "stdio.h"}.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& header_aliases();

[[nodiscard]] inline bool is_empty_header(std::string_view stand_in) { return stand_in == "empty.h"; }

} // namespace warpscope::compile
