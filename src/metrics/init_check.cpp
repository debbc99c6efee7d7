#include "metrics/init_check.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <limits>

#include "metrics/each_lane.hpp"

namespace warpscope::metrics {
namespace {

/// Of shared memory: a look at so many bytes costs less than one at every lane's.
constexpr uint64_t longest_span = 1024;

/// Calls visit(std::atomic_ref) for consecutive words of `count` marks until it returns true; whether it did.
template<class Word, class Visit>
bool visit_words(uint8_t* marks, uint32_t count, Visit&& visit) {
    for (uint32_t mark = 0; mark < count; mark += sizeof(Word))
        if (visit(std::atomic_ref(*reinterpret_cast<Word*>(marks + mark)))) return true;
    return false;
}

/// The same for `count` marks from number `first` on, several at a time where they are aligned.
template<class Visit>
bool visit_marks(uint8_t* marks, uint64_t first, uint32_t count, Visit&& visit) {
    if ((first | count) % 8 == 0) return visit_words<uint64_t>(marks + first, count, visit);
    if ((first | count) % 4 == 0) return visit_words<uint32_t>(marks + first, count, visit);
    return visit_words<uint8_t>(marks + first, count, visit);
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

WrittenBytes::WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const Undefined> undefined)
    : parts_(allocations.size()) {
    for (const auto& [allocation, element_bytes] : undefined) {
        const simt::Allocation& all = allocations[allocation];
        const uint64_t words = (all.bytes / element_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
        parts_[allocation] = {all.begin, all.bytes, static_cast<uint32_t>(std::countr_zero(element_bytes)),
                              Marks(words)};
    }
}

std::vector<uint8_t> WrittenBytes::by_byte(uint32_t allocation) const {
    const Part& part = parts_[allocation];
    std::vector<uint8_t> written(part.bytes);
    for (uint64_t offset = 0; offset < part.bytes; ++offset)
        written[offset] = part.marks()[offset >> part.shift] & part.bit(offset);
    return written;
}

void WrittenBytes::mark(uint32_t allocation, uint64_t address, uint32_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t offset = address - part.begin;
    if (!part.are_elements(offset, bytes)) {
        mark_parts(part, offset, bytes);
        return;
    }
    visit_marks(part.marks(), offset >> part.shift, bytes >> part.shift, [whole = part.whole()](auto mark) {
        using Word = decltype(mark)::value_type;
        mark.store(static_cast<Word>(std::numeric_limits<Word>::max() / 255 * whole), std::memory_order_relaxed);
        return false;
    });
}

void WrittenBytes::mark_parts(Part& part, uint64_t offset, uint32_t bytes) {
    for (const uint64_t end = offset + bytes; offset < end; ++offset)
        std::atomic_ref(part.marks()[offset >> part.shift]).fetch_or(part.bit(offset), std::memory_order_relaxed);
}

void WrittenBytes::mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes) {
    if (stride == bytes) {
        mark(allocation, address, bytes * lanes);
        return;
    }
    for (uint32_t lane = 0; lane < lanes; ++lane) mark(allocation, address + uint64_t{lane} * stride, bytes);
}

void WrittenBytes::forget(uint32_t allocation, uint64_t address, uint64_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t first = (address - part.begin) >> part.shift,
                   last = (address - part.begin + bytes - 1) >> part.shift;
    for (uint64_t element = first; bytes != 0 && element <= last; ++element)
        std::atomic_ref(part.marks()[element]).store(0, std::memory_order_relaxed);
}

bool WrittenBytes::any(uint32_t allocation, uint64_t address, uint32_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t offset = address - part.begin;
    if (!part.are_elements(offset, bytes)) return any_part(part, offset, bytes);
    return visit_marks(part.marks(), offset >> part.shift, bytes >> part.shift,
                       [](auto mark) { return mark.load(std::memory_order_relaxed) != 0; });
}

bool WrittenBytes::any_part(Part& part, uint64_t offset, uint32_t bytes) {
    for (const uint64_t end = offset + bytes; offset < end; ++offset) {
        const uint8_t mark = std::atomic_ref(part.marks()[offset >> part.shift]).load(std::memory_order_relaxed);
        if ((mark & part.bit(offset)) != 0) return true;
    }
    return false;
}

void WrittenBytes::settle() {
    for (Part& part : parts_) {
        const uint64_t elements = part.bytes >> part.shift;
        if (part.words.empty() || elements == 0) continue;
        // All are like the first where each is like the one before it.
        const uint8_t* const marks = part.marks();
        if (marks[0] == part.whole() && std::memcmp(marks, marks + 1, elements - 1) == 0)
            Marks().swap(part.words); // an assignment of {} would keep the memory
    }
}

InitCheck::InitCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                     std::shared_ptr<WrittenBytes> written)
    : launch_(std::move(launch))
    , instructions_(instructions)
    , written_(std::move(written))
    , local_(launch_.config.warps_per_block())
    , uses_(std::make_shared<LazyValueUses>(launch_.program)) {}

InitCheck InitCheck::fork() const {
    InitCheck copy(launch_, instructions_, written_);
    copy.uses_ = uses_;
    return copy;
}

void InitCheck::begin_block() {
    std::fill(shared_.begin(), shared_.end(), uint8_t{0});
    written_to_ = 0;
    undefined_.clear();
    follows_ = false;
    for (std::vector<simt::LaneMask>& warp : local_) warp.clear();
}

void InitCheck::leave_block(uint64_t block) {
    aside_[block] = {shared_, local_, undefined_, follows_};
    begin_block();
}

void InitCheck::return_to_block(uint64_t block) {
    auto found = aside_.find(block);
    shared_ = std::move(found->second.shared);
    local_ = std::move(found->second.local);
    undefined_ = std::move(found->second.undefined);
    follows_ = found->second.follows;
    written_to_ = 0;
    aside_.erase(found);
}

void InitCheck::allocated(const simt::HeapEvent& event) {
    const auto allocation = launch_.memory->find(event.address);
    if (allocation && written_->tracks(*allocation)) written_->forget(*allocation, event.address, event.bytes);
}

void InitCheck::look_at(const simt::MemoryEvent& event) {
    if (follows_) return follow(event);
    switch (event.space) {
    case ptx::Space::global: check_global(event); break;
    case ptx::Space::shared: check_shared(event); break;
    case ptx::Space::local: check_local(event); break;
    default: break;
    }
    if (follows_) follow(event); // from this one on
}

void InitCheck::unwritten(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) {
    const ValueUses* const uses = uses_->get();
    const AccessUse* const use = uses != nullptr ? uses->of(event.pc) : nullptr;
    follows_ = follows_ || (use != nullptr && use->is_special());
    if (!follows_) report(event, lane, allocation);
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
            unwritten(event, lane, allocation);
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
            if (std::find(first, first + event.bytes, 1) == first + event.bytes) unwritten(event, lane, ~0u);
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
            unwritten(event, lane, ~0u);
        if (event.kind != simt::AccessKind::load)
            std::for_each(first, first + event.bytes, [&](simt::LaneMask& lanes) { lanes |= bit; });
    });
}

void InitCheck::report(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) {
    constexpr auto kind = simt::TrapKind::uninitialised_read;
    if (!findings_.is_news(kind, event.pc, event.warp->block)) return;
    const ThreadPlace place{event.warp->block, event.warp->first_thread() + lane, event.pc};
    simt::Trap trap = make_trap(kind, place, launch_, instructions_);
    if (event.warp->running != nullptr) trap.source = simt::user_place(*event.warp, event.pc);
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
