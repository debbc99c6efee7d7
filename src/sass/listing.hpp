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
    SourceLocation source;                  // innermost place of inlined code
    std::vector<SourceLocation> inlined_at; // call sites, innermost first
    std::optional<uint32_t> target;         // index of the branch target
    std::string routine; // subroutine of ptxas, such as "__cuda_sm20_div_f64_slowpath_v2"; may be empty

    [[nodiscard]] std::string_view base_opcode() const;
    [[nodiscard]] bool is_conditional_branch() const;
    /// Returns whether lanes share the branch's predicate by construction.
    [[nodiscard]] bool is_uniform_branch() const;
    /// Returns whether the instruction has a predicate that can differ between lanes.
    [[nodiscard]] bool is_predicated() const;
    [[nodiscard]] std::string text() const;
};

struct Function {
    std::string name;
    std::vector<Instruction> instructions; // without padding at the end
};

struct Listing {
    std::string target; // "sm_90"
    std::vector<Function> functions;

    [[nodiscard]] const Function* find(std::string_view name) const;
};

/// Fails if the text has no function.
[[nodiscard]] Result<Listing> parse_listing(std::string_view text);

} // namespace warpscope::sass
