#include "metrics/wait_loads.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

const ptx::Register* as_register(const ptx::Operand& operand) { return std::get_if<ptx::Register>(&operand.value); }

bool reads_any(const ptx::Instruction& in, const std::set<uint32_t>& registers) {
    return std::any_of(in.operands.begin() + 1, in.operands.end(), [&](const ptx::Operand& operand) {
        const ptx::Register* const source = as_register(operand);
        return source != nullptr && registers.contains(source->index);
    });
}

/// Whether the branch at the end of the load's block depends on what the load reads.
bool decides_branch(const ptx::Function& function, const ptx::BasicBlock& block, uint32_t load) {
    const ptx::Register* const value = as_register(function.body[load].operands[0]);
    if (value == nullptr) return false;
    std::set<uint32_t> depends{value->index};
    for (uint32_t k = load + 1; k < block.end; ++k) {
        const ptx::Instruction& in = function.body[k];
        if (in.opcode == Opcode::bra) return in.predicated && depends.contains(in.predicate.index);
        if (in.operands.empty() || !reads_any(in, depends)) continue;
        if (const ptx::Register* const target = as_register(in.operands[0])) depends.insert(target->index);
    }
    return false;
}

bool is_in_loop(const ptx::ControlFlowGraph& graph, uint32_t block) {
    std::vector<uint32_t> open = graph.blocks[block].successors;
    std::vector<bool> seen(graph.blocks.size());
    while (!open.empty()) {
        const uint32_t next = open.back();
        open.pop_back();
        if (next == block) return true;
        if (seen[next]) continue;
        seen[next] = true;
        const std::vector<uint32_t>& more = graph.blocks[next].successors;
        open.insert(open.end(), more.begin(), more.end());
    }
    return false;
}

bool is_swap(const ptx::Instruction& in) {
    return in.opcode == Opcode::atom && in.modifiers.atomic == ptx::AtomicOp::cas && in.operands.size() >= 4;
}

/// Parameters of a function that does atom.cas for its caller.
struct SwapParameters {
    size_t address = 0, compared = 0;
};

std::optional<SwapParameters> swap_parameters(const ptx::Function& function) {
    std::unordered_map<uint32_t, const ptx::Instruction*> set_by;
    const ptx::Instruction* swap = nullptr;
    for (const ptx::Instruction& in : function.body) {
        if (is_swap(in)) swap = &in;
        const ptx::Register* const target = in.operands.size() < 2 ? nullptr : as_register(in.operands[0]);
        if (target == nullptr) continue;
        const auto [place, fresh] = set_by.try_emplace(target->index, &in);
        if (!fresh) place->second = nullptr;
    }
    if (swap == nullptr) return std::nullopt;
    // By moves and conversions of the address only.
    const auto parameter_of = [&](const ptx::Register* reg) -> std::optional<size_t> {
        while (reg != nullptr) {
            const auto found = set_by.find(reg->index);
            if (found == set_by.end() || found->second == nullptr || found->second->predicated) return std::nullopt;
            const ptx::Instruction& in = *found->second;
            if (in.opcode == Opcode::ld && in.modifiers.space == ptx::Space::param) {
                const auto* const place = std::get_if<ptx::Address>(&in.operands[1].value);
                const auto* const symbol = place == nullptr ? nullptr : std::get_if<ptx::SymbolRef>(&place->base);
                if (symbol == nullptr || place->offset != 0) return std::nullopt;
                const auto parameter = std::ranges::find(function.parameters, symbol->name, &ptx::Variable::name);
                if (parameter == function.parameters.end()) return std::nullopt;
                return static_cast<size_t>(parameter - function.parameters.begin());
            }
            if (in.opcode != Opcode::mov && in.opcode != Opcode::cvta) return std::nullopt;
            reg = as_register(in.operands[1]);
        }
        return std::nullopt;
    };
    const auto* const place = std::get_if<ptx::Address>(&swap->operands[1].value);
    if (place == nullptr || place->offset != 0) return std::nullopt;
    const auto address = parameter_of(std::get_if<ptx::Register>(&place->base));
    const auto compared = parameter_of(as_register(swap->operands[2]));
    if (!address || !compared) return std::nullopt;
    return SwapParameters{*address, *compared};
}

/// The loads of a function whose values an atom.cas at the same address compares with, also one in a function that it
/// calls. Costs nothing without either.
class Guesses {
public:
    Guesses(const ptx::Function& function, const ptx::Module& module) {
        for (const ptx::Instruction& in : function.body) {
            if (is_swap(in)) swaps_.push_back({{}, &in, as_register(in.operands[2])});
            for (const ptx::CallOperands& call : in.call) add_call(function, call, module);
        }
        if (swaps_.empty()) return;
        for (const ptx::Instruction& in : function.body) {
            const ptx::Register* const target = in.operands.size() < 2 ? nullptr : as_register(in.operands[0]);
            if (target == nullptr || in.opcode == Opcode::st || in.opcode == Opcode::red) continue;
            const auto [place, fresh] = set_by_.try_emplace(target->index, &in);
            if (!fresh) place->second = nullptr;
            const ptx::Register* const source = as_register(in.operands[1]);
            if (in.opcode == Opcode::mov && source != nullptr) moves_[source->index].push_back(target->index);
        }
        for (Swap& swap : swaps_) swap.address = address_text(*swap.instruction);
    }

