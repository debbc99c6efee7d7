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
    uint32_t address = 0;  // in bytes from the function's start
    std::string predicate; // "P0", "!P0", "UP0"; "": always executes
    std::string opcode;    // "ISETP.GE.AND"
    std::string operands;
    uint32_t ptx_line = 0;                  // 0: unknown
    SourceLocation source;                  // innermost one of inlined code
    std::vector<SourceLocation> inlined_at; // call sites, innermost first
    std::optional<uint32_t> target;         // index of a branch's target
    std::string routine;                    // of the assembler, such as "__cuda_sm20_div_f64_slowpath_v2"; may be empty

    /// Returns "ISETP" for "ISETP.GE.AND".
    [[nodiscard]] std::string_view base_opcode() const;
    /// Returns whether it jumps only for some predicate values.
    [[nodiscard]] bool is_conditional_branch() const;
    /// Returns whether all lanes have the branch's predicate by construction.
    [[nodiscard]] bool is_uniform_branch() const;
    /// Returns whether its predicate can differ between lanes.
    [[nodiscard]] bool is_predicated() const;
    /// Returns "@P0 BRA `(.L_x_1)".
    [[nodiscard]] std::string text() const;
};

struct Function {
    std::string name;                      // as in PTX
    std::vector<Instruction> instructions; // without padding at the end
};

struct Listing {
    std::string target; // "sm_90"
    std::vector<Function> functions;

    [[nodiscard]] const Function* find(std::string_view name) const;
};

/// Fails without a function.
[[nodiscard]] Result<Listing> parse_listing(std::string_view text);

} // namespace warpscope::sass
