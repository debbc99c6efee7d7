#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compile/compiler.hpp"

namespace warpscope::compile {

class Nvrtc {
public:
    /// Loads the library that `setting` names; fails for "none". Without `setting`, searches the loader's path,
    /// $CUDA_HOME, $CUDA_PATH, and usual folders.
    [[nodiscard]] static Result<std::unique_ptr<Nvrtc>> load(const std::optional<std::string>& setting);
    ~Nvrtc();

    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] const std::string& path() const;
    [[nodiscard]] const std::string& header_folder() const;
    [[nodiscard]] const std::string& identity() const;

    /// Thread-safe.
    [[nodiscard]] Result<CompileResult> compile(const CompileRequest& request) const;

private:
    struct Impl;
    explicit Nvrtc(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::compile