    [[nodiscard]] bool contains(const ptx::Instruction& load) const {
        const ptx::Register* const value = as_register(load.operands[0]);
        if (swaps_.empty() || value == nullptr) return false;
        const std::string address = address_text(load);
        std::set<uint32_t> copies; // found when the first swap asks for them
        return !address.empty() && std::ranges::any_of(swaps_, [&](const Swap& swap) {
            if (swap.address != address || swap.compared == nullptr) return false;
            if (copies.empty()) copies = copies_of(value->index);
            return copies.contains(swap.compared->index);
        });
    }

private:
    struct Swap {
        std::string address;
        const ptx::Instruction* instruction = nullptr; // the atom.cas, or the store of the address as an argument
        const ptx::Register* compared = nullptr;
    };

    void add_call(const ptx::Function& function, const ptx::CallOperands& call, const ptx::Module& module) {
        const auto* const symbol = std::get_if<ptx::SymbolRef>(&call.callee.value);
        const ptx::Function* const callee = symbol == nullptr ? nullptr : module.find_function(symbol->name);
        const auto parameters = callee == nullptr ? std::nullopt : swap_parameters(*callee);
        if (!parameters) return;
        const auto stored_to = [&](size_t argument) -> const ptx::Instruction* {
            if (argument >= call.arguments.size()) return nullptr;
            const auto* const name = std::get_if<ptx::SymbolRef>(&call.arguments[argument].value);
            const auto found = std::ranges::find_if(function.body, [&](const ptx::Instruction& in) {
                if (name == nullptr || in.opcode != Opcode::st || in.operands.size() != 2) return false;
                const auto* const place = std::get_if<ptx::Address>(&in.operands[0].value);
                const auto* const base = place == nullptr ? nullptr : std::get_if<ptx::SymbolRef>(&place->base);
                return base != nullptr && base->name == name->name && as_register(in.operands[1]) != nullptr;
            });
            return found == function.body.end() ? nullptr : &*found;
        };
        const ptx::Instruction *const address = stored_to(parameters->address), *const compared =
                                                                                    stored_to(parameters->compared);
        if (address != nullptr && compared != nullptr)
            swaps_.push_back({{}, address, as_register(compared->operands[1])});
    }

    /// Equal for accesses to one place: a variable or a register, and the distance from it. Empty when there is none.
    [[nodiscard]] std::string address_text(const ptx::Instruction& in) const {
        if (in.opcode == Opcode::st) return base_text(as_register(in.operands[1])->index, 0);
        for (const ptx::Operand& operand : in.operands)
            if (const auto* const place = std::get_if<ptx::Address>(&operand.value)) {
                if (const auto* const symbol = std::get_if<ptx::SymbolRef>(&place->base))
                    return fmt::format("{}+{}", symbol->name, place->offset + symbol->offset);
                if (const auto* const reg = std::get_if<ptx::Register>(&place->base))
                    return base_text(reg->index, place->offset);
            }
        return {};
    }

    /// Follows moves, conversions of addresses and sums with constants, as long as each register is set in one place.
    [[nodiscard]] std::string base_text(uint32_t reg, int64_t offset) const {
        for (uint32_t steps = 0; steps < longest_chain; ++steps) {
            const auto set = set_by_.find(reg);
            if (set == set_by_.end() || set->second == nullptr || set->second->predicated) break;
            const ptx::Instruction& in = *set->second;
            const bool copies = (in.opcode == Opcode::mov || in.opcode == Opcode::cvta) && in.operands.size() == 2;
            const auto* const number = in.operands.size() == 3 && in.opcode == Opcode::add
                                           ? std::get_if<ptx::Immediate>(&in.operands[2].value)
                                           : nullptr;
            if (!copies && number == nullptr) break;
            if (const auto* const symbol = std::get_if<ptx::SymbolRef>(&in.operands[1].value))
                return fmt::format("{}+{}", symbol->name, offset + symbol->offset);
            const ptx::Register* const source = as_register(in.operands[1]);
            if (source == nullptr) break;
            reg = source->index;
            if (number != nullptr) offset += static_cast<int64_t>(number->bits);
        }
        return fmt::format("%{}+{}", reg, offset);
    }

    /// Registers that hold the same value as `first` somewhere, by way of moves.
    [[nodiscard]] std::set<uint32_t> copies_of(uint32_t first) const {
        std::set<uint32_t> copies{first};
        std::vector<uint32_t> open{first};
        while (!open.empty()) {
            const auto targets = moves_.find(open.back());
            open.pop_back();
            if (targets == moves_.end()) continue;
            for (const uint32_t target : targets->second)
                if (copies.insert(target).second) open.push_back(target);
        }
        return copies;
    }

    static constexpr uint32_t longest_chain = 16;

    std::vector<Swap> swaps_;
    std::unordered_map<uint32_t, const ptx::Instruction*> set_by_; // by register; null: set in several places
    std::unordered_map<uint32_t, std::vector<uint32_t>> moves_;    // by register: where its value is moved
};

} // namespace

WaitLoads find_wait_loads(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                          const ptx::Module& module) {
    WaitLoads out;
    const Guesses guesses(function, module);
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        const ptx::Instruction& in = function.body[k];
        if (in.opcode != Opcode::ld || in.operands.size() != 2) continue;
        const uint32_t block = graph.block_of[k];
        const bool is_volatile = in.modifiers.semantics == ptx::Semantics::volatile_;
        if (is_volatile && decides_branch(function, graph.blocks[block], k) && is_in_loop(graph, block))
            out.waiting.push_back(k);
        const ptx::Space space = in.modifiers.space;
        const bool elsewhere = space == ptx::Space::local || space == ptx::Space::param || space == ptx::Space::const_;
        if (!is_volatile && !elsewhere && guesses.contains(in)) out.guesses.push_back(k);
    }
    return out;
}

} // namespace warpscope::metrics
