#include "metrics/init_check.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace warpscope::metrics {
namespace {

/// Of shared memory: a look at so many bytes costs less than one at every lane's.
constexpr uint64_t longest_span = 1024;

template<class PerLane>
void for_each_lane(simt::LaneMask mask, PerLane&& per_lane) {
    for (simt::LaneMask rest = mask; rest != 0; rest &= rest - 1)
        per_lane(static_cast<uint32_t>(std::countr_zero(rest)));
}

} // namespace

WrittenBytes::WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const uint32_t> undefined)
    : parts_(allocations.size()) {
    for (const uint32_t allocation : undefined)
        parts_[allocation] = {allocations[allocation].begin, std::vector<uint8_t>(allocations[allocation].bytes)};
}

void WrittenBytes::mark(uint32_t allocation, uint64_t address, uint32_t bytes) {
    Part& part = parts_[allocation];
    for (uint64_t byte = address - part.begin; byte < address - part.begin + bytes; ++byte)
        std::atomic_ref(part.marks[byte]).store(1, std::memory_order_relaxed);
}

void WrittenBytes::mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes) {
    Part& part = parts_[allocation];
    uint8_t* const first = part.marks.data() + (address - part.begin);
    for (uint32_t byte = 0; byte < bytes; ++byte)
        for (uint32_t lane = 0; lane < lanes; ++lane)
            std::atomic_ref(first[uint64_t{lane} * stride + byte]).store(1, std::memory_order_relaxed);
}

bool WrittenBytes::any(uint32_t allocation, uint64_t address, uint32_t bytes) const {
    const Part& part = parts_[allocation];
    for (uint64_t byte = address - part.begin; byte < address - part.begin + bytes; ++byte)
        if (std::atomic_ref(const_cast<uint8_t&>(part.marks[byte])).load(std::memory_order_relaxed) != 0) return true;
    return false;
}

void WrittenBytes::settle() {
    for (Part& part : parts_)
        if (!part.marks.empty() && std::memchr(part.marks.data(), 0, part.marks.size()) == nullptr) part.marks = {};
}

InitCheck::InitCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                     std::shared_ptr<WrittenBytes> written)
    : launch_(std::move(launch))
    , instructions_(instructions)
    , written_(std::move(written))
    , local_(launch_.config.warps_per_block()) {}

void InitCheck::begin_block() {
    std::fill(shared_.begin(), shared_.end(), uint8_t{0});
    written_from_ = written_to_ = 0;
    for (std::vector<simt::LaneMask>& warp : local_) warp.clear();
}

void InitCheck::look_at(const simt::MemoryEvent& event) {
    switch (event.space) {
    case ptx::Space::global: check_global(event); break;
    case ptx::Space::shared: check_shared(event); break;
    case ptx::Space::local: check_local(event); break;
    default: break;
    }
}

void InitCheck::check_global(const simt::MemoryEvent& event) {
    if (event.regular && event.kind == simt::AccessKind::store && written_->tracks(event.allocation)) {
        constexpr uint32_t half = warp_size / 2;
        written_->mark_run(event.allocation, event.first, event.bytes, event.stride, half);
        written_->mark_run(event.allocation, event.second, event.bytes, event.stride, half);
        return;
    }
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const uint32_t allocation =
            event.allocation != ~0u ? event.allocation : launch_.memory->find(address).value_or(~0u);
        if (!written_->tracks(allocation)) return;
        if (event.kind != simt::AccessKind::store && !written_->any(allocation, address, event.bytes))
            report(event, lane, allocation);
        if (event.kind != simt::AccessKind::load) written_->mark(allocation, address, event.bytes);
    });
}

void InitCheck::check_shared(const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    if (end > shared_.size()) shared_.resize(end);
    if (event.kind != simt::AccessKind::store) {
        // Most loads find everything written, which one look at the whole span tells unless that is very long.
        const bool whole = end - event.lowest <= longest_span &&
                           std::memchr(shared_.data() + event.lowest, 0, end - event.lowest) == nullptr;
        if (whole && (event.lowest > written_to_ || end < written_from_)) {
            written_from_ = event.lowest;
            written_to_ = end;
        } else if (whole) {
            written_from_ = std::min(written_from_, event.lowest);
            written_to_ = std::max(written_to_, end);
        }
        if (!whole)
            for_each_lane(event.mask, [&](uint32_t lane) {
                const uint8_t* first = shared_.data() + event.address[lane];
                if (std::find(first, first + event.bytes, 1) == first + event.bytes) report(event, lane, ~0u);
            });
    }
    if (event.kind == simt::AccessKind::load) return;
    if (event.contiguous || event.broadcast)
        std::memset(shared_.data() + event.lowest, 1, end - event.lowest);
    else
        for_each_lane(event.mask,
                      [&](uint32_t lane) { std::memset(shared_.data() + event.address[lane], 1, event.bytes); });
}

void InitCheck::check_local(const simt::MemoryEvent& event) {
    std::vector<simt::LaneMask>& written = local_[event.warp->warp];
    if (event.highest + event.bytes > written.size()) written.resize(event.highest + event.bytes);
    for_each_lane(event.mask, [&](uint32_t lane) {
        const auto first = written.begin() + static_cast<std::ptrdiff_t>(event.address[lane]);
        const simt::LaneMask bit = 1u << lane;
        if (event.kind != simt::AccessKind::store &&
            std::none_of(first, first + event.bytes, [&](simt::LaneMask lanes) { return (lanes & bit) != 0; }))
            report(event, lane, ~0u);
        if (event.kind != simt::AccessKind::load)
            std::for_each(first, first + event.bytes, [&](simt::LaneMask& lanes) { lanes |= bit; });
    });
}

void InitCheck::report(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) {
    constexpr auto kind = simt::TrapKind::uninitialised_read;
    if (!findings_.is_news(kind, event.pc, event.warp->block)) return;
    const ThreadPlace place{event.warp->block, event.warp->first_thread() + lane, event.pc};
    simt::Trap trap = make_trap(kind, place, launch_, instructions_);
    trap.space = event.space;
    trap.address = event.address[lane];
    trap.bytes = event.bytes;
    const std::string bytes = event.bytes == 1 ? "1 byte" : fmt::format("{} bytes", event.bytes);
    const char *const are = event.bytes == 1 ? "is" : "are", *const them = event.bytes == 1 ? "it" : "them";
    if (event.space == ptx::Space::global) {
        const simt::Allocation& buffer = launch_.memory->allocations()[allocation];
        trap.message = fmt::format("{} at offset {} of '{}' {} read, but nothing has written {}", bytes,
                                   trap.address - buffer.begin, buffer.name, are, them);
    } else {
        const bool shared = event.space == ptx::Space::shared;
        trap.message = fmt::format("{} at offset {} of {} memory {} read, but nothing in this {} has written {}", bytes,
                                   trap.address, shared ? "shared" : "local", are, shared ? "block" : "thread", them);
    }
    findings_.keep(std::move(trap));
}

} // namespace warpscope::metrics
