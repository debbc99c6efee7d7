#include "metrics/races/program/cas_loop_loads.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <variant>

#include "metrics/races/program/guess_escapes.hpp"
#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

const ptx::Register* as_register(const ptx::Operand& operand) { return std::get_if<ptx::Register>(&operand.value); }

bool is_swap(const ptx::Instruction& in) {
    return in.opcode == Opcode::atom && in.modifiers.atomic == ptx::AtomicOp::cas && in.operands.size() >= 4;
}

struct SwapParameters {
    size_t address = 0, compared = 0;
};

std::optional<SwapParameters> swap_parameters(const ptx::Function& function) {
    const ptx::Instruction* swap = nullptr;
    for (const ptx::Instruction& in : function.body)
        if (is_swap(in)) swap = &in;
    if (swap == nullptr) return std::nullopt;
    const ptx::Definitions definitions(function);
    const auto parameter_of = [&](const ptx::Register* reg) -> std::optional<size_t> {
        while (reg != nullptr) {
            const auto set = definitions.only(reg->index);
            if (!set || function.body[*set].operands.size() < 2) return std::nullopt;
            const ptx::Instruction& in = function.body[*set];
            if (in.opcode == Opcode::ld && in.modifiers.space == ptx::Space::param) {
                const std::string* const symbol = symbol_of(in.operands[1]);
                if (symbol == nullptr || std::get<ptx::Address>(in.operands[1].value).offset != 0) return std::nullopt;
                const auto parameter = std::ranges::find(function.parameters, *symbol, &ptx::Variable::name);
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

/// Finds loads whose value a later atom.cas compares, perhaps in a called function.
class Guesses {
public:
    Guesses(const ptx::Function& function, const ptx::Module& module)
        : function_(function) {
        for (const ptx::Instruction& in : function.body) {
            if (is_swap(in)) swaps_.push_back({{}, &in, as_register(in.operands[2])});
            for (const ptx::CallOperands& call : in.call) add_call(function, call, module);
        }
        if (swaps_.empty()) return;
        definitions_.emplace(function);
        for (const ptx::Instruction& in : function.body) {
            if (in.opcode != Opcode::mov || in.operands.size() != 2) continue;
            const ptx::Register *const target = as_register(in.operands[0]), *const source =
                                                                                 as_register(in.operands[1]);
            if (target != nullptr && source != nullptr) moves_[source->index].push_back(target->index);
        }
        for (Swap& swap : swaps_)
            swap.address = swap.instruction->opcode == Opcode::st
                               ? base_of(function_, *definitions_, as_register(swap.instruction->operands[1])->index)
                               : base_of(function_, *definitions_, *swap.instruction);
    }

    [[nodiscard]] bool contains(const ptx::Instruction& load) const {
        const ptx::Register* const value = as_register(load.operands[0]);
        if (swaps_.empty() || value == nullptr) return false;
        const auto address = base_of(function_, *definitions_, load);
        std::set<uint32_t> copies;
        return address && std::ranges::any_of(swaps_, [&](const Swap& swap) {
                   if (swap.address != address || swap.compared == nullptr) return false;
                   if (copies.empty()) copies = copies_of(value->index);
                   return copies.contains(swap.compared->index);
               });
    }

    /// Returns the compare-and-swaps at the load's address, except those in callees.
    [[nodiscard]] std::set<uint32_t> swaps_at_place_of(const ptx::Instruction& load) const {
        std::set<uint32_t> out;
        const auto address = base_of(function_, *definitions_, load);
        for (const Swap& swap : swaps_)
            if (address && swap.address == address && swap.instruction->opcode == Opcode::atom)
                out.insert(static_cast<uint32_t>(swap.instruction - function_.body.data()));
        return out;
    }

private:
    struct Swap {
        std::optional<ptx::BaseAddress> address;
        /// The atom.cas, or the store that passes the address to a callee with an atom.cas.
        const ptx::Instruction* instruction = nullptr;
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
                const std::string* const base = symbol_of(in.operands[0]);
                return base != nullptr && *base == name->name && as_register(in.operands[1]) != nullptr;
            });
            return found == function.body.end() ? nullptr : &*found;
        };
        const ptx::Instruction *const address = stored_to(parameters->address), *const compared =
                                                                                    stored_to(parameters->compared);
        if (address != nullptr && compared != nullptr)
            swaps_.push_back({{}, address, as_register(compared->operands[1])});
    }

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

    const ptx::Function& function_;
    std::vector<Swap> swaps_;
    std::optional<ptx::Definitions> definitions_; // only if there are swaps
    std::unordered_map<uint32_t, std::vector<uint32_t>> moves_;
};

} // namespace

std::vector<uint32_t> find_cas_loop_loads(const ptx::Function& function, const ptx::Module& module,
                                          const ptx::ControlFlowGraph& graph) {
    std::vector<uint32_t> out;
    const Guesses guesses(function, module);
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        const ptx::Instruction& in = function.body[k];
        if (in.opcode != Opcode::ld || in.operands.size() != 2) continue;
        const ptx::Space space = in.modifiers.space;
        const bool elsewhere = space == ptx::Space::local || space == ptx::Space::param || space == ptx::Space::const_;
        const bool is_volatile = in.modifiers.semantics == ptx::Semantics::volatile_;
        if (!is_volatile && !elsewhere && guesses.contains(in) &&
            !guess_escapes(function, graph, k, guesses.swaps_at_place_of(in)))
            out.push_back(k);
    }
    return out;
}

} // namespace warpscope::metrics
