#include "metrics/init_check.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace warpscope::metrics {
namespace {

/// Of shared memory: a look at so many bytes costs less than one at every lane's.
constexpr uint64_t longest_span = 1024;

/// Calls visit(std::atomic_ref) for consecutive words of `bytes` marks until it returns true; whether it did.
template<class Word, class Visit>
bool visit_words(uint8_t* marks, uint32_t bytes, Visit&& visit) {
    for (uint32_t byte = 0; byte < bytes; byte += sizeof(Word))
        if (visit(std::atomic_ref(*reinterpret_cast<Word*>(marks + byte)))) return true;
    return false;
}

template<class PerLane>
void for_each_lane(simt::LaneMask mask, PerLane&& per_lane) {
    for (simt::LaneMask rest = mask; rest != 0; rest &= rest - 1)
        per_lane(static_cast<uint32_t>(std::countr_zero(rest)));
}

/// As std::memset(first, 1, bytes), without a call for what lanes store.
void set_marks(uint8_t* first, uint32_t bytes) {
    switch (bytes) {
    case 1: *first = 1; break;
    case 2: std::memset(first, 1, 2); break;
    case 4: std::memset(first, 1, 4); break;
    case 8: std::memset(first, 1, 8); break;
    default: std::memset(first, 1, bytes);
    }
}

} // namespace

WrittenBytes::WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const uint32_t> undefined)
    : parts_(allocations.size()) {
    for (const uint32_t allocation : undefined) {
        const simt::Allocation& whole = allocations[allocation];
        parts_[allocation] = {whole.begin, whole.bytes, Marks((whole.bytes + 7) / 8)};
    }
}

template<class Visit>
bool WrittenBytes::visit_marks(uint32_t allocation, uint64_t address, uint32_t bytes, Visit&& visit) {
    Part& part = parts_[allocation];
    const uint64_t offset = address - part.begin;
    uint8_t* const first = part.marks() + offset;
    if ((offset | bytes) % 8 == 0) return visit_words<uint64_t>(first, bytes, visit);
    if ((offset | bytes) % 4 == 0) return visit_words<uint32_t>(first, bytes, visit);
    return visit_words<uint8_t>(first, bytes, visit);
}

void WrittenBytes::mark(uint32_t allocation, uint64_t address, uint32_t bytes) {
    visit_marks(allocation, address, bytes, [](auto mark) {
        using Word = decltype(mark)::value_type;
        mark.store(std::numeric_limits<Word>::max() / 255, std::memory_order_relaxed); // a 1 in each byte
        return false;
    });
}

void WrittenBytes::mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes) {
    for (uint32_t lane = 0; lane < lanes; ++lane) mark(allocation, address + uint64_t{lane} * stride, bytes);
}

bool WrittenBytes::any(uint32_t allocation, uint64_t address, uint32_t bytes) {
    return visit_marks(allocation, address, bytes, [](auto mark) { return mark.load(std::memory_order_relaxed) != 0; });
}

void WrittenBytes::settle() {
    for (Part& part : parts_)
        if (!part.words.empty() && std::memchr(part.marks(), 0, part.bytes) == nullptr)
            Marks().swap(part.words); // an assignment of {} would keep the memory
}

InitCheck::InitCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                     std::shared_ptr<WrittenBytes> written)
    : launch_(std::move(launch))
    , instructions_(instructions)
    , written_(std::move(written))
    , local_(launch_.config.warps_per_block()) {}

void InitCheck::begin_block() {
    std::fill(shared_.begin(), shared_.end(), uint8_t{0});
    written_to_ = 0;
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

bool InitCheck::find_span_written(const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    if (end > shared_.size()) return false;
    const auto* const gap =
        static_cast<const uint8_t*>(std::memchr(shared_.data() + written_to_, 0, shared_.size() - written_to_));
    written_to_ = gap == nullptr ? shared_.size() : static_cast<uint64_t>(gap - shared_.data());
    if (end <= written_to_) return true;
    return end - event.lowest <= longest_span &&
           std::memchr(shared_.data() + event.lowest, 0, end - event.lowest) == nullptr;
}

void InitCheck::check_shared(const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    if (end > shared_.size()) shared_.resize(end);
    if (event.kind != simt::AccessKind::store && !span_is_written(event))
        for_each_lane(event.mask, [&](uint32_t lane) {
            const uint8_t* first = shared_.data() + event.address[lane];
            if (std::find(first, first + event.bytes, 1) == first + event.bytes) report(event, lane, ~0u);
        });
    if (event.kind == simt::AccessKind::load) return;
    if (event.contiguous || event.broadcast)
        std::memset(shared_.data() + event.lowest, 1, end - event.lowest);
    else
        for_each_lane(event.mask, [&](uint32_t lane) { set_marks(shared_.data() + event.address[lane], event.bytes); });
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
