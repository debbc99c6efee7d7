#pragma once

#include <string>
#include <vector>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// Returns "blur<float, 3>" for `blur<float, 3><<<grid, block>>>(...)`. Skips instances that use local names of the
/// launching function.
[[nodiscard]] std::vector<std::string> launched_instances(const SourcePool& pool);

/// Returns launched instances and explicit instantiations, `template __global__ void blur<float, 3>(...);`.
[[nodiscard]] std::vector<std::string> written_instances(const SourcePool& pool);

/// Words that a source declares globally, and words of the language
class WordsOfSource {
public:
    explicit WordsOfSource(const SourcePool& pool);
    [[nodiscard]] bool knows(const source::Token& token) const;

private:
    const SourcePool& pool_;
    std::set<std::string_view> declared_;
};

} // namespace warpscope::compile
