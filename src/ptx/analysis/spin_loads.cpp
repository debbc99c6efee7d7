#include "ptx/analysis/spin_loads.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {
namespace {

using RegisterSet = std::set<uint32_t>;

bool is_among(const RegisterSet& registers, const Operand& operand) {
    const auto reg = register_of(operand);
    return reg && registers.contains(*reg);
}

bool reads_any(const Instruction& in, const RegisterSet& registers) {
    return std::any_of(in.operands.begin() + 1, in.operands.end(),
                       [&](const Operand& operand) { return is_among(registers, operand); });
}

bool decided_by(const Instruction& in, const RegisterSet& registers) {
    return in.predicated && registers.contains(in.predicate.index);
}

bool decides_branch(const Function& function, const BasicBlock& block, uint32_t load) {
    const auto value = register_of(function.body[load].operands[0]);
    if (!value) return false;
    RegisterSet depends{*value};
    for (uint32_t k = load + 1; k < block.end; ++k) {
        const Instruction& in = function.body[k];
        if (in.opcode == Opcode::bra) return decided_by(in, depends);
        if (in.operands.empty() || !reads_any(in, depends)) continue;
        if (const auto target = register_of(in.operands[0])) depends.insert(*target);
    }
    return false;
}

bool is_part_of_condition(const Instruction& in) {
    switch (in.opcode) {
    case Opcode::mov:
    case Opcode::cvt:
    case Opcode::setp:
    case Opcode::selp:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_: return !in.operands.empty() && register_of(in.operands[0]).has_value();
    default: return false;
    }
}

/// Returns whether the instruction uses one of `registers`, except as a guard or as a load's target.
bool names_any(const Function& function, const Instruction& in, const RegisterSet& registers) {
    RegisterEffects effects = effects_of(function, in);
    if (in.predicated) effects.reads.pop_back();
    const auto is_one = [&](uint32_t reg) { return registers.contains(reg); };
    return std::ranges::any_of(effects.reads, is_one) ||
           (in.opcode != Opcode::ld && std::ranges::any_of(effects.writes, is_one));
}

/// Returns the branches that depend on the load, or an empty list if anything else depends on it.
std::vector<uint32_t> branches_decided_by(const Function& function, uint32_t load) {
    const auto value = register_of(function.body[load].operands[0]);
    if (!value) return {};
    RegisterSet depends{*value};
    std::vector<uint32_t> branches;
    for (size_t before = 0; before != depends.size();) {
        before = depends.size();
        branches.clear();
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            const Instruction& in = function.body[k];
            if (in.opcode == Opcode::bra && decided_by(in, depends)) branches.push_back(k);
            if (is_part_of_condition(in)) {
                if (decided_by(in, depends) || reads_any(in, depends)) depends.insert(*register_of(in.operands[0]));
            } else if (k != load && names_any(function, in, depends)) {
                return {};
            }
        }
    }
    return branches;
}

class WaitLoads {
public:
    WaitLoads(const Function& function, const ControlFlowGraph& graph)
        : function_(function)
        , graph_(graph)
        , ways_(graph) {}

    std::vector<uint32_t> find() {
        std::vector<uint32_t> in_front;
        for (uint32_t k = 0; k < function_.body.size(); ++k) {
            const Instruction& in = function_.body[k];
            if (in.opcode != Opcode::ld || in.operands.size() != 2 || in.modifiers.semantics != Semantics::volatile_)
                continue;
            const uint32_t block = graph_.block_of[k];
            if (!ways_.leads(block, block))
                in_front.push_back(k);
            else if (decides_branch(function_, graph_.blocks[block], k) || ends_loop(k))
                waiting_.push_back(k);
        }
        if (in_front.empty() || waiting_.empty()) return waiting_;
        const Definitions definitions(function_);
        std::vector<uint32_t> more;
        std::ranges::copy_if(in_front, std::back_inserter(more), [&](uint32_t load) {
            const auto address = base_of(function_, definitions, function_.body[load]);
            if (!address) return false;
            std::vector<uint32_t> same;
            std::ranges::copy_if(waiting_, std::back_inserter(same), [&](uint32_t one) {
                return base_of(function_, definitions, function_.body[one]) == address;
            });
            return decides_entries(load, same);
        });
        std::ranges::copy(more, std::back_inserter(waiting_));
        std::ranges::sort(waiting_);
        return waiting_;
    }

private:
    bool ends_loop(uint32_t load) {
        const uint32_t own = graph_.block_of[load];
        return std::ranges::any_of(branches_decided_by(function_, load), [&](uint32_t branch) {
            const uint32_t block = graph_.block_of[branch];
            return ways_.are_in_one_loop(own, block) &&
                   std::ranges::any_of(graph_.blocks[block].successors,
                                       [&](uint32_t next) { return !ways_.is_at_or_leads(next, own); });
        });
    }

    /// Returns whether the load only decides about entering a loop that contains one of `others`.
    bool decides_entries(uint32_t load, const std::vector<uint32_t>& others) {
        const auto enters_one = [&](uint32_t block) {
            return std::ranges::any_of(others,
                                       [&](uint32_t one) { return decides_entry(block, graph_.block_of[one]); });
        };
        const uint32_t own = graph_.block_of[load];
        if (decides_branch(function_, graph_.blocks[own], load) && enters_one(own)) return true;
        // A load that a compiler hoisted decides branches in later blocks.
        const std::vector<uint32_t> branches = branches_decided_by(function_, load);
        return !branches.empty() &&
               std::ranges::all_of(branches, [&](uint32_t branch) { return enters_one(graph_.block_of[branch]); });
    }

    bool decides_entry(uint32_t block, uint32_t loop) {
        const std::vector<uint32_t>& next = graph_.blocks[block].successors;
        const auto enters = [&](uint32_t in, uint32_t around) {
            return ways_.is_at_or_leads(in, loop) && !ways_.is_at_or_leads(around, loop) && meets(loop, around);
        };
        return next.size() == 2 && (enters(next[0], next[1]) || enters(next[1], next[0]));
    }

    /// Returns whether the path that skips the loop only computes conditions before joining the path from the loop.
    bool meets(uint32_t loop, uint32_t block) {
        for (size_t steps = 0; steps < graph_.blocks.size(); ++steps) {
            if (ways_.leads(loop, block)) return true;
            const BasicBlock& at = graph_.blocks[block];
            const bool only_moves =
                std::all_of(&function_.body[at.first], &function_.body[at.first] + (at.end - at.first),
                            [](const Instruction& in) { return in.opcode == Opcode::bra || is_part_of_condition(in); });
            if (at.successors.size() != 1 || !only_moves) return false;
            block = at.successors.front();
        }
        return false;
    }

    const Function& function_;
    const ControlFlowGraph& graph_;
    Reachability ways_;
    std::vector<uint32_t> waiting_;
};

} // namespace

bool polls_flag(const Function& function, uint32_t index) {
    return function.body[index].opcode == Opcode::ld && !branches_decided_by(function, index).empty();
}

std::vector<uint32_t> find_spin_loads(const Function& function, const ControlFlowGraph& graph) {
    return WaitLoads(function, graph).find();
}

} // namespace warpscope::ptx
