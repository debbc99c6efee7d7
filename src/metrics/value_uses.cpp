#include "metrics/value_uses.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

constexpr uint32_t longest_chain = 16; // instructions between a load and a store of its value

uint64_t low_bits(uint32_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

std::optional<uint32_t> register_of(const ptx::Operand& operand) {
    if (const auto* reg = std::get_if<ptx::Register>(&operand.value)) return reg->index;
    return std::nullopt;
}

std::optional<uint64_t> constant_of(const ptx::Operand& operand) {
    if (const auto* value = std::get_if<ptx::Immediate>(&operand.value); value != nullptr && !value->floating)
        return value->bits;
    return std::nullopt;
}

/// A vector's elements, or the operand itself.
std::span<const ptx::Operand> elements_of(const ptx::Operand& operand) {
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value)) return vector->elements;
    return {&operand, 1};
}

bool is_integer(ptx::Type type) {
    switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2:
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
    case ptx::Type::f32:
    case ptx::Type::f64:
    case ptx::Type::pred: return false;
    default: return true;
    }
}
bool is_signed(ptx::Type type) {
    return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}

bool is_load(const ptx::Instruction& in) { return in.opcode == Opcode::ld && in.operands.size() == 2; }
bool is_store(const ptx::Instruction& in) { return in.opcode == Opcode::st && in.operands.size() == 2; }
uint32_t element_bytes(const ptx::Instruction& in) {
    return in.modifiers.types.empty() ? 0 : ptx::size_of(in.modifiers.types[0]);
}

/// cvt between integers whose result has the source's bits where it had them, and zeros above.
std::optional<uint32_t> kept_width(const ptx::Instruction& in) {
    const auto& types = in.modifiers.types;
    if (in.opcode != Opcode::cvt || types.size() != 2 || !is_integer(types[0]) || !is_integer(types[1]))
        return std::nullopt;
    const uint32_t to = 8 * ptx::size_of(types[0]), from = 8 * ptx::size_of(types[1]);
    if (in.modifiers.sat || (is_signed(types[1]) && from < to)) return std::nullopt;
    return std::min(to, from);
}

class FunctionUses {
public:
    explicit FunctionUses(const ptx::Function& function)
        : function_(function)
        , definition_(function.registers.size(), none)
        , needed_(function.registers.size())
        , stored_(function.body.size()) {
        find_definitions();
        for (uint32_t k = 0; k < function_.body.size(); ++k)
            if (is_store(function_.body[k])) trace_store(k);
        do {
            changed_ = false;
            for (size_t k = function_.body.size(); k-- > 0;) spread(function_.body[k]);
        } while (changed_);
    }

    struct Source {
        uint32_t load = 0, element = 0; // instruction of the function
        uint64_t bits = 0;
    };
    /// Of a store, by element.
    [[nodiscard]] const std::vector<std::vector<Source>>& stored(uint32_t instruction) const {
        return stored_[instruction];
    }
    [[nodiscard]] uint64_t needed(const ptx::Operand& loaded) const {
        const auto reg = register_of(loaded);
        return reg ? needed_[*reg] : 0;
    }

private:
    static constexpr uint32_t none = ~0u, several = ~0u - 1;

    void find_definitions() {
        for (uint32_t k = 0; k < function_.body.size(); ++k) {
            const ptx::Instruction& in = function_.body[k];
            for (const ptx::CallOperands& call : in.call)
                for (const ptx::Operand& result : call.results)
                    if (const auto reg = register_of(result)) definition_[*reg] = several;
            if (is_store(in) || in.operands.empty()) continue;
            for (const ptx::Operand& operand : elements_of(in.operands[0]))
                if (const auto reg = register_of(operand)) {
                    uint32_t& known = definition_[*reg];
                    known = known == none && !in.predicated ? k : several;
                }
        }
    }

    /// Where the bits `wanted` of a register come from; what comes from elsewhere is needed. `in_or`: they are or-ed to
    /// others, and nothing has made room for those.
    void trace(uint32_t reg, uint64_t wanted, uint32_t steps, bool in_or, std::vector<Source>& sources) {
        const uint32_t at = definition_[reg];
        if (at >= several || steps == longest_chain) return need(reg, wanted);
        const ptx::Instruction& in = function_.body[at];
        const auto& o = in.operands;
        if (is_load(in)) {
            if (in_or) return need(reg, wanted); // x | 1 depends on x, else whoever forgets to set flags is not found
            const auto elements = elements_of(o[0]);
            for (uint32_t e = 0; e < elements.size(); ++e)
                if (register_of(elements[e]) == reg) sources.push_back({at, e, wanted});
            return;
        }
        const auto source = o.size() > 1 ? register_of(o[1]) : std::nullopt;
        if (in.opcode == Opcode::mov && o.size() == 2 && source)
            return trace(*source, wanted, steps + 1, in_or, sources);
        if (const auto width = kept_width(in); width && source)
            return trace(*source, wanted & low_bits(*width), steps + 1, in_or, sources);
        if (in.opcode == Opcode::and_ && o.size() == 3 && source)
            if (const auto mask = constant_of(o[2])) return trace(*source, wanted & *mask, steps + 1, false, sources);
        if (in.opcode == Opcode::or_ && o.size() == 3 && source && is_integer(in.modifiers.types.at(0))) {
            const auto other = register_of(o[2]);
            if (const auto set = constant_of(o[2]); set || other) {
                trace(*source, wanted & ~set.value_or(0), steps + 1, true, sources);
                if (other) trace(*other, wanted, steps + 1, true, sources);
                return;
            }
        }
        need(reg, wanted);
    }

