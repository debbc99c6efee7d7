// Kernels of tests/simt/kernels, compiled by every installed compiler.
#pragma once

#include <fstream>
#include <sstream>

#include "compile/compiler.hpp"
#include "simt/harness.hpp"

namespace warpscope::simt {

struct CompilerConfig {
    compile::CompilerChoice compiler;
    int optimization;
    std::string name;
    std::string arch = {}; // empty: the default
};

/// Instantiates a suite for every compiler and optimization level.
#define WARPSCOPE_FOR_EVERY_COMPILER(suite)                                                                            \
    INSTANTIATE_TEST_SUITE_P(Compilers, suite,                                                                         \
                             testing::Values(CompilerConfig{compile::CompilerChoice::nvrtc, 0, "nvrtc_as_written"},    \
                                             CompilerConfig{compile::CompilerChoice::nvrtc, 3, "nvrtc_optimised"},     \
                                             CompilerConfig{compile::CompilerChoice::clang, 0, "clang_as_written"},    \
                                             CompilerConfig{compile::CompilerChoice::clang, 1, "clang_1"},             \
                                             CompilerConfig{compile::CompilerChoice::clang, 3, "clang_3"}),            \
                             [](const auto& config) { return config.param.name; })

/// Compiles a file. `file` is its name in messages.
[[nodiscard]] inline Result<compile::CompileResult>
compile_kernels(const std::string& name, const CompilerConfig& config, std::string file = {}) {
    std::ifstream source(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/simt/kernels/" + name);
    std::ostringstream text;
    text << source.rdbuf();
    compile::CompileRequest request;
    request.file = file.empty() ? name : std::move(file);
    request.source = text.str();
    request.optimization = config.optimization;
    request.compiler = config.compiler;
    if (!config.arch.empty()) request.arch = config.arch;
    return compile::compile(request);
}

/// Returns null if the compiler is not installed.
[[nodiscard]] inline std::shared_ptr<const Program>
compiled_kernels(const std::string& name, const CompilerConfig& config, std::string file = {}) {
    const auto result = compile_kernels(name, config, std::move(file));
    if (result) return program_of(result->ptx);
    EXPECT_EQ(result.error().kind, ErrorKind::environment) << result.error().text();
    return nullptr;
}

} // namespace warpscope::simt
