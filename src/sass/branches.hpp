// Finds the form that each conditional branch of the PTX has in the machine code. The assembler replaces many of them
// by predicated instructions or selections, which mask lanes and split no warp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"
#include "sass/listing.hpp"

namespace warpscope::sass {

enum class BranchForm : uint8_t {
    branch,         // can split a warp
    uniform_branch, // on a predicate that all lanes share
    exit,           // lanes that leave are switched off by a predicated EXIT
    predicated,     // predicated instructions
    select,         // both sides are computed, and one result is chosen
    combined,       // joined with the condition of a branch inside it
    removed,        // no instruction is left: unrolled, or decided by the assembler
    unknown,        // not matched
};
inline constexpr size_t branch_forms = 8;

/// Returns the word of the report: "branch", "uniform_branch", ...
[[nodiscard]] std::string_view name_of(BranchForm form);

struct BranchFate {
    uint32_t function = 0, instruction = 0; // in the PTX module
    uint32_t ptx_line = 0;
    SourceLocation source;
    BranchForm form = BranchForm::unknown;
    /// Machine instructions with the branch's PTX line that decide `form`; several if its loop was unrolled.
    std::vector<uint32_t> machine;
};

struct BranchMatch {
    std::vector<BranchFate> branches; // of the kernel and of functions inlined into it, by PTX line
    /// Conditional branches of the machine code that belong to no PTX branch: of divisions, roots, atomics on a
    /// generic address, or unrolled loops.
    std::vector<uint32_t> own;
};

/// Matches by the PTX lines of the listing. `kernel` is the machine code of an entry of `module`, which was parsed from
/// the same text.
[[nodiscard]] BranchMatch match_branches(const ptx::Module& module, const Function& kernel);

} // namespace warpscope::sass