    void trace_store(uint32_t k) {
        const ptx::Instruction& in = function_.body[k];
        const uint64_t all = low_bits(8 * element_bytes(in));
        for (const ptx::Operand& element : elements_of(in.operands[1])) {
            auto& sources = stored_[k].emplace_back();
            if (const auto reg = register_of(element)) trace(*reg, all, 0, false, sources);
        }
    }

    void need(uint32_t reg, uint64_t bits) {
        if ((bits & ~needed_[reg]) == 0) return;
        needed_[reg] |= bits;
        changed_ = true;
    }
    void need(const ptx::Operand& operand, uint64_t bits) {
        for (const ptx::Operand& element : elements_of(operand))
            if (const auto reg = register_of(element)) need(*reg, bits);
        if (const auto* place = std::get_if<ptx::Address>(&operand.value))
            if (const auto* base = std::get_if<ptx::Register>(&place->base)) need(base->index, ~0ull);
    }

    /// From what is needed of an instruction's result to what is needed of its sources.
    void spread(const ptx::Instruction& in) {
        const auto& o = in.operands;
        if (is_store(in)) return need(o[0], ~0ull);
        for (const ptx::CallOperands& call : in.call) {
            need(call.callee, ~0ull);
            for (const ptx::Operand& argument : call.arguments) need(argument, ~0ull);
        }
        const auto result = o.empty() ? std::nullopt : register_of(o[0]);
        const bool known = result && o.size() >= 2 && !in.modifiers.types.empty() && is_integer(in.modifiers.types[0]);
        const uint64_t wanted = known ? needed_[*result] : ~0ull;
        const auto number = o.size() > 2 ? constant_of(o[2]) : std::nullopt;
        const uint32_t width = in.modifiers.types.empty() ? 0 : 8 * ptx::size_of(in.modifiers.types[0]);
        if (result && in.opcode == Opcode::mov && o.size() == 2 && register_of(o[1]))
            return need(o[1], needed_[*result]);
        if (known)
            if (const auto kept = kept_width(in)) return need(o[1], wanted & low_bits(*kept));
        if (known && in.opcode == Opcode::and_ && number) return need(o[1], wanted & *number);
        if (known && (in.opcode == Opcode::and_ || in.opcode == Opcode::or_ || in.opcode == Opcode::xor_)) {
            for (size_t k = 1; k < o.size(); ++k) need(o[k], wanted);
            return;
        }
        if (known && in.opcode == Opcode::shl && number) return need(o[1], *number < width ? wanted >> *number : 0);
        if (known && in.opcode == Opcode::shr && number && *number < width) {
            // The sign fills the top.
            const bool top = is_signed(in.modifiers.types[0]) && (wanted & ~low_bits(width - *number)) != 0;
            return need(o[1], ((wanted << *number) & low_bits(width)) | (top ? 1ull << (width - 1) : 0));
        }
        if (known && in.opcode == Opcode::bfe && o.size() == 4 && number && constant_of(o[3]) && wanted != 0 &&
            *number < 64)
            return need(o[1], low_bits(static_cast<uint32_t>(std::min<uint64_t>(*constant_of(o[3]), 64))) << *number);
        for (size_t k = 0; k < o.size(); ++k)
            if (k != 0 || !result || in.opcode == Opcode::red) need(o[k], ~0ull);
    }

    const ptx::Function& function_;
    std::vector<uint32_t> definition_; // by register: the one instruction that sets it
    std::vector<uint64_t> needed_;     // by register
    std::vector<std::vector<std::vector<Source>>> stored_;
    bool changed_ = false;
};

/// Of the compiler's ".pragma used_bytes_mask": the bits of an element that count.
uint64_t meant_bits(const ptx::Instruction& in, uint32_t element) {
    const uint32_t bytes = element_bytes(in);
    uint64_t bits = 0;
    for (uint32_t b = 0; b < bytes; ++b)
        if ((in.used_bytes >> (element * bytes + b) & 1) != 0) bits |= 0xffull << (8 * b);
    return bits;
}

} // namespace

ValueUses::ValueUses(const simt::Program& program)
    : of_pc_(program.instructions().size()) {
    const auto& instructions = program.instructions();
    for (uint32_t pc = 0; pc < instructions.size();) {
        const ptx::Function& function = program.module().functions[instructions[pc].function];
        const FunctionUses uses(function);
        const uint32_t first = pc;
        const auto use_at = [&](uint32_t k) -> AccessUse& {
            uint32_t& index = of_pc_[first + k];
            if (index == 0) {
                uses_.emplace_back().element_bytes = element_bytes(function.body[k]);
                index = static_cast<uint32_t>(uses_.size());
            }
            return uses_[index - 1];
        };
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            const ptx::Instruction& in = function.body[k];
            if (!is_load(in)) continue;
            const auto elements = elements_of(in.operands[0]);
            for (uint32_t e = 0; e < elements.size(); ++e) {
                const uint64_t meant = meant_bits(in, e);
                use_at(k).loaded.push_back({no_copy, uses.needed(elements[e]) & meant, meant});
            }
        }
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            const auto& stored = uses.stored(k);
            const bool copies = std::ranges::any_of(stored, [](const auto& sources) { return !sources.empty(); });
            if (!copies) continue;
            std::vector<std::vector<CopiedBits>> bits;
            for (const auto& sources : stored) {
                auto& element = bits.emplace_back();
                for (const auto& source : sources) {
                    LoadedElement& loaded = use_at(source.load).loaded[source.element];
                    if (loaded.copy == no_copy) {
                        loaded.copy = static_cast<uint32_t>(loads_.size());
                        loads_.push_back(first + source.load);
                    }
                    element.push_back({loaded.copy, source.bits & loaded.meant});
                }
            }
            use_at(k).stored = std::move(bits);
        }
        pc += static_cast<uint32_t>(function.body.size());
    }
}

} // namespace warpscope::metrics
