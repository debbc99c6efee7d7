#include "insight/machine_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "insight/source_lines.hpp"

namespace warpscope::insight {
namespace {

/// Returns an instruction's line in the kernel's text: the line of its PTX, its own line, or its innermost call site.
uint32_t source_of(const session::RunResult& result, const CodeMap& map, const sass::Instruction& in) {
    if (const uint32_t line = map.source_of(in.ptx_line); line != 0) return line;
    if (const uint32_t line = own_line(result, in.source); line != 0) return line;
    for (const SourceLocation& call : in.inlined_at)
        if (const uint32_t line = own_line(result, call); line != 0) return line;
    return 0;
}

/// Replaces the label of a branch with its target's address.
std::string text_of(const sass::Function& code, const sass::Instruction& in) {
    std::string text = in.text();
    if (!in.target || *in.target >= code.instructions.size()) return text;
    const size_t begin = text.find("`("), end = text.find(')', begin);
    if (begin == std::string::npos || end == std::string::npos) return text;
    return text.replace(begin, end + 1 - begin, fmt::format("0x{:04x}", code.instructions[*in.target].address));
}

void add_kernel(MachineLines& out, const session::RunResult& result, const CodeMap& map,
                const KernelMachineCode& kernel) {
    const sass::LineMix sum = sass::mix_of(*kernel.code);
    out.kernels.push_back({kernel.written_name, kernel.resources, sum.instructions, sum.predicated});
    out.lines.push_back({kernel.written_name + ":", "", 0, 0});
    sass::Function by_source = *kernel.code;
    for (sass::Instruction& in : by_source.instructions) {
        const uint32_t source = source_of(result, map, in);
        out.lines.push_back({text_of(*kernel.code, in), fmt::format("{:04x}", in.address), in.ptx_line, source});
        const auto line = static_cast<uint32_t>(out.lines.size());
        if (source != 0) out.of_source[source].push_back(line);
        if (in.ptx_line != 0) out.of_ptx[in.ptx_line].push_back(line);
        in.source = {"", source, 0};
    }
    for (const sass::LineMix& mix : sass::mix_by_line(by_source)) {
        if (mix.line == 0) continue;
        sass::LineMix& all = out.mixes[mix.line];
        all.line = mix.line;
        all.instructions += mix.instructions;
        all.predicated += mix.predicated;
        for (size_t k = 0; k < mix.classes.size(); ++k) all.classes[k] += mix.classes[k];
    }
    for (const BranchOutcome& branch : kernel.branches) {
        const auto [known, is_new] = out.forms.try_emplace(branch.fate.ptx_line, branch.fate.form);
        // A branch inlined into two kernels can have two forms. The branch survives if either form is a branch.
        if (!is_new && branch.fate.form == sass::BranchForm::branch) known->second = sass::BranchForm::branch;
    }
}

const std::vector<uint32_t>& ptx_lines_of(const CodeMap& map, uint32_t line) {
    static const std::vector<uint32_t> none;
    const auto found = map.ptx_of_line.find(line);
    return found == map.ptx_of_line.end() ? none : found->second;
}

} // namespace

MachineLines MachineLines::of(const session::RunResult& result, const MachineCodeFacts& facts) {
    MachineLines out;
    out.device = facts.code->device();
    const CodeMap& map = code_map_of(result);
    for (const KernelMachineCode& kernel : facts.kernels) add_kernel(out, result, map, kernel);
    return out;
}

std::optional<uint32_t> MachineLines::first_of(uint32_t source, uint32_t ptx_line) const {
    const auto& lines_of = source != 0 ? of_source : of_ptx;
    const auto found = lines_of.find(source != 0 ? source : ptx_line);
    return found == lines_of.end() ? std::nullopt : std::optional(found->second.front());
}

bool MachineLines::survives(uint32_t ptx_line) const {
    const auto found = forms.find(ptx_line);
    return found == forms.end() || found->second == sass::BranchForm::branch ||
           found->second == sass::BranchForm::unknown;
}

std::vector<sass::BranchForm> forms_of_line(const CodeMap& map, const MachineLines& machine, uint32_t line) {
    std::vector<sass::BranchForm> all, divergent;
    for (const uint32_t ptx_line : ptx_lines_of(map, line)) {
        const auto form = machine.forms.find(ptx_line);
        if (form == machine.forms.end()) continue;
        all.push_back(form->second);
        if (map.ptx.at(ptx_line).cost.divergent_branches > 0) divergent.push_back(form->second);
    }
    return divergent.empty() ? all : divergent;
}

std::vector<uint32_t> surviving_branches(const session::RunResult& result, const MachineLines& machine) {
    std::vector<uint32_t> pcs;
    const auto& instructions = result.measured->program().instructions();
    for (uint32_t pc = 0; pc < instructions.size(); ++pc)
        if (instructions[pc].branches && machine.survives(instructions[pc].ptx_line)) pcs.push_back(pc);
    return pcs;
}

SurvivingCosts SurvivingCosts::of(const CodeMap& map, const MachineLines& machine) {
    SurvivingCosts out;
    out.source = map.source;
    for (const auto& [number, line] : map.ptx) {
        if (line.cost.executions == 0) continue;
        CodeCost& cost = out.ptx.emplace(number, line.cost).first->second;
        if (machine.survives(number)) continue;
        const auto source = out.source.find(line.source);
        for (CodeCost* const from : {&cost, source == out.source.end() ? nullptr : &source->second}) {
            if (from == nullptr) continue;
            from->branches -= std::min(from->branches, line.cost.branches);
            from->divergent_branches -= std::min(from->divergent_branches, line.cost.divergent_branches);
        }
    }
    return out;
}

const CodeCost* SurvivingCosts::cost_of(uint32_t line, uint32_t ptx_line) const {
    const auto& costs = line != 0 ? source : ptx;
    const auto found = costs.find(line != 0 ? line : ptx_line);
    return found == costs.end() ? nullptr : &found->second;
}

std::shared_ptr<const SurvivingCosts> surviving_costs_of(const session::RunResult& result,
                                                         const MachineLines& machine) {
    return result.derived.newest<SurvivingCosts>({reinterpret_cast<uintptr_t>(&machine)},
                                                 [&] { return SurvivingCosts::of(code_map_of(result), machine); });
}

} // namespace warpscope::insight
