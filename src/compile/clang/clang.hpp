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
    /// Finds the clang that `setting` names; without `setting`, clang++ or clang++-21 to clang++-14 on $PATH. Fails for
    /// "none" and for a clang without PTX.
    [[nodiscard]] static Result<std::unique_ptr<Clang>> find(const std::optional<std::string>& setting);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& identity() const { return name_; }

    /// Thread-safe.
    [[nodiscard]] Result<CompileResult> compile(const CompileRequest& request) const;

private:
    Clang(std::string path, std::string name, std::set<std::string> architectures)
        : path_(std::move(path))
        , name_(std::move(name))
        , architectures_(std::move(architectures))
        , prelude_(std::make_unique<PreludeFolder>()) {}

    /// Returns the nearest architecture that this clang knows; warns if it differs from `asked`.
    [[nodiscard]] std::string architecture_for(const std::string& asked, std::vector<Diagnostic>& warnings) const;

    [[nodiscard]] std::vector<std::string> command_for(const std::string& architecture,
                                                       const CompileRequest& request) const;

    std::string path_, name_;
    std::set<std::string> architectures_; // "86" for 8.6
    std::unique_ptr<PreludeFolder> prelude_;
};

} // namespace warpscope::compile
