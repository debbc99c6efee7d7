// clang as a CUDA compiler without the CUDA Toolkit, through the prelude. Private to src/compile.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "compile/clang/prelude_folder.hpp"
#include "compile/compiler.hpp"

namespace warpscope::compile {

class Clang {
public:
    /// Looks for clang++ and clang++-21 down to clang++-14 on $PATH, or takes the path `setting` ("none": nowhere), and
    /// checks that it can make PTX.
    [[nodiscard]] static Result<std::unique_ptr<Clang>> find(const std::optional<std::string>& setting);

    [[nodiscard]] const std::string& name() const { return name_; } // "clang 14.0.6"
    [[nodiscard]] const std::string& path() const { return path_; }
    /// All of it that decides what a compilation makes: the headers are the prelude's.
    [[nodiscard]] const std::string& identity() const { return name_; }

    /// Compiles in a private temporary folder, without a cache. Thread-safe.
    [[nodiscard]] Result<CompileResult> compile(const CompileRequest& request) const;

private:
    Clang(std::string path, std::string name, std::set<std::string> architectures)
        : path_(std::move(path))
        , name_(std::move(name))
        , architectures_(std::move(architectures))
        , prelude_(std::make_unique<PreludeFolder>()) {}

    /// The architecture to compile for, which is another one, with a warning, where clang does not know the one asked
    /// for.
    [[nodiscard]] std::string architecture_for(const std::string& asked, std::vector<Diagnostic>& warnings) const;

    /// clang with the options that do not depend on where the kernel and its headers lie.
    [[nodiscard]] std::vector<std::string> command_for(const std::string& architecture,
                                                       const CompileRequest& request) const;

    std::string path_, name_;
    std::set<std::string> architectures_; // "86" for 8.6; empty when clang does not say
    std::unique_ptr<PreludeFolder> prelude_;
};

} // namespace warpscope::compile
