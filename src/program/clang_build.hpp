#pragma once

#include "program/host_compiler.hpp"

namespace warpscope::program {

/// Implements compile_program() without the CUDA Toolkit.
[[nodiscard]] Result<std::vector<Diagnostic>> build_with_clang(const HostCompiler& compiler,
                                                               const BuildRequest& request,
                                                               const std::filesystem::path& folder,
                                                               const std::filesystem::path& executable);

} // namespace warpscope::program
