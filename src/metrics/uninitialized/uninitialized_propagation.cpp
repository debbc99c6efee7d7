#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>

#include "metrics/uninitialized/access_elements.hpp"
#include "metrics/uninitialized/uninitialized_check.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint8_t nothing_set = 0xff;

LaneRead one_element(LaneRead vector, uint32_t element, uint32_t element_bytes) {
    vector.address += uint64_t{element} * element_bytes;
    vector.bytes = element_bytes;
    return vector;
}

} // namespace

void UninitializedCheck::follow(const simt::MemoryEvent& event) {
    const AccessUse* const use = use_of(event);
    const uint64_t end = event.highest + event.bytes;
    if (event.space == ptx::Space::shared && end > shared_.size()) shared_.resize(end);
    if (event.space == ptx::Space::local && end > local_[event.warp->warp].size()) local_[event.warp->warp].resize(end);
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        const LaneRead access = access_of(event, lane, event.allocation);
        if (event.kind != simt::AccessKind::store)
            for_each_value(event, [&](uint32_t offset, uint32_t bytes) {
                LaneRead part = access;
                part.address += offset;
                part.bytes = bytes;
                follow_load(event, use, lane, part);
            });
        if (event.kind != simt::AccessKind::load) follow_store(event, use, lane, access);
    });
}

LaneRead UninitializedCheck::access_of(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) const {
    if (event.space == ptx::Space::global && allocation == ~0u)
        allocation = launch_.memory->find(event.address[lane]).value_or(~0u);
    return {event.pc, event.space, allocation, event.bytes, event.address[lane]};
}

void UninitializedCheck::follow_load(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane,
                                     const LaneRead& read) {
    const simt::WarpContext& warp = *event.warp;
    std::array<uint8_t, longest_vector> undefined{};
    const uint32_t bytes = read.bytes;
    for (uint32_t b = 0; b < bytes; ++b) undefined[b] = undefined_bits(warp, lane, read, read.address + b);
    const auto is_unset = [&](uint32_t first, uint32_t count) {
        const auto begin = undefined.begin() + first;
        return std::all_of(begin, begin + count, [](uint8_t bits) { return bits == nothing_set; });
    };
    const bool nothing_written = is_unset(0, bytes);
    if (nothing_written && give(event, lane, read)) given_lanes_.whole |= 1u << lane;
    std::array<LoadedElement, longest_vector> loaded{};
    uint32_t elements = 1;
    if (event.kind == simt::AccessKind::load && use != nullptr && !use->loaded.empty()) {
        elements = static_cast<uint32_t>(use->loaded.size());
        std::copy(use->loaded.begin(), use->loaded.end(), loaded.begin());
    }
    // If the value was passed to a function, reports the load before the call.
    const auto handed_over = [&](uint32_t b) {
        return read.space == ptx::Space::local
                   ? undefined_.passed.find(owner_of(warp, read.space, lane), read.address + b)
                   : nullptr;
    };
    std::array<uint64_t, longest_vector> bits{};
    std::array<uint8_t, longest_vector> in_doubt{}; // by byte, for doubt_parts()
    const uint32_t element_bytes = bytes / elements;
    bool wrong = false;
    for (uint32_t b = 0; b < element_bytes * elements; ++b) {
        const uint32_t e = b / element_bytes, shift = 8 * (b % element_bytes);
        if (shift < 64) bits[e] |= uint64_t{undefined[b]} << shift;
        const auto needed = shift < 64 ? static_cast<uint8_t>(loaded[e].needed >> shift) : nothing_set;
        // Compilers load a structure as one vector, even to use a single member. So only used elements count.
        const bool element_missing = elements > 1 && !nothing_written &&
                                     loaded[e].use_from(read.space) == ptx::GuaranteedUse::computed &&
                                     is_unset(e * element_bytes, element_bytes);
        in_doubt[b] = undefined[b] == nothing_set && shift < 64 &&
                      static_cast<uint8_t>(loaded[e].needed_after_shuffles >> shift) != 0;
        const bool missing = element_missing || (undefined[b] != nothing_set ? (undefined[b] & needed) != 0
                                                                             : nothing_written && needed != 0);
        if (missing && !wrong) {
            const LaneRead* const from = handed_over(b);
            const LaneRead blamed = from != nullptr   ? *from
                                    : element_missing ? one_element(read, e, element_bytes)
                                                      : read;
            if (undefined[b] == nothing_set && !element_missing)
                report_or_doubt(event, use, lane, blamed);
            else
                report(warp, lane, blamed);
        }
        wrong = wrong || missing;
    }
    if (!wrong && !nothing_written) doubt_parts(event, lane, read, std::span(in_doubt).first(bytes));
    for (uint32_t e = 0; e < elements; ++e) {
        if (loaded[e].copy == no_copy) continue;
        PendingCopy copy{wrong ? 0 : bits[e] & loaded[e].meant, one_element(read, e, element_bytes), read, false};
        if (copy.undefined != 0)
            if (const LaneRead* const from =
                    handed_over(e * element_bytes + static_cast<uint32_t>(std::countr_zero(copy.undefined)) / 8)) {
                copy.blamed = *from;
                copy.was_passed = true;
            }
        undefined_.load(loaded[e].copy, warp.warp, lane, copy);
    }
}

