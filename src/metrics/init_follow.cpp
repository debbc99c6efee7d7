// The part of InitCheck that follows undefined values: what happens from the moment on when a block has loaded one only
// to store it somewhere else.
#include <algorithm>
#include <array>
#include <bit>

#include "metrics/init_check.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint32_t most_loaded = 32; // bytes of one lane

} // namespace

void InitCheck::follow(const simt::MemoryEvent& event) {
    const ValueUses* const uses = uses_->get();
    const AccessUse* const use = uses != nullptr ? uses->of(event.pc) : nullptr;
    const uint64_t end = event.highest + event.bytes;
    if (event.space == ptx::Space::shared && end > shared_.size()) shared_.resize(end);
    if (event.space == ptx::Space::local && end > local_[event.warp->warp].size()) local_[event.warp->warp].resize(end);
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        uint32_t allocation = event.allocation;
        if (event.space == ptx::Space::global && allocation == ~0u)
            allocation = launch_.memory->find(event.address[lane]).value_or(~0u);
        if (event.kind != simt::AccessKind::store) follow_load(event, use, lane, allocation);
        if (event.kind != simt::AccessKind::load) follow_store(event, use, lane, allocation);
    }
}

void InitCheck::follow_load(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, uint32_t allocation) {
    std::array<uint8_t, most_loaded> undefined{};
    const uint32_t bytes = std::min(event.bytes, most_loaded);
    for (uint32_t b = 0; b < bytes; ++b)
        undefined[b] = undefined_bits(event, lane, allocation, event.address[lane] + b);
    const bool nothing_written =
        std::all_of(undefined.begin(), undefined.begin() + bytes, [](uint8_t bits) { return bits == 0xff; });
    std::array<LoadedElement, most_loaded> loaded{};
    uint32_t elements = 1;
    if (event.kind == simt::AccessKind::load && use != nullptr && !use->loaded.empty()) {
        elements = static_cast<uint32_t>(use->loaded.size());
        std::copy(use->loaded.begin(), use->loaded.end(), loaded.begin());
    }
    std::array<uint64_t, most_loaded> bits{};
    const uint32_t element_bytes = bytes / elements;
    bool wrong = false;
    for (uint32_t b = 0; b < element_bytes * elements; ++b) {
        const uint32_t e = b / element_bytes, shift = 8 * (b % element_bytes);
        if (shift >= 64) continue;
        bits[e] |= uint64_t{undefined[b]} << shift;
        const auto needed = static_cast<uint8_t>(loaded[e].needed >> shift);
        // Of a byte that is not set at all others may be: a whole structure, say, was loaded for one of its members.
        wrong = wrong || (undefined[b] != 0xff ? (undefined[b] & needed) != 0 : nothing_written && needed != 0);
    }
    if (wrong) report(event, lane, allocation);
    for (uint32_t e = 0; e < elements; ++e)
        if (loaded[e].copy != no_copy)
            undefined_.load(loaded[e].copy, event, lane, allocation, wrong ? 0 : bits[e] & loaded[e].meant);
}

void InitCheck::follow_store(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, uint32_t allocation) {
    const uint64_t address = event.address[lane];
    if (event.copied_from != simt::MemoryEvent::not_copied) {
        for (uint32_t b = 0; b < event.bytes; ++b)
            set_undefined(event, lane, allocation, address + b,
                          undefined_bits(event, lane, allocation, event.copied_from + b));
        return;
    }
    const bool known = event.kind == simt::AccessKind::store && use != nullptr && !use->stored.empty();
    const uint32_t elements = known ? static_cast<uint32_t>(use->stored.size()) : 1;
    const uint32_t element_bytes = event.bytes / elements;
    for (uint32_t e = 0; e < elements; ++e) {
        const uint64_t bits = known ? undefined_.stored(use->stored[e], event.warp->warp, lane) : 0;
        const uint64_t all = element_bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * element_bytes) - 1;
        if (event.space == ptx::Space::global && (bits & all) == all) report_copied(event, use->stored[e], lane);
        for (uint32_t b = 0; b < element_bytes; ++b)
            set_undefined(event, lane, allocation, address + e * element_bytes + b,
                          b < 8 ? static_cast<uint8_t>(bits >> 8 * b) : uint8_t{0});
    }
}

void InitCheck::report_copied(const simt::MemoryEvent& store, std::span<const CopiedBits> from, uint32_t lane) {
    for (const CopiedBits& source : from) {
        const PendingCopy* const pending = undefined_.find(source.copy, store.warp->warp);
        if (pending == nullptr || (pending->undefined[lane] & source.bits) == 0) continue;
        simt::MemoryEvent load = store;
        load.pc = uses_->get()->load_of(source.copy);
        load.kind = simt::AccessKind::load;
        load.space = pending->space;
        load.bytes = pending->bytes;
        load.address = pending->address.data();
        return report(load, lane, pending->allocation);
    }
}

uint8_t InitCheck::undefined_bits(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation,
                                  uint64_t address) {
    bool written = true;
    if (event.space == ptx::Space::global) {
        written = !written_->tracks(allocation) || written_->any(allocation, address, 1);
    } else if (event.space == ptx::Space::shared) {
        written = shared_[address] != 0;
    } else if (event.space == ptx::Space::local) {
        const std::vector<simt::LaneMask>& lanes = local_[event.warp->warp];
        written = address < lanes.size() && (lanes[address] >> lane & 1) != 0;
    }
    if (!written) return 0xff;
    return event.space == ptx::Space::global ? uint8_t{0} : undefined_.partly(*event.warp, event.space, lane, address);
}

void InitCheck::set_undefined(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation, uint64_t address,
                              uint8_t bits) {
    if (event.space == ptx::Space::global) {
        if (written_->tracks(allocation)) written_->mark(allocation, address, 1);
        return;
    }
    const bool nothing = bits == 0xff;
    if (event.space == ptx::Space::shared) {
        shared_[address] = nothing ? 0 : 1;
        if (nothing) written_to_ = std::min(written_to_, address);
    } else if (event.space == ptx::Space::local) {
        simt::LaneMask& lanes = local_[event.warp->warp][address];
        lanes = nothing ? lanes & ~(1u << lane) : lanes | 1u << lane;
    }
    undefined_.set_partly(*event.warp, event.space, lane, address, nothing ? uint8_t{0} : bits);
}

} // namespace warpscope::metrics
