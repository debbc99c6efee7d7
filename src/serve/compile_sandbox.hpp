#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>

#include "compile/compiler.hpp"

namespace warpscope::serve {

/// Compiles untrusted kernels, but never runs them, in sandboxes without network or the user's files, and with limited
/// resources.
class CompileSandbox {
public:
    /// Compiles a small kernel to check that sandbox and compiler work. `program`: warpscope.
    [[nodiscard]] static Result<CompileSandbox> create(const std::filesystem::path& program);

    /// `request`: JSON of compile/compile_json.hpp.
    [[nodiscard]] Result<compile::CompileResult> compile(const std::string& request, std::chrono::milliseconds limit,
                                                         const std::atomic<bool>& cancel) const;

private:
    explicit CompileSandbox(std::filesystem::path program)
        : program_(std::move(program)) {}
    std::filesystem::path program_;
};

/// Option of `warpscope serve` that calls compile_apart().
inline constexpr const char* apart_option = "--compile-apart";

/// Compiles a request in a file and prints the answer, inside the sandbox.
void compile_apart(const std::filesystem::path& request);

} // namespace warpscope::serve