void UninitializedCheck::doubt_parts(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read,
                                     std::span<const uint8_t> missing) {
    if (read.space != ptx::Space::shared && read.space != ptx::Space::local) return;
    bool is_first = true;
    for (auto from = std::ranges::find(missing, 1); from != missing.end();) {
        const auto end = std::find(from, missing.end(), uint8_t{0});
        LaneRead part = read;
        part.address += static_cast<uint64_t>(from - missing.begin());
        part.bytes = static_cast<uint32_t>(end - from);
        if (give(event, lane, part)) given_lanes_.parts |= 1u << lane;
        if (std::exchange(is_first, false) && suspect_.is_new(event.pc, event.warp->block, false))
            suspect_.keep(event.pc, finding_of(*event.warp, lane, part));
        from = std::find(end, missing.end(), uint8_t{1});
    }
}

void UninitializedCheck::follow_store(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane,
                                      const LaneRead& place) {
    const simt::WarpContext& warp = *event.warp;
    if (event.copied_from != simt::MemoryEvent::not_copied) {
        for (uint32_t b = 0; b < event.bytes; ++b)
            set_undefined(warp, lane, place, place.address + b,
                          undefined_bits(warp, lane, place, event.copied_from + b),
                          undefined_.passed.find(owner_of(warp, ptx::Space::local, lane), event.copied_from + b));
        return;
    }
    const bool known = event.kind == simt::AccessKind::store && use != nullptr && !use->stored.empty();
    const uint32_t elements = known ? static_cast<uint32_t>(use->stored.size()) : 1;
    const uint32_t element_bytes = event.bytes / elements;
    for (uint32_t e = 0; e < elements; ++e) {
        const LaneRead to = one_element(place, e, element_bytes);
        const Undefined stored = known ? undefined_stored(warp, lane, use->stored[e], to) : Undefined{};
        uint64_t bits = stored.bits;
        if (known && use->stored[e].is_unset && to.space != ptx::Space::global) bits = ptx::low_bits(8 * element_bytes);
        if (to.space == ptx::Space::global && stored.from != nullptr) {
            const bool nothing = (~bits & ptx::low_bits(8 * element_bytes)) == 0;
            if (nothing ? !is_padding(warp, lane, use->stored[e], stored.place) : has_no_padding(stored.place, bits)) {
                report(warp, lane, stored.from->blamed);
                bits = 0; // reported once
            }
        }
        const bool passed = stored.from != nullptr && (use->passes || stored.from->was_passed);
        for (uint32_t b = 0; b < element_bytes; ++b)
            set_undefined(warp, lane, to, to.address + b, b < 8 ? static_cast<uint8_t>(bits >> 8 * b) : uint8_t{0},
                          passed ? &stored.from->blamed : nullptr);
    }
}

UninitializedCheck::Undefined UninitializedCheck::undefined_stored(const simt::WarpContext& warp, uint32_t lane,
                                                                   const StoredElement& element, const LaneRead& to) {
    Undefined found;
    std::vector<uint64_t> by_way(element.ways);
    for (const CopiedBits& source : element.from) {
        const uint64_t bits = undefined_.stored(source, warp.warp, lane);
        if (bits == 0) continue;
        const PendingCopy* const from = undefined_.find(source.copy, warp.warp, lane);
        if (source.masked && (from->element.space != to.space || from->element.address != to.address)) {
            report(warp, lane, from->blamed);
            continue;
        }
        by_way[source.way] |= bits;
        if (found.from != nullptr) continue;
        found.from = from;
        found.place = from->element;
        found.place.address -= static_cast<uint64_t>(int64_t{source.up} / 8);
        found.place.bytes = to.bytes;
    }
    found.bits = std::accumulate(by_way.begin(), by_way.end(), ~uint64_t{0}, std::bit_and());
    // Suspects bits that only some alternatives of a selection leave undefined. Padding is undefined in all
    // alternatives.
    for (const CopiedBits& source : element.from)
        if ((by_way[source.way] & ~found.bits) != 0 && undefined_.stored(source, warp.warp, lane) != 0)
            doubt(warp, lane, *undefined_.find(source.copy, warp.warp, lane));
    return found;
}

