#include "metrics/uninitialized/value_uses.hpp"

#include <map>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/function_demanded_bits.hpp"

namespace warpscope::metrics {
namespace {

/// Returns the bits that count according to ".pragma used_bytes_mask".
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

std::set<uint32_t> stores_of_unset_registers(const simt::Program& program) {
    std::set<uint32_t> stores;
    const auto& instructions = program.instructions();
    for (uint32_t first = 0; first < instructions.size();) {
        const ptx::Function& function = program.module().functions[instructions[first].function];
        const ptx::Definitions definitions(function);
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            if (!is_store(function.body[k])) continue;
            for (const ptx::Operand& element : elements_of(function.body[k].operands[1]))
                if (const auto reg = register_of(element); reg && !definitions.is_set(*reg)) stores.insert(first + k);
        }
        first += static_cast<uint32_t>(function.body.size());
    }
    return stores;
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
    const ptx::FunctionDemandedBits uses(function);
    const auto sure = guaranteed_uses(function, ptx::GuaranteedUse::none),
               if_received = guaranteed_uses(function, ptx::GuaranteedUse::observable);
    const auto& body = function.body;
    for (uint32_t k = 0; k < body.size(); ++k) {
        if (!is_load(body[k])) continue;
        const auto elements = elements_of(body[k].operands[0]);
        for (uint32_t e = 0; e < elements.size(); ++e) {
            const uint64_t meant = meant_bits(body[k], e);
            use_at(first + k).loaded.push_back({no_copy, uses.needed(elements[e]) & meant, meant, sure[k][e],
                                                if_received[k][e], uses.needed_after_shuffles(elements[e]) & meant});
        }
    }
    std::map<uint32_t, LoadedElement> copied; // key: register; sets only `copy` and `meant`
    const auto for_each_loaded = [&](auto&& visit) {
        for (uint32_t k = 0; k < body.size(); ++k) {
            if (!is_load(body[k])) continue;
            const auto elements = elements_of(body[k].operands[0]);
            for (uint32_t e = 0; e < elements.size(); ++e)
                if (const auto reg = register_of(elements[e])) visit(*reg, use_at(first + k).loaded[e]);
        }
    };
    const auto register_loaded = [&](const ptx::FunctionDemandedBits::Source& source) {
        return *register_of(elements_of(body[source.load].operands[0])[source.element]);
    };
    for (uint32_t k = 0; k < body.size(); ++k)
        for (const ptx::FunctionDemandedBits::Stored& stored : uses.stored(k))
            for (const auto& source : stored.sources) {
                const auto [place, is_new] = copied.try_emplace(register_loaded(source), LoadedElement{no_copy, 0, 0});
                if (is_new) place->second.copy = copies_++;
            }
    for_each_loaded([&](uint32_t reg, LoadedElement& loaded) {
        const auto found = copied.find(reg);
        if (found == copied.end()) return;
        loaded.copy = found->second.copy;
        found->second.meant |= loaded.meant;
    });
    const auto structures = copied_structures(function, uses);
    for (uint32_t k = 0; k < body.size(); ++k) {
        const auto& stored = uses.stored(k);
        if (std::ranges::all_of(stored, [](const auto& e) { return e.sources.empty() && !e.is_unset; })) continue;
        std::vector<StoredElement> elements;
        for (uint32_t e = 0; e < stored.size(); ++e) {
            StoredElement& element = elements.emplace_back();
            element.structure = structures[k][e];
            element.ways = stored[e].ways;
            element.is_unset = stored[e].is_unset;
            for (const auto& source : stored[e].sources) {
                const LoadedElement& loaded = copied.at(register_loaded(source));
                element.from.push_back({loaded.copy, source.bits & loaded.meant, source.up, source.masked, source.way});
            }
        }
        AccessUse& use = use_at(first + k);
        use.stored = std::move(elements);
        use.passes = body[k].modifiers.space == ptx::Space::param;
    }
}

} // namespace warpscope::metrics
