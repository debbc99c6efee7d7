// Places in the files that a person wrote, as against the headers that come with a compiler. Private to src/simt.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::simt {

/// The folder of the file that the module's kernels are in; empty when that is not known or was given without one.
[[nodiscard]] std::string_view kernel_folder(const ptx::Module& module);
/// The innermost place of an instruction that lies in a file of the user's; file empty when there is none.
[[nodiscard]] SourceLocation user_source(const ptx::Instruction& instruction, std::string_view kernel_folder);
/// For instruction `index` when it belongs to no line, as a load that the compiler has moved out of a loop: the place
/// of the next instruction that reads what it sets; file empty when there is none. Of one function.
class UsePlaces {
public:
    explicit UsePlaces(const ptx::Function& function)
        : function_(function) {}
    [[nodiscard]] SourceLocation of(size_t index, std::string_view kernel_folder);

private:
    void find_uses();
    const ptx::Function& function_;
    std::vector<std::vector<uint32_t>> uses_; // by register, the instructions that read it; found when first needed
};

} // namespace warpscope::simt
