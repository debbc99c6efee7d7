#include "metrics/value_uses.hpp"

#include "metrics/function_uses.hpp"
#include "metrics/instruction_forms.hpp"

namespace warpscope::metrics {
namespace {

/// Of the compiler's ".pragma used_bytes_mask": the bits of an element that count.
uint64_t meant_bits(const ptx::Instruction& in, uint32_t element) {
    const uint32_t bytes = element_bytes(in);
    uint64_t bits = 0;
    for (uint32_t b = 0; b < bytes && b < sizeof(bits); ++b)
        if ((in.used_bytes >> (element * bytes + b) & 1) != 0) bits |= 0xffull << (8 * b);
    return bits;
}

} // namespace

ValueUses::ValueUses(const simt::Program& program)
    : of_pc_(program.instructions().size()) {
    const auto& instructions = program.instructions();
    for (uint32_t pc = 0; pc < instructions.size();) {
        const ptx::Function& function = program.module().functions[instructions[pc].function];
        add_function(function, pc);
        pc += static_cast<uint32_t>(function.body.size());
    }
}

AccessUse& ValueUses::use_at(uint32_t pc) {
    uint32_t& index = of_pc_[pc];
    if (index == 0) {
        uses_.emplace_back();
        index = static_cast<uint32_t>(uses_.size());
    }
    return uses_[index - 1];
}

void ValueUses::add_function(const ptx::Function& function, uint32_t first) {
    const FunctionUses uses(function);
    const auto sure = sure_uses(function);
    const auto& body = function.body;
    for (uint32_t k = 0; k < body.size(); ++k) {
        if (!is_load(body[k])) continue;
        const auto elements = elements_of(body[k].operands[0]);
        for (uint32_t e = 0; e < elements.size(); ++e) {
            const uint64_t meant = meant_bits(body[k], e);
            use_at(first + k).loaded.push_back({no_copy, uses.needed(elements[e]) & meant, meant, sure[k][e]});
        }
    }
    const auto structures = copied_structures(function, uses);
    for (uint32_t k = 0; k < body.size(); ++k) {
        const auto& stored = uses.stored(k);
        if (std::ranges::all_of(stored, [](const auto& sources) { return sources.empty(); })) continue;
        std::vector<StoredElement> elements;
        for (uint32_t e = 0; e < stored.size(); ++e) {
            StoredElement& element = elements.emplace_back();
            element.structure = structures[k][e];
            for (const auto& source : stored[e]) {
                LoadedElement& loaded = use_at(first + source.load).loaded[source.element];
                if (loaded.copy == no_copy) loaded.copy = copies_++;
                element.from.push_back({loaded.copy, source.bits & loaded.meant, source.up, source.masked});
            }
        }
        AccessUse& use = use_at(first + k);
        use.stored = std::move(elements);
        use.passes = body[k].modifiers.space == ptx::Space::param;
    }
}

} // namespace warpscope::metrics
