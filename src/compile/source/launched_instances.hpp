// Instances of kernel templates that host code launches. Private to src/compile.
#pragma once

#include <string>
#include <vector>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// "blur<float, 3>" of `blur<float, 3><<<grid, block>>>(...)`, where all that it names is known outside of the function
/// that launches it, too; each once.
[[nodiscard]] std::vector<std::string> launched_instances(const SourcePool& pool);

/// The words that mean the same all over a source, not only where a template's parameters or local variables are known.
class WordsOfSource {
public:
    /// The pool must outlive it.
    explicit WordsOfSource(const SourcePool& pool);
    [[nodiscard]] bool knows(const Token& token) const;

private:
    const SourcePool& pool_;
    std::set<std::string_view> declared_;
};

} // namespace warpscope::compile
