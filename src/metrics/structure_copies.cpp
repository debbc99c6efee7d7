#include "metrics/structure_copies.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "metrics/instruction_forms.hpp"

namespace warpscope::metrics {
namespace {

/// Bases of the load and of the store, the distance between the offsets, and the expression.
using CopyOfParts = std::tuple<FunctionUses::Place, FunctionUses::Place, int64_t, std::string, uint32_t, uint32_t>;

struct CopiedElement {
    CopyOfParts copy;
    int64_t offset = 0, bytes = 0; // loaded
};

/// Of an element that is stored as it was loaded, by one load or by several.
std::optional<CopiedElement> copied_element(const ptx::Function& function, const FunctionUses& uses, uint32_t k,
                                            uint32_t element) {
    const ptx::Instruction& store = function.body[k];
    const uint32_t bytes = element_bytes(store);
    auto to = uses.place_of(store.operands[0]);
    if (!to) return std::nullopt;
    std::optional<FunctionUses::Place> from; // of the element's first byte
    uint64_t bits = 0;
    for (const FunctionUses::Source& source : uses.stored(k)[element]) {
        const ptx::Instruction& load = function.body[source.load];
        auto place = uses.place_of(load.operands[1]);
        if (!place || source.up % 8 != 0) return std::nullopt;
        place->offset += int64_t{source.element} * element_bytes(load) - source.up / 8;
        if (from && *from != *place) return std::nullopt;
        from = place;
        bits |= moved_up(source.bits, source.up);
    }
    if (!from || bits != low_bits(8 * bytes)) return std::nullopt;
    const int64_t offset = from->offset, distance = to->offset + int64_t{element} * bytes - offset;
    from->offset = to->offset = 0;
    return CopiedElement{
        {*from, *to, distance, store.source.file, store.source.line, store.source.column}, offset, bytes};
}

/// Code that no line of the source stands for.
bool is_of_the_compiler(const ptx::Instruction& in) { return !in.source.file.empty() && in.source.line == 0; }

} // namespace

std::vector<std::vector<std::optional<CopiedStructure>>> copied_structures(const ptx::Function& function,
                                                                           const FunctionUses& uses) {
    struct Extent {
        int64_t begin = 0, end = 0;
    };
    std::map<CopyOfParts, Extent> extents;
    std::vector<std::vector<std::optional<CopiedElement>>> elements(function.body.size());
    for (uint32_t k = 0; k < function.body.size(); ++k)
        for (uint32_t e = 0; e < uses.stored(k).size(); ++e) {
            const auto& element = elements[k].emplace_back(copied_element(function, uses, k, e));
            if (!element) continue;
            const int64_t end = element->offset + element->bytes;
            const auto [found, is_new] = extents.try_emplace(element->copy, Extent{element->offset, end});
            found->second = {std::min(found->second.begin, element->offset), std::max(found->second.end, end)};
        }
    std::vector<std::vector<std::optional<CopiedStructure>>> structures(function.body.size());
    for (uint32_t k = 0; k < function.body.size(); ++k)
        for (const auto& element : elements[k]) {
            auto& structure = structures[k].emplace_back();
            if (!element) continue;
            const Extent& all = extents.at(element->copy);
            const CopiedStructure found{element->offset - all.begin, all.end - element->offset - element->bytes,
                                        is_of_the_compiler(function.body[k])};
            if (found.before + found.after != 0 || found.by_loop) structure = found;
        }
    return structures;
}

} // namespace warpscope::metrics
