// Cuts what the processor runs out of a CUDA file, so that a whole program can be compiled for the GPU alone, without
// the headers that its host code needs. Private to src/compile.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct DeviceCode {
    std::string source;                                       // with every line where it was
    std::vector<std::pair<std::string, std::string>> headers; // the user's own, cut: name to include by, and text
    std::vector<std::string> left_out;  // files that an #include has in quotes and that are not there
    std::vector<std::string> instances; // of templates, as the host code launches them: "blur<float, 3>"
};

/// Returns whether there is host code in the request's text or the files beside it that it includes. What has none is
/// compiled as it stands.
///
/// Kernels, __device__ functions and variables are kept, and whatever they name: types, constants, macros, functions.
/// Of functions without __device__ that a kernel names only those are left out that call the runtime or the host's
/// library, so that the compiler can say what is wrong. Of classes the members stay that have __device__.
[[nodiscard]] std::optional<DeviceCode> without_host_code(const CompileRequest& request);

} // namespace warpscope::compile