void UninitializedCheck::doubt(const simt::WarpContext& warp, uint32_t lane, const PendingCopy& loaded) {
    if (loaded.element.space != ptx::Space::shared && loaded.element.space != ptx::Space::local)
        return report(warp, lane, loaded.blamed);
    if (suspect_.is_new(loaded.element.pc, warp.block, true))
        suspect_.keep(loaded.element.pc, finding_of(warp, lane, loaded.blamed));
}

bool UninitializedCheck::is_padding(const simt::WarpContext& warp, uint32_t lane, const StoredElement& stored,
                                    const LaneRead& element) const {
    if (!stored.structure) return false;
    // Padding is smaller than the alignment of its variable.
    if (element.space == ptx::Space::shared && shared_alignment(element.address) <= element.bytes) return false;
    constexpr uint64_t max_aligned = 16;
    const ptx::CopiedStructure& structure = *stored.structure;
    uint64_t begin = element.address - std::min(element.address, static_cast<uint64_t>(structure.before));
    uint64_t end = element.address + element.bytes + static_cast<uint64_t>(structure.after);
    if (structure.by_loop) {
        begin = std::min(begin, element.address / max_aligned * max_aligned);
        end = std::max(end, (element.address / max_aligned + 1) * max_aligned);
    }
    if (element.space == ptx::Space::global) {
        const simt::Allocation& all = launch_.memory->allocations()[element.allocation];
        begin = std::max(begin, all.begin);
        end = std::min(end, all.begin + all.bytes);
    }
    for (uint64_t address = begin; address < end; ++address)
        if (undefined_bits(warp, lane, element, address) != nothing_set) return true;
    return false;
}

bool UninitializedCheck::has_no_padding(const LaneRead& element, uint64_t undefined) const {
    if (element.space != ptx::Space::shared || shared_alignment(element.address) != 1) return false;
    for (; undefined != 0; undefined >>= 8)
        if ((undefined & nothing_set) == nothing_set) return true;
    return false;
}

uint32_t UninitializedCheck::shared_alignment(uint64_t offset) const {
    constexpr uint32_t unknown = ~0u;
    const simt::SharedVariableInfo* variable = nullptr;
    for (const simt::SharedVariableInfo& info : launch_.program->shared_variables(launch_.kernel))
        if (info.offset <= offset) variable = &info;
    if (variable == nullptr || variable->bytes == 0) return unknown; // extern: any type
    const auto alignment_in = [&](const std::vector<ptx::Variable>& variables) {
        const auto found = std::ranges::find(variables, variable->name, &ptx::Variable::name);
        return found == variables.end() ? unknown : found->alignment;
    };
    const ptx::Module& module = launch_.program->module();
    uint32_t alignment = alignment_in(module.variables);
    for (const ptx::Function& function : module.functions)
        alignment = std::min(alignment, alignment_in(function.variables));
    return alignment;
}

uint8_t UninitializedCheck::undefined_bits(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in,
                                           uint64_t address) const {
    bool written = true;
    if (in.space == ptx::Space::global) {
        written = !written_->tracks(in.allocation) || written_->any(in.allocation, address, 1);
    } else if (in.space == ptx::Space::shared) {
        written = address < shared_.size() && shared_[address] != 0;
    } else if (in.space == ptx::Space::local) {
        const std::vector<simt::LaneMask>& lanes = local_[warp.warp];
        written = address < lanes.size() && (lanes[address] >> lane & 1) != 0;
    }
    if (!written) return nothing_set;
    return in.space == ptx::Space::global ? uint8_t{0} : undefined_.partly.at(owner_of(warp, in.space, lane), address);
}

void UninitializedCheck::set_undefined(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in,
                                       uint64_t address, uint8_t bits, const LaneRead* passed) {
    const bool nothing = bits == nothing_set;
    if (in.space == ptx::Space::global) {
        if (!given_.pcs.empty() && bits != 0) undefined_in_global_.insert(address);
        if (bits == 0 && !undefined_in_global_.empty()) undefined_in_global_.erase(address);
        if (!nothing && written_->tracks(in.allocation)) written_->mark(in.allocation, address, 1);
        return;
    }
    const uint64_t owner = owner_of(warp, in.space, lane);
    if (in.space == ptx::Space::shared) {
        shared_[address] = nothing ? 0 : 1;
        if (nothing) written_to_ = std::min(written_to_, address);
    } else if (in.space == ptx::Space::local) {
        simt::LaneMask& lanes = local_[warp.warp][address];
        lanes = nothing ? lanes & ~(1u << lane) : lanes | 1u << lane;
        undefined_.passed.set(owner, address, bits != 0 && passed != nullptr ? *passed : LaneRead{});
    }
    undefined_.partly.set(owner, address, nothing ? uint8_t{0} : bits);
}

} // namespace warpscope::metrics
