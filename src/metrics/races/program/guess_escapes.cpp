#include "metrics/races/program/guess_escapes.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;
using Registers = std::set<uint32_t>;

struct GuessState {
    Registers exact;                // registers with the load's value
    Registers derived;              // registers with the load's value or one computed from it
    Registers older;                // like `derived`, for earlier executions of the load
    Registers results;              // registers with the result of a swap that compared `exact`
    std::map<uint32_t, bool> tells; // predicates, with their value if the swap succeeds
    friend auto operator<=>(const GuessState&, const GuessState&) = default;

    void overwrite(uint32_t reg) {
        for (Registers* const registers : {&exact, &derived, &older, &results}) registers->erase(reg);
        tells.erase(reg);
    }
};

bool any_of_registers(const ptx::Operand& operand, const Registers& registers) {
    return std::ranges::any_of(elements_of(operand), [&](const ptx::Operand& element) {
        const auto reg = register_of(element);
        return reg && registers.contains(*reg);
    });
}

bool is_in_address(const ptx::Operand& operand, const Registers& registers) {
    const auto* const place = std::get_if<ptx::Address>(&operand.value);
    const auto* const base = place == nullptr ? nullptr : std::get_if<ptx::Register>(&place->base);
    return base != nullptr && registers.contains(base->index);
}

/// Follows each path separately, because only the first swap in a loop compares the load's value.
class GuessWays {
public:
    GuessWays(const ptx::Function& function, const ptx::ControlFlowGraph& graph, uint32_t load,
              const std::set<uint32_t>& swaps)
        : function_(function)
        , graph_(graph)
        , load_(load)
        , swaps_(swaps)
        , seen_(graph.blocks.size()) {}

    bool escapes() {
        constexpr size_t max = 4096;
        enter(graph_.block_of[load_], {});
        for (size_t steps = 0; !open_.empty(); ++steps) {
            if (steps == max) return true;
            auto [block, state] = std::move(open_.back());
            open_.pop_back();
            if (run(block, state)) return true;
            leave(block, state);
        }
        return false;
    }

private:
    void enter(uint32_t block, const GuessState& state) {
        if (seen_[block].insert(state).second) open_.emplace_back(block, state);
    }

    bool run(uint32_t block, GuessState& state) const {
        for (uint32_t i = graph_.blocks[block].first; i < graph_.blocks[block].end; ++i) {
            if (writes_guess(i, state)) return true;
            step(i, state);
        }
        return false;
    }

    [[nodiscard]] bool writes_guess(uint32_t i, const GuessState& state) const {
        const ptx::Instruction& in = function_.body[i];
        size_t first = 0; // first operand written to memory
        if (in.opcode == Opcode::st && (in.modifiers.space != ptx::Space::param || is_result(in.operands[0])))
            first = 1;
        else if (in.opcode == Opcode::red)
            first = 1;
        else if (in.opcode == Opcode::atom && !swaps_.contains(i))
            first = 2;
        if (first == 0 || in.operands.size() <= first) return false;
        const auto writes = [&](const Registers& guesses) {
            return is_in_address(in.operands[first - 1], guesses) ||
                   std::any_of(in.operands.begin() + static_cast<ptrdiff_t>(first), in.operands.end(),
                               [&](const ptx::Operand& operand) { return any_of_registers(operand, guesses); });
        };
        return writes(state.derived) || writes(state.older);
    }

    [[nodiscard]] bool is_result(const ptx::Operand& address) const {
        const std::string* const symbol = symbol_of(address);
        return symbol != nullptr &&
               std::ranges::find(function_.results, *symbol, &ptx::Variable::name) != function_.results.end();
    }

