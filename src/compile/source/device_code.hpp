// Extracts device code, so that a program compiles for the GPU without the headers of its host code.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct DeviceCode {
    std::string source;
    // name for #include, and text
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::string> left_out;  // missing quoted includes
    std::vector<std::string> instances; // launched by host code: "blur<float, 3>"
};

/// Returns nullopt if there is no host code. Keeps line numbers, kernels, __device__ functions and variables, and
/// everything they refer to. A referenced function without __device__ is removed only if it calls the runtime or the
/// host library; otherwise the compiler reports it.
[[nodiscard]] std::optional<DeviceCode> without_host_code(const CompileRequest& request);

} // namespace warpscope::compile
