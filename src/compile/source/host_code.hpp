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

/// Removes device code, so that a host compiler accepts the text. Keeps line numbers. `headers` replace own headers.
/// The text finds __managed__ variables with `void* ws_place_managed(const char* symbol, size_t bytes)`.
[[nodiscard]] HostCode extract_host_code(const CompileRequest& request);

} // namespace warpscope::compile
