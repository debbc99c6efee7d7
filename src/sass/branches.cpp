#include "sass/branches.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include "ptx/cfg.hpp"

namespace warpscope::sass {
namespace {

using Lines = std::map<uint32_t, std::vector<uint32_t>>; // by PTX line

bool is_conditional(const ptx::Instruction& in) {
    return in.opcode == ptx::Opcode::brx || (in.opcode == ptx::Opcode::bra && in.predicated);
}

bool is_selection(const Instruction& in) {
    static constexpr std::array<std::string_view, 8> opcodes{"SEL",   "FSEL",   "USEL",  "FMNMX",
                                                             "IMNMX", "VIMNMX", "DMNMX", "HMNMX2"};
    return std::ranges::find(opcodes, in.base_opcode()) != opcodes.end();
}

bool is_predicated_exit(const Instruction& in) { return in.base_opcode() == "EXIT" && in.is_predicated(); }

bool is_control(const Instruction& in) {
    static constexpr std::array<std::string_view, 8> opcodes{"BRA",   "EXIT", "BSSY", "BSYNC",
                                                             "BREAK", "RET",  "CALL", "BRX"};
    return std::ranges::find(opcodes, in.base_opcode()) != opcodes.end();
}

class FunctionMatcher {
public:
    FunctionMatcher(const ptx::Function& function, const Function& kernel, const Lines& lines)
        : function_(function)
        , kernel_(kernel)
        , lines_(lines)
        , graph_(ptx::build_cfg(function)) {}

    void add_branches(uint32_t function, std::vector<BranchFate>& out) {
        const size_t first = out.size();
        for (uint32_t k = 0; k < function_.body.size(); ++k) {
            const ptx::Instruction& in = function_.body[k];
            if (!is_conditional(in)) continue;
            BranchFate fate{function, k, in.ptx_line, in.source, BranchForm::unknown, {}};
            match_line(fate);
            out.push_back(std::move(fate));
        }
        match_followers(std::span(out).subspan(first));
        // Goes backwards: the form of a branch may depend on its inner branches, which usually come later.
        for (size_t k = out.size(); k-- > first;)
            if (out[k].form == BranchForm::unknown) match_region(out[k], std::span(out).subspan(first));
    }

private:
    [[nodiscard]] std::span<const uint32_t> machine_at(uint32_t line) const {
        const auto found = lines_.find(line);
        return found == lines_.end() ? std::span<const uint32_t>() : std::span(found->second);
    }

    template<class Condition>
    bool take(BranchFate& fate, BranchForm form, Condition&& condition) const {
        for (const uint32_t k : machine_at(fate.ptx_line))
            if (condition(kernel_.instructions[k])) fate.machine.push_back(k);
        if (fate.machine.empty()) return false;
        fate.form = form;
        return true;
    }

    void match_line(BranchFate& fate) const {
        const auto splits = [](const Instruction& in) { return in.is_conditional_branch() && !in.is_uniform_branch(); };
        const auto is_uniform = [](const Instruction& in) { return in.is_uniform_branch(); };
        if (!take(fate, BranchForm::branch, splits) && !take(fate, BranchForm::uniform_branch, is_uniform))
            take(fate, BranchForm::exit, is_predicated_exit);
    }

    [[nodiscard]] bool leads_to(const BranchFate& fate, uint32_t target) const {
        for (uint32_t block : graph_.blocks[graph_.block_of[fate.instruction]].successors)
            for (size_t steps = 0; steps < graph_.blocks.size(); ++steps) {
                if (block == target) return true;
                if (graph_.blocks[block].successors.size() != 1) break;
                block = graph_.blocks[block].successors.front();
            }
        return false;
    }

