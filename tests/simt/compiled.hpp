// Kernels of tests/simt/kernels, as every compiler makes them that is here.
#pragma once

#include <fstream>
#include <sstream>

#include "compile/compiler.hpp"
#include "simt/harness.hpp"

namespace warpscope::simt {

/// A compiler and an optimisation level.
struct Way {
    compile::CompilerChoice compiler;
    int optimisation;
    std::string name;
};

/// Instantiates tests of every way there is.
#define WARPSCOPE_FOR_EVERY_WAY(suite)                                                                                 \
    INSTANTIATE_TEST_SUITE_P(Ways, suite,                                                                              \
                             testing::Values(Way{compile::CompilerChoice::nvrtc, 0, "nvrtc_as_written"},               \
                                             Way{compile::CompilerChoice::nvrtc, 3, "nvrtc_optimised"},                \
                                             Way{compile::CompilerChoice::clang, 0, "clang_as_written"},               \
                                             Way{compile::CompilerChoice::clang, 1, "clang_1"},                        \
                                             Way{compile::CompilerChoice::clang, 3, "clang_3"}),                       \
                             [](const auto& way) { return way.param.name; })

/// What the compiler says of one of these files. `file` is how messages name the kernels.
[[nodiscard]] inline Result<compile::CompileResult> compile_kernels(const std::string& name, const Way& way,
                                                                    std::string file = {},
                                                                    const std::string& arch = "compute_75") {
    std::ifstream source(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/simt/kernels/" + name);
    std::ostringstream text;
    text << source.rdbuf();
    compile::CompileRequest request;
    request.file = file.empty() ? name : std::move(file);
    request.source = text.str();
    request.optimisation = way.optimisation;
    request.compiler = way.compiler;
    request.arch = arch;
    return compile::compile(request);
}

/// Null when this compiler is not on this machine.
[[nodiscard]] inline std::shared_ptr<const Program> compiled_kernels(const std::string& name, const Way& way,
                                                                     std::string file = {},
                                                                     const std::string& arch = "compute_75") {
    const auto result = compile_kernels(name, way, std::move(file), arch);
    if (result) return program_of(result->ptx);
    EXPECT_EQ(result.error().kind, ErrorKind::environment) << result.error().text();
    return nullptr;
}

} // namespace warpscope::simt
