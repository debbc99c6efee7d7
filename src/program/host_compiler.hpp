// The compilers that build whole programs. Private to src/program.
#pragma once

#include "program/build.hpp"

namespace warpscope::program {

struct HostCompiler {
    enum class Kind { nvcc, clang } kind{};
    std::string path, name;  // name with version
    uint32_t capability = 0; // of the device code that it makes: the chosen device's, as far as the compiler knows it
};

[[nodiscard]] Result<HostCompiler> find_host_compiler(compile::CompilerChoice choice);

/// Makes `executable`; `folder` is for files in between. Returns the compiler's warnings.
[[nodiscard]] Result<std::vector<Diagnostic>> compile_program(const HostCompiler& compiler, const BuildRequest& request,
                                                              const std::filesystem::path& folder,
                                                              const std::filesystem::path& executable);

} // namespace warpscope::program
