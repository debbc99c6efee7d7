#include "ptx/analysis/aggregate_copies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::ptx {
namespace {

/// Identity of a copy: source base, target base, distance of the offsets, and source location of the store
using CopyOfParts = std::tuple<BaseAddress, BaseAddress, int64_t, std::string, uint32_t, uint32_t>;

struct CopiedElement {
    CopyOfParts copy;
    int64_t offset = 0, bytes = 0;
    int64_t begin = 0, end = 0; // range of this element and the elements copied next to it
};

using StoredPlace = std::tuple<BaseAddress, std::string, uint32_t, uint32_t>;

std::set<StoredPlace> stored_places(const Function& function, const FunctionDemandedBits& uses) {
    std::set<StoredPlace> places;
    for (const Instruction& in : function.body) {
        if (!is_store(in)) continue;
        auto place = uses.base_of(in.operands[0]);
        for (size_t e = 0; place && e < elements_of(in.operands[1]).size(); ++e) {
            places.insert({*place, in.source.file, in.source.line, in.source.column});
            place->offset += element_bytes(in);
        }
    }
    return places;
}

/// Returns nullopt unless the element is stored exactly as loaded.
std::optional<CopiedElement> copied_element(const Function& function, const FunctionDemandedBits& uses, uint32_t k,
                                            uint32_t element, const std::set<StoredPlace>& places) {
    const Instruction& store = function.body[k];
    const uint32_t bytes = element_bytes(store);
    auto to = uses.base_of(store.operands[0]);
    if (!to) return std::nullopt;
    std::optional<BaseAddress> from;
    uint64_t bits = 0;
    int64_t begin = 0, end = bytes;
    for (const FunctionDemandedBits::Source& source : uses.stored(k)[element].sources) {
        // Skips further alternatives of selp: they copy the same member of different objects.
        if (source.way != 0) continue;
        const Instruction& load = function.body[source.load];
        auto place = uses.base_of(load.operands[1]);
        if (!place || source.up % 8 != 0) return std::nullopt;
        place->offset += int64_t{source.element} * element_bytes(load) - source.up / 8;
        if (from && *from != *place) return std::nullopt;
        from = place;
        bits |= moved_up(source.bits, source.up);
        const auto beside = static_cast<int64_t>(elements_of(load.operands[0]).size());
        for (int64_t b = 0; b < beside && element_bytes(load) == bytes && source.up == 0; ++b) {
            BaseAddress there = *to;
            const int64_t distance = (b - source.element) * bytes;
            there.offset += int64_t{element} * bytes + distance;
            if (!places.contains({there, store.source.file, store.source.line, store.source.column})) continue;
            begin = std::min(begin, distance);
            end = std::max(end, distance + bytes);
        }
    }
    if (!from || bits != low_bits(8 * bytes)) return std::nullopt;
    const int64_t offset = from->offset, distance = to->offset + int64_t{element} * bytes - offset;
    from->offset = to->offset = 0;
    return CopiedElement{{*from, *to, distance, store.source.file, store.source.line, store.source.column},
                         offset,
                         bytes,
                         offset + begin,
                         offset + end};
}

bool is_of_the_compiler(const Instruction& in) { return !in.source.file.empty() && in.source.line == 0; }

} // namespace

std::vector<std::vector<std::optional<CopiedStructure>>> copied_structures(const Function& function,
                                                                           const FunctionDemandedBits& uses) {
    struct Extent {
        int64_t begin = 0, end = 0;
    };
    const std::set<StoredPlace> places = stored_places(function, uses);
    std::map<CopyOfParts, Extent> extents;
    std::vector<std::vector<std::optional<CopiedElement>>> elements(function.body.size());
    for (uint32_t k = 0; k < function.body.size(); ++k)
        for (uint32_t e = 0; e < uses.stored(k).size(); ++e) {
            const auto& element = elements[k].emplace_back(copied_element(function, uses, k, e, places));
            if (!element) continue;
            const auto [found, is_new] = extents.try_emplace(element->copy, Extent{element->begin, element->end});
            found->second = {std::min(found->second.begin, element->begin), std::max(found->second.end, element->end)};
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

} // namespace warpscope::ptx
