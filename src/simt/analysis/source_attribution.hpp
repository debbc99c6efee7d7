// Separates source lines of users from those of compiler headers.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::simt {

/// Returns the folder of the file with the module's kernels, or "" if unknown.
[[nodiscard]] std::string_view kernel_folder(const ptx::Module& module);
[[nodiscard]] SourceLocation user_source(const ptx::Instruction& instruction, std::string_view kernel_folder);
/// Lines for instructions without one, such as loads moved out of a loop: that of the next use of the result.
class UsePlaces {
public:
    explicit UsePlaces(const ptx::Function& function)
        : function_(function) {}
    [[nodiscard]] SourceLocation of(size_t index, std::string_view kernel_folder);

private:
    void find_uses();
    const ptx::Function& function_;
    std::vector<std::vector<uint32_t>> uses_; // instructions that read each register; computed on first use
};

} // namespace warpscope::simt
