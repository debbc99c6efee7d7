#pragma once

#include "program/build.hpp"

namespace warpscope::program {

struct HostCompiler {
    enum class Kind { nvcc, clang } kind{};
    std::string path, name;
    uint32_t capability = 0; // compute capability, limited by the compiler
};

[[nodiscard]] Result<HostCompiler> find_host_compiler(compile::CompilerChoice choice);

/// Compiles a whole program with intermediate files in `folder`. Returns warnings.
[[nodiscard]] Result<std::vector<Diagnostic>> compile_program(const HostCompiler& compiler, const BuildRequest& request,
                                                              const std::filesystem::path& folder,
                                                              const std::filesystem::path& executable);

} // namespace warpscope::program
