// Takes device code out of a CUDA file, so that a compiler for the processor alone can build the rest without knowing
// what only a GPU has.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct HostCode {
    std::string source;                                       // with every line where it was
    std::vector<std::pair<std::string, std::string>> headers; // the user's own, the same: name to include by, and text
};

/// Kernels and __device__ functions keep their heads and lose their bodies, those with __host__ keep these, too.
/// Includes of the user's own headers name the copies in `headers`. Variables that are __managed__ are reached through
/// `void* ws_place_managed(const char* symbol, size_t bytes)`.
[[nodiscard]] HostCode without_device_code(const CompileRequest& request);

} // namespace warpscope::compile