    /// Matches branches whose machine code has the PTX line of a later instruction: the second `bra` in `@p bra A; bra
    /// B;`, the `mov` in `@p bra A; mov x, 0; B:`. Skips an instruction that several unmatched branches could match.
    void match_followers(std::span<BranchFate> all) const {
        for (uint32_t i = 0; i < function_.body.size(); ++i) {
            const ptx::Instruction& follower = function_.body[i];
            if (follower.predicated || (follower.opcode != ptx::Opcode::bra && follower.opcode != ptx::Opcode::mov))
                continue;
            const uint32_t block = graph_.block_of[i];
            const uint32_t target =
                follower.opcode == ptx::Opcode::bra ? graph_.blocks[block].successors.front() : block;
            for (const uint32_t k : machine_at(follower.ptx_line)) {
                const Instruction& in = kernel_.instructions[k];
                if (!in.is_conditional_branch()) continue;
                const auto fits = [&](const BranchFate& fate) {
                    return fate.form == BranchForm::unknown && leads_to(fate, target);
                };
                const auto fate = std::ranges::find_if(all, fits);
                if (fate == all.end() || std::find_if(std::next(fate), all.end(), fits) != all.end()) continue;
                fate->form = in.is_uniform_branch() ? BranchForm::uniform_branch : BranchForm::branch;
                fate->machine.push_back(k);
            }
        }
    }

    [[nodiscard]] uint32_t leaving_block(const BranchFate& fate) const {
        for (const uint32_t next : graph_.blocks[graph_.block_of[fate.instruction]].successors)
            if (const ptx::BasicBlock& block = graph_.blocks[next]; block.leaves && block.end == block.first + 1)
                return next;
        return ptx::function_end;
    }

    [[nodiscard]] bool leaves_with_others(const BranchFate& fate, std::span<const BranchFate> all) const {
        const uint32_t leaving = leaving_block(fate);
        if (leaving == ptx::function_end) return false;
        const uint32_t line = function_.body[graph_.blocks[leaving].first].ptx_line;
        if (std::ranges::any_of(machine_at(line),
                                [&](uint32_t k) { return is_predicated_exit(kernel_.instructions[k]); }))
            return true;
        return std::ranges::any_of(all, [&](const BranchFate& other) {
            return other.form == BranchForm::exit && leaving_block(other) == leaving;
        });
    }

    [[nodiscard]] std::set<uint32_t> region_of(const BranchFate& fate) const {
        const uint32_t meet = graph_.reconvergence[fate.instruction];
        const uint32_t end = meet == ptx::function_end ? meet : graph_.block_of[meet];
        std::set<uint32_t> region;
        std::vector<uint32_t> open(graph_.blocks[graph_.block_of[fate.instruction]].successors);
        while (!open.empty()) {
            const uint32_t block = open.back();
            open.pop_back();
            if (block == end || !region.insert(block).second) continue;
            const auto& next = graph_.blocks[block].successors;
            open.insert(open.end(), next.begin(), next.end());
        }
        return region;
    }

    void match_region(BranchFate& fate, std::span<const BranchFate> all) const {
        if (leaves_with_others(fate, all)) {
            fate.form = BranchForm::exit;
            return;
        }
        const std::set<uint32_t> region = region_of(fate);
        bool any = false, predicated = false, select = false;
        const auto see = [&](uint32_t line) {
            for (const uint32_t k : machine_at(line)) {
                const Instruction& in = kernel_.instructions[k];
                any = true;
                predicated = predicated || (in.is_predicated() && !is_control(in));
                select = select || is_selection(in);
            }
        };
        see(fate.ptx_line);
        for (const uint32_t block : region)
            for (uint32_t k = graph_.blocks[block].first; k < graph_.blocks[block].end; ++k)
                see(function_.body[k].ptx_line);
        const bool is_loop = region.contains(graph_.block_of[fate.instruction]);
        const bool has_branch = std::ranges::any_of(all, [&](const BranchFate& other) {
            return other.form == BranchForm::branch && other.instruction != fate.instruction &&
                   region.contains(graph_.block_of[other.instruction]);
        });
        if (is_loop || !any)
            fate.form = BranchForm::removed;
        else if (has_branch)
            fate.form = BranchForm::combined;
        else if (predicated)
            fate.form = BranchForm::predicated;
        else if (select)
            fate.form = BranchForm::select;
    }