    void step(uint32_t i, GuessState& state) const {
        const ptx::Instruction& in = function_.body[i];
        const std::vector<uint32_t> targets = effects_of(function_, in).writes;
        if (targets.empty()) return;
        const GuessState before = state;
        for (const uint32_t reg : targets) {
            if (!in.predicated) state.overwrite(reg);
            state.exact.erase(reg); // under a predicate, the register may keep its old value
            state.results.erase(reg);
            state.tells.erase(reg);
        }
        if (i == load_) {
            state.older.insert(before.derived.begin(), before.derived.end());
            if (!in.predicated) state.older.erase(targets[0]);
            state.exact = state.derived = {targets[0]};
            state.results.clear();
            state.tells.clear();
        } else if (in.opcode == Opcode::atom) {
            const auto compared = swaps_.contains(i) ? register_of(in.operands[2]) : std::nullopt;
            if (compared && before.exact.contains(*compared) && !in.predicated) state.results = {targets[0]};
        } else if (in.opcode == Opcode::setp) {
            if (!in.predicated) note_comparison(in, before, state);
        } else if (in.opcode != Opcode::ld) {
            carry(in, targets, before, state);
        } else if (in.operands.size() > 1) {
            if (is_in_address(in.operands[1], before.derived)) state.derived.insert(targets.begin(), targets.end());
            if (is_in_address(in.operands[1], before.older)) state.older.insert(targets.begin(), targets.end());
        }
    }

    static void note_comparison(const ptx::Instruction& in, const GuessState& before, GuessState& state) {
        const bool equal = in.modifiers.compare == ptx::Compare::eq, differs = in.modifiers.compare == ptx::Compare::ne;
        if (in.operands.size() != 3 || (!equal && !differs) || in.modifiers.bool_op != ptx::BoolOp::none ||
            in.modifiers.types.empty() || !ptx::is_integer(in.modifiers.types[0])) // for floating point, 0 equals -0
            return;
        const auto a = register_of(in.operands[1]), b = register_of(in.operands[2]);
        if (!a || !b) return;
        if ((before.exact.contains(*a) && before.results.contains(*b)) ||
            (before.exact.contains(*b) && before.results.contains(*a)))
            state.tells[*register_of(in.operands[0])] = equal;
    }

    static void carry(const ptx::Instruction& in, const std::vector<uint32_t>& targets, const GuessState& before,
                      GuessState& state) {
        const auto reads = [&](const Registers& registers) {
            return std::any_of(in.operands.begin() + 1, in.operands.end(),
                               [&](const ptx::Operand& operand) { return any_of_registers(operand, registers); });
        };
        if (in.operands.empty()) return;
        if (reads(before.derived)) state.derived.insert(targets.begin(), targets.end());
        if (reads(before.older)) state.older.insert(targets.begin(), targets.end());
        if (in.opcode != Opcode::mov || in.predicated || in.operands.size() != 2 || targets.size() != 1) return;
        const auto source = register_of(in.operands[1]);
        if (source && before.exact.contains(*source)) state.exact.insert(targets[0]);
        if (source && before.results.contains(*source)) state.results.insert(targets[0]);
    }

    void leave(uint32_t block, const GuessState& state) {
        const ptx::BasicBlock& from = graph_.blocks[block];
        const ptx::Instruction& last = function_.body[from.end - 1];
        const auto* const label = last.opcode == Opcode::bra && last.predicated && last.operands.size() == 1
                                      ? std::get_if<ptx::LabelRef>(&last.operands[0].value)
                                      : nullptr;
        const auto told = label == nullptr ? state.tells.end() : state.tells.find(last.predicate.index);
        for (const uint32_t next : from.successors) {
            if (told == state.tells.end() || from.successors.size() != 2) {
                enter(next, state);
                continue;
            }
            const bool taken = label->target < graph_.block_of.size() && graph_.block_of[label->target] == next;
            const bool predicate = taken != last.predicate.negated;
            GuessState there = state;
            if (predicate == told->second) {
                there.exact.clear();
                there.derived.clear();
                there.results.clear();
            }
            there.tells.clear();
            enter(next, there);
        }
    }

    const ptx::Function& function_;
    const ptx::ControlFlowGraph& graph_;
    uint32_t load_;
    const std::set<uint32_t>& swaps_;
    std::vector<std::set<GuessState>> seen_; // by block
    std::vector<std::pair<uint32_t, GuessState>> open_;
};

} // namespace

bool guess_escapes(const ptx::Function& function, const ptx::ControlFlowGraph& graph, uint32_t load,
                   const std::set<uint32_t>& swaps) {
    return GuessWays(function, graph, load, swaps).escapes();
}

} // namespace warpscope::metrics
