#pragma once

#include <string_view>
#include <vector>

#include "ptx/module.hpp"
#include "simt/program.hpp"

namespace warpscope::simt {

[[nodiscard]] std::string_view kernel_folder(const ptx::Module& module);
[[nodiscard]] SourceLocation user_source(const ptx::Instruction& instruction, std::string_view kernel_folder);
/// Returns the line of the outermost inlined call that contains the instruction; {} if user_source() is that line.
[[nodiscard]] SourceLocation kernel_call(const Program& program, uint32_t pc);
/// Finds lines for instructions without a line, such as loads moved out of loops, from uses of their results.
class UsePlaces {
public:
    explicit UsePlaces(const ptx::Function& function)
        : function_(function) {}
    [[nodiscard]] SourceLocation of(size_t index, std::string_view kernel_folder);
    /// Returns the line that computed the value of a store that was merged from two branches.
    [[nodiscard]] SourceLocation of_stored_value(size_t index, std::string_view kernel_folder) const;

private:
    void find_uses();
    const ptx::Function& function_;
    std::vector<std::vector<uint32_t>> uses_; // by register: instructions that read it
};

} // namespace warpscope::simt
