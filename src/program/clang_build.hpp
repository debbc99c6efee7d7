// Builds programs without the CUDA Toolkit: host code by clang with headers of ours, device code as any kernel's.
// Private to src/program.
#pragma once

#include "program/host_compiler.hpp"

namespace warpscope::program {

/// Writes the program that links to the library of src/runtime. As compile_program().
[[nodiscard]] Result<std::vector<Diagnostic>> build_with_clang(const HostCompiler& compiler,
                                                               const BuildRequest& request,
                                                               const std::filesystem::path& folder,
                                                               const std::filesystem::path& executable);

} // namespace warpscope::program
