#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sass/branches.hpp"
#include "sass/machine_code.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

struct BranchOutcome {
    sass::BranchFate fate;
    uint64_t executions = 0, divergent = 0; // of the counted launches, on the emulator
};

struct KernelMachineCode {
    std::string name;
    std::string written_name;
    const sass::Function* code = nullptr;
    sass::Resources resources;
    std::vector<BranchOutcome> branches;
    std::vector<sass::OwnBranch> own_branches;

    [[nodiscard]] uint64_t divergent() const;
    /// Counts the divergent branches that remain branches in machine code.
    [[nodiscard]] uint64_t surviving() const;
};

struct MachineCodeFacts {
    std::shared_ptr<const sass::MachineCode> code;
    std::vector<KernelMachineCode> kernels; // in PTX order
    /// counted_launches: launches whose branches were counted; only the last launches if memory is short.
    size_t launches = 0, counted_launches = 0;

    [[nodiscard]] uint64_t divergent() const;
    [[nodiscard]] uint64_t surviving() const;
};

/// Returns facts without a run, so all counts are 0. `module` must be parsed from `ptx`.
[[nodiscard]] Result<MachineCodeFacts> machine_code_of(const ptx::Module& module, const std::string& ptx,
                                                       uint32_t capability);
/// Returns facts about the launched kernels. `contract` lets the assembler fuse products and sums. GPU runs forbid this
/// by default.
[[nodiscard]] Result<MachineCodeFacts> machine_code_of(const session::RunResult& result, uint32_t capability,
                                                       bool contract);
/// Requires that `code` was made from ptx_to_assemble().
[[nodiscard]] MachineCodeFacts machine_code_of(const session::RunResult& result,
                                               std::shared_ptr<const sass::MachineCode> code);

/// Without `contract`, changes the PTX so that products and sums are not fused; line numbers stay.
[[nodiscard]] std::string ptx_to_assemble(const session::RunResult& result, bool contract);

} // namespace warpscope::insight
