// NVRTC, loaded at run time: the program builds and starts without the CUDA Toolkit. Private to src/compile.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compile/compiler.hpp"

namespace warpscope::compile {

class Nvrtc {
public:
    /// Looks for the library: at the path `setting` when given ("none": nowhere), else by the loader's own rules, then
    /// below $CUDA_HOME, $CUDA_PATH and the usual folders.
    [[nodiscard]] static Result<std::unique_ptr<Nvrtc>> load(const std::optional<std::string>& setting);
    ~Nvrtc();

    [[nodiscard]] const std::string& name() const; // "NVRTC 13.0"
    [[nodiscard]] const std::string& path() const; // of the library
    /// All of it that decides what a compilation makes: the version, and which headers are the Toolkit's.
    [[nodiscard]] const std::string& identity() const;

    /// Compiles without a cache. Thread-safe.
    [[nodiscard]] Result<CompileResult> compile(const CompileRequest& request) const;

private:
    struct Impl;
    explicit Nvrtc(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::compile
