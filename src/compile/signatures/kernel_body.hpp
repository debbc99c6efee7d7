#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"

namespace warpscope::compile {

class KernelBodies {
public:
    KernelBodies(const SourcePool& pool, const SourceNumbers& numbers);

    /// `kernel` must already have its parameters.
    void read(const PooledDeclaration& declaration, SourceKernel& kernel) const;

private:
    [[nodiscard]] std::vector<const PooledDeclaration*> reached_from(const PooledDeclaration& kernel) const;
    void note_reached(const PooledDeclaration& kernel, SourceKernel& out) const;
    void note_variable(const std::vector<source::Token>& tokens, size_t at, SourceKernel& kernel) const;
    void note_channels(const std::vector<source::Token>& tokens, const source::Declaration& declaration,
                       SourceKernel& kernel) const;
    void note_fetch(const std::vector<source::Token>& tokens, size_t at, SourceKernel& kernel) const;

    const SourcePool& pool_;
    const SourceNumbers& numbers_;
    std::vector<SourceVariable> variables_;
    std::multimap<std::string_view, const PooledDeclaration*> called_;
    std::map<std::string_view, std::string> shared_of_file_; // arrays declared outside functions
};

} // namespace warpscope::compile
