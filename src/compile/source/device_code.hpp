#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct DeviceCode {
    std::string source;
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::string> omitted;   // quoted includes of missing files
    std::vector<std::string> instances; // launched instances: "blur<float, 3>"
};

/// Removes host code, which may need other headers. Returns nullopt if the text has only device code. Device code and
/// its dependencies keep their line numbers. A referenced function without __device__ is removed only if it uses the
/// runtime or host library; otherwise the compiler reports it.
[[nodiscard]] std::optional<DeviceCode> extract_device_code(const CompileRequest& request);

} // namespace warpscope::compile
