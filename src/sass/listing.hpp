// Machine code as `nvdisasm -c -gi -gp` prints it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::sass {

struct Instruction {
    uint32_t address = 0;  // bytes from the start of the function
    std::string predicate; // "P0", "!P0" or "UP0"; empty if always executed
    std::string opcode;    // with suffixes: "ISETP.GE.AND"
    std::string operands;
    uint32_t ptx_line = 0;                  // 0: unknown
    SourceLocation source;                  // innermost location of inlined code
    std::vector<SourceLocation> inlined_at; // call sites, innermost first
    std::optional<uint32_t> target;         // index of the instruction that a branch jumps to

    /// Returns the opcode without suffixes: "ISETP".
    [[nodiscard]] std::string_view base_opcode() const;
    /// Returns whether it jumps for some values of a predicate only.
    [[nodiscard]] bool is_conditional_branch() const;
    /// Returns whether the predicate of a conditional branch is equal in all lanes by construction.
    [[nodiscard]] bool is_uniform_branch() const;
    /// Returns whether lanes are masked by a predicate that can differ between them.
    [[nodiscard]] bool is_predicated() const;
    /// Returns "@P0 BRA `(.L_x_1)".
    [[nodiscard]] std::string text() const;
};

struct Function {
    std::string name;                      // as in PTX
    std::vector<Instruction> instructions; // without the padding at the end
};

struct Listing {
    std::string target; // "sm_90"
    std::vector<Function> functions;

    [[nodiscard]] const Function* find(std::string_view name) const;
};

/// Fails if the text has no function.
[[nodiscard]] Result<Listing> parse_listing(std::string_view text);

} // namespace warpscope::sass
