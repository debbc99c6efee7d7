#include "insight/machine_code.hpp"

#include <algorithm>
#include <set>

#include "base/symbol_name.hpp"
#include "ptx/rewrite/rounding.hpp"

namespace warpscope::insight {
namespace {

void add_executions(BranchOutcome& branch, const session::RunResult& result) {
    const uint32_t pc = result.measured->program().first_pc(branch.fate.function) + branch.fate.instruction;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches()) {
        if (pc >= launch.instructions.size()) continue;
        branch.executions += launch.instructions[pc].executions;
        branch.divergent += launch.instructions[pc].divergent_branches;
    }
}

MachineCodeFacts facts_of(const ptx::Module& module, std::shared_ptr<const sass::MachineCode> code) {
    MachineCodeFacts out;
    out.code = std::move(code);
    for (const ptx::Function& function : module.functions) {
        if (!function.is_entry || function.is_declaration) continue;
        KernelMachineCode kernel;
        kernel.name = function.name;
        kernel.written_name = written_name(function.name);
        kernel.code = out.code->listing.find(function.name);
        if (kernel.code == nullptr) continue;
        if (const auto found = out.code->resources.find(function.name); found != out.code->resources.end())
            kernel.resources = found->second;
        sass::BranchMatch match = sass::match_branches(module, *kernel.code);
        for (sass::BranchFate& fate : match.branches) kernel.branches.push_back({std::move(fate), 0, 0});
        kernel.own_branches = std::move(match.own);
        out.kernels.push_back(std::move(kernel));
    }
    return out;
}

template<class Count, class Items>
uint64_t sum_over(const Items& items, Count&& count) {
    uint64_t sum = 0;
    for (const auto& item : items) sum += count(item);
    return sum;
}

} // namespace

uint64_t KernelMachineCode::divergent() const {
    return sum_over(branches, [](const BranchOutcome& branch) { return branch.divergent; });
}

uint64_t KernelMachineCode::surviving() const {
    return sum_over(branches, [](const BranchOutcome& branch) {
        return branch.fate.form == sass::BranchForm::branch ? branch.divergent : 0;
    });
}

uint64_t MachineCodeFacts::divergent() const {
    return sum_over(kernels, [](const auto& k) { return k.divergent(); });
}
uint64_t MachineCodeFacts::surviving() const {
    return sum_over(kernels, [](const auto& k) { return k.surviving(); });
}

Result<MachineCodeFacts> machine_code_of(const ptx::Module& module, const std::string& ptx, uint32_t capability) {
    auto made = sass::make_machine_code(ptx, capability);
    if (!made) return tl::unexpected(made.error());
    return facts_of(module, std::make_shared<const sass::MachineCode>(std::move(*made)));
}

Result<MachineCodeFacts> machine_code_of(const session::RunResult& result, uint32_t capability, bool contract) {
    auto made = sass::make_machine_code(ptx_to_assemble(result, contract), capability);
    if (!made) return tl::unexpected(made.error());
    return machine_code_of(result, std::make_shared<const sass::MachineCode>(std::move(*made)));
}

MachineCodeFacts machine_code_of(const session::RunResult& result, std::shared_ptr<const sass::MachineCode> code) {
    const ptx::Module& module = result.measured->program().module();
    MachineCodeFacts out = facts_of(module, std::move(code));
    std::set<std::string> launched;
    for (const PlannedLaunch& launch : result.measured->plan().launches)
        if (const ptx::Function* const entry = module.find_entry(launch.kernel)) launched.insert(entry->name);
    std::erase_if(out.kernels, [&](const KernelMachineCode& kernel) { return !launched.contains(kernel.name); });
    for (KernelMachineCode& kernel : out.kernels)
        for (BranchOutcome& branch : kernel.branches) add_executions(branch, result);
    for (const metrics::LaunchMeasurement& launch : result.measured->launches()) {
        ++out.launches;
        out.counted_launches += launch.instructions.empty() ? 0 : 1;
    }
    return out;
}

std::string ptx_to_assemble(const session::RunResult& result, bool contract) {
    return contract ? result.compiled.ptx : ptx::without_contraction(result.compiled.ptx).text;
}

} // namespace warpscope::insight
