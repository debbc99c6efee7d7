#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct HostCode {
    std::string source;
    // name for #include, and text
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Removes bodies of device code, so that a host compiler without CUDA can build the rest; keeps line numbers. Includes
/// of own headers name the copies in `headers`. __managed__ variables are accessed through `void*
/// ws_place_managed(const char* symbol, size_t bytes)`.
[[nodiscard]] HostCode without_device_code(const CompileRequest& request);

} // namespace warpscope::compile
