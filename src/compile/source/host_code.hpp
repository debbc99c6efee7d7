#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct HostCode {
    std::string source;
    // name and text
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Removes device code for host compilers, but keeps line numbers. Own headers are replaced by those in `headers`.
/// __managed__ variables use `void* ws_place_managed(const char* symbol, size_t bytes)`.
[[nodiscard]] HostCode extract_host_code(const CompileRequest& request);

} // namespace warpscope::compile
