// Branches of a run in a GPU's machine code, with their divergence on the emulator.
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
    uint64_t executions = 0, divergent = 0; // counts of the emulator, in the counted launches
};

struct KernelMachineCode {
    std::string name; // symbol in the PTX
    std::string written_name;
    const sass::Function* code = nullptr; // points into MachineCodeFacts::code
    sass::Resources resources;
    std::vector<BranchOutcome> branches;
    std::vector<sass::OwnBranch> own_branches;

    [[nodiscard]] uint64_t divergent() const;
    /// Returns the divergent branches that remain branches in machine code.
    [[nodiscard]] uint64_t surviving() const;
};

struct MachineCodeFacts {
    std::shared_ptr<const sass::MachineCode> code;
    std::vector<KernelMachineCode> kernels; // in PTX order
    /// counted_launches: launches with counted branches, the last ones if memory is short.
    size_t launches = 0, counted_launches = 0;

    [[nodiscard]] uint64_t divergent() const;
    [[nodiscard]] uint64_t surviving() const;
};

/// Returns facts without counts of executions, which are 0. `module` must be parsed from `ptx`.
[[nodiscard]] Result<MachineCodeFacts> machine_code_of(const ptx::Module& module, const std::string& ptx,
                                                       uint32_t capability);
/// Returns facts for the launched kernels. Without `contract`, products and sums are not fused, as in Warpscope's GPU
/// runs.
[[nodiscard]] Result<MachineCodeFacts> machine_code_of(const session::RunResult& result, uint32_t capability,
                                                       bool contract);
/// Returns the same for machine code that was made from ptx_to_assemble().
[[nodiscard]] MachineCodeFacts machine_code_of(const session::RunResult& result,
                                               std::shared_ptr<const sass::MachineCode> code);

/// Returns the run's PTX; without `contract`, with the same lines and without fused products and sums.
[[nodiscard]] std::string ptx_to_assemble(const session::RunResult& result, bool contract);

} // namespace warpscope::insight