    const ptx::Function& function_;
    const Function& kernel_;
    const Lines& lines_;
    ptx::ControlFlowGraph graph_;
};

OwnCause cause_of(ptx::Opcode opcode) {
    switch (opcode) {
    case ptx::Opcode::div:
    case ptx::Opcode::rem:
    case ptx::Opcode::rcp: return OwnCause::division;
    case ptx::Opcode::sqrt:
    case ptx::Opcode::rsqrt: return OwnCause::root;
    case ptx::Opcode::atom:
    case ptx::Opcode::red: return OwnCause::atomic;
    case ptx::Opcode::bra: return OwnCause::loop;
    default: return OwnCause::unknown;
    }
}

OwnCause cause_of(std::string_view routine) {
    const auto has = [&](std::string_view word) { return routine.find(word) != std::string_view::npos; };
    if (has("div") || has("rem") || has("rcp")) return OwnCause::division;
    return has("sqrt") ? OwnCause::root : OwnCause::unknown;
}

OwnBranch own_branch(const ptx::Module& module, const Function& kernel, uint32_t instruction) {
    const Instruction& branch = kernel.instructions[instruction];
    OwnBranch out{instruction, branch.source, OwnCause::unknown};
    if (!branch.routine.empty()) {
        out.cause = cause_of(branch.routine);
        const auto calls = [&](const Instruction& in) {
            return in.base_opcode() == "CALL" && in.operands.find(branch.routine) != std::string::npos;
        };
        if (const auto call = std::ranges::find_if(kernel.instructions, calls); call != kernel.instructions.end())
            out.source = call->source;
        return out;
    }
    for (const ptx::Function& function : module.functions)
        for (const ptx::Instruction& in : function.body)
            if (in.ptx_line == branch.ptx_line) out.cause = cause_of(in.opcode);
    return out;
}

} // namespace

std::string_view name_of(OwnCause cause) {
    switch (cause) {
    case OwnCause::division: return "division";
    case OwnCause::root: return "root";
    case OwnCause::atomic: return "atomic";
    case OwnCause::loop: return "loop";
    case OwnCause::unknown: break;
    }
    return "unknown";
}

std::string_view name_of(BranchForm form) {
    switch (form) {
    case BranchForm::branch: return "branch";
    case BranchForm::uniform_branch: return "uniform_branch";
    case BranchForm::exit: return "exit";
    case BranchForm::predicated: return "predicated";
    case BranchForm::select: return "select";
    case BranchForm::combined: return "combined";
    case BranchForm::removed: return "removed";
    case BranchForm::unknown: break;
    }
    return "unknown";
}

BranchMatch match_branches(const ptx::Module& module, const Function& kernel) {
    Lines lines;
    for (uint32_t k = 0; k < kernel.instructions.size(); ++k) lines[kernel.instructions[k].ptx_line].push_back(k);
    BranchMatch out;
    for (uint32_t f = 0; f < module.functions.size(); ++f) {
        const ptx::Function& function = module.functions[f];
        if (function.body.empty()) continue;
        const bool is_inlined = !function.is_entry && std::ranges::any_of(function.body, [&](const auto& in) {
            return lines.contains(in.ptx_line);
        });
        if (function.name == kernel.name || is_inlined)
            FunctionMatcher(function, kernel, lines).add_branches(f, out.branches);
    }
    std::set<uint32_t> matched;
    for (const BranchFate& fate : out.branches) matched.insert(fate.machine.begin(), fate.machine.end());
    for (uint32_t k = 0; k < kernel.instructions.size(); ++k)
        if (kernel.instructions[k].is_conditional_branch() && !matched.contains(k))
            out.own.push_back(own_branch(module, kernel, k));
    std::ranges::sort(out.branches, {}, &BranchFate::ptx_line);
    return out;
}

} // namespace warpscope::sass
