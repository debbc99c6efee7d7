// What the bodies of kernels say about their launches and parameters. Private to src/compile.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"

namespace warpscope::compile {

class KernelBodies {
public:
    /// Both must outlive it.
    KernelBodies(const SourcePool& pool, const SourceNumbers& numbers);

    /// Fills in what the body says; the parameters are there.
    void read(const PooledDeclaration& declaration, SourceKernel& kernel) const;

private:
    /// The kernel and the functions of the source that it calls, with what those call.
    [[nodiscard]] std::vector<const PooledDeclaration*> reached_from(const PooledDeclaration& kernel) const;
    void note_reached(const PooledDeclaration& kernel, SourceKernel& out) const;
    void note_variable(const std::vector<Token>& tokens, size_t at, SourceKernel& kernel) const;
    void note_channels(const std::vector<Token>& tokens, const Declaration& declaration, SourceKernel& kernel) const;
    void note_fetch(const std::vector<Token>& tokens, size_t at, SourceKernel& kernel) const;

    const SourcePool& pool_;
    const SourceNumbers& numbers_;
    std::vector<SourceVariable> variables_;
    std::multimap<std::string_view, const PooledDeclaration*> called_; // functions and classes with a body
    std::map<std::string_view, std::string> shared_of_file_;           // element types of arrays outside functions
};

} // namespace warpscope::compile
