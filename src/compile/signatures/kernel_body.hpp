#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/macro_calls.hpp"
#include "compile/signatures/source_numbers.hpp"

namespace warpscope::compile {

class KernelBodies {
public:
    KernelBodies(const SourcePool& pool, const SourceNumbers& numbers);

    /// `kernel` must already have its parameters. `numbers`: also has its template arguments.
    void read(const PooledDeclaration& declaration, const SourceNumbers& numbers, SourceKernel& kernel) const;

private:
    [[nodiscard]] std::string_view head_of(const PooledDeclaration& one) const;
    [[nodiscard]] std::vector<const PooledDeclaration*> reached_from(const PooledDeclaration& kernel) const;
    void note_reached(const PooledDeclaration& kernel, SourceKernel& out) const;
    void note_variable(const source::Tokens& tokens, size_t at, SourceKernel& kernel) const;
    static void note_channels(const source::Tokens& tokens, const source::Declaration& declaration,
                              const SourceNumbers& numbers, SourceKernel& kernel);
    void note_fetch(const source::Tokens& tokens, size_t at, SourceKernel& kernel) const;

    const SourcePool& pool_;
    std::vector<SourceVariable> variables_;
    MacroMap macros_;
    std::multimap<std::string_view, const PooledDeclaration*> called_;
    std::map<std::string_view, std::string> shared_of_file_; // arrays declared outside functions
};

} // namespace warpscope::compile
