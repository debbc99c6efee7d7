// The headers of CUDA's runtime that host code is compiled with where there is no CUDA Toolkit. Private to src/program.
#pragma once

#include <string_view>
#include <vector>

namespace warpscope::program {

struct HostHeader {
    std::string_view name, text;
};

/// The files of src/program/headers, embedded at build time.
[[nodiscard]] const std::vector<HostHeader>& host_headers();

} // namespace warpscope::program
