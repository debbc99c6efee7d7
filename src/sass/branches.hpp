// Forms of PTX branches in machine code. The assembler replaces many branches with predicated instructions or
// selections, which cannot split a warp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"
#include "sass/listing.hpp"

namespace warpscope::sass {

enum class BranchForm : uint8_t {
    branch,         // can split a warp
    uniform_branch, // all lanes share the predicate
    exit,           // a predicated EXIT ends the lanes
    predicated,
    select,   // computes both sides, then selects
    combined, // joined with an inner branch
    removed,  // loop unrolled, or condition decided by the assembler
    unknown,
};
inline constexpr size_t branch_forms = 8;

[[nodiscard]] std::string_view name_of(BranchForm form);

struct BranchFate {
    uint32_t function = 0, instruction = 0; // indices in the PTX module
    uint32_t ptx_line = 0;
    SourceLocation source;
    BranchForm form = BranchForm::unknown;
    /// Instructions that decide `form`; several if the branch's loop was unrolled.
    std::vector<uint32_t> machine;
};

enum class OwnCause : uint8_t {
    division, // also remainders and reciprocals
    root,
    atomic, // on a generic address
    loop,   // split or unrolled
    unknown,
};

[[nodiscard]] std::string_view name_of(OwnCause cause);

/// Conditional branch that the machine code has, but not the PTX.
struct OwnBranch {
    uint32_t instruction = 0;
    SourceLocation source; // for a subroutine of the assembler, such as division: the place of its first call
    OwnCause cause = OwnCause::unknown;
};

struct BranchMatch {
    std::vector<BranchFate> branches; // branches of the kernel and inlined functions, by PTX line
    std::vector<OwnBranch> own;
};

/// Matches branches by their PTX lines. `kernel` is the machine code of an entry of `module`.
[[nodiscard]] BranchMatch match_branches(const ptx::Module& module, const Function& kernel);

} // namespace warpscope::sass
