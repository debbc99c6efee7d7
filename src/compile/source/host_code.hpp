#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct HostCode {
    std::string source;
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Removes device code, so that a host compiler accepts the text. Keeps line numbers. `headers` replace the author's
/// headers. The text calls `void* ws_place_managed(const char* symbol, size_t bytes)` to find __managed__ variables.
[[nodiscard]] HostCode extract_host_code(const CompileRequest& request);

} // namespace warpscope::compile
