// Extracts device code, because host code may need other headers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct DeviceCode {
    std::string source;
    // name and text
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::string> omitted;   // missing quoted includes
    std::vector<std::string> instances; // launched ones: "blur<float, 3>"
};

/// Returns nullopt without host code. Keeps line numbers, device code, and everything it refers to. A referenced
/// function without __device__ is removed only if it calls the runtime or the host library; otherwise the compiler
/// reports it.
[[nodiscard]] std::optional<DeviceCode> extract_device_code(const CompileRequest& request);

} // namespace warpscope::compile
