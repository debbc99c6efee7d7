// CUDA runtime headers for builds without the CUDA Toolkit.
#pragma once

#include <string_view>
#include <vector>

namespace warpscope::program {

struct HostHeader {
    std::string_view name, text;
};

/// Returns src/program/headers, embedded at build time.
[[nodiscard]] const std::vector<HostHeader>& host_headers();

} // namespace warpscope::program
