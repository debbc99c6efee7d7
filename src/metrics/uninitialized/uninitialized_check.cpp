#include "metrics/uninitialized/uninitialized_check.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "metrics/races/program/barrier_text.hpp"
#include "metrics/uninitialized/access_elements.hpp"
#include "simt/fill_memory.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint64_t longest_span = 1024;

bool are_set(const uint8_t* first, uint32_t bytes) {
    const auto is_set = [&](auto word) {
        std::memcpy(&word, first, sizeof(word));
        return word == std::numeric_limits<decltype(word)>::max() / 255;
    };
    switch (bytes) {
    case 1: return *first == 1;
    case 2: return is_set(uint16_t{});
    case 4: return is_set(uint32_t{});
    case 8: return is_set(uint64_t{});
    default: return std::memchr(first, 0, bytes) == nullptr;
    }
}

simt::LaneMask lanes_of_all(const simt::LaneMask* first, uint32_t bytes) {
    const auto four = [&](uint32_t from) { return first[from] & first[from + 1] & first[from + 2] & first[from + 3]; };
    if (bytes == 4) return four(0);
    if (bytes == 8) return four(0) & four(4);
    return std::accumulate(first, first + bytes, ~simt::LaneMask{0}, std::bit_and());
}

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

UninitializedCheck::UninitializedCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                                       std::shared_ptr<WrittenBytes> written, std::shared_ptr<LazyValueUses> uses)
    : launch_(std::move(launch))
    , instructions_(instructions)
    , written_(std::move(written))
    , local_(launch_.config.warps_per_block())
    , uses_(std::move(uses)) {}

UninitializedCheck UninitializedCheck::fork() const {
    UninitializedCheck copy(launch_, instructions_, written_, uses_);
    copy.given_ = given_;
    return copy;
}

void UninitializedCheck::begin_block() {
    std::fill(shared_.begin(), shared_.end(), uint8_t{0});
    written_to_ = 0;
    undefined_.clear();
    follows_ = false;
    for (std::vector<simt::LaneMask>& warp : local_) warp.clear();
}

void UninitializedCheck::leave_block(uint64_t block) {
    const size_t warps = local_.size();
    aside_[block] = {std::exchange(shared_, {}), std::move(local_), std::exchange(undefined_, {}), follows_};
    local_.assign(warps, {});
    begin_block();
}

void UninitializedCheck::return_to_block(uint64_t block) {
    auto found = aside_.find(block);
    shared_ = std::move(found->second.shared);
    local_ = std::move(found->second.local);
    undefined_ = std::move(found->second.undefined);
    follows_ = found->second.follows;
    written_to_ = 0;
    aside_.erase(found);
}

void UninitializedCheck::allocated(const simt::HeapEvent& event) {
    const auto allocation = launch_.memory->find(event.address);
    if (allocation && written_->tracks(*allocation)) written_->forget(*allocation, event.address, event.bytes);
}

void UninitializedCheck::stack_taken(const simt::StackEvent& event) {
    std::vector<simt::LaneMask>& written = local_[event.warp->warp];
    const uint64_t end = std::min<uint64_t>(event.offset + event.bytes, written.size());
    for (uint64_t offset = event.offset; offset < end; ++offset) written[offset] &= ~event.mask;
    if (!follows_) return;
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t owner = owner_of(*event.warp, ptx::Space::local, lane);
        for (uint64_t offset = event.offset; offset < end; ++offset) {
            undefined_.passed.set(owner, offset, {});
            undefined_.partly.set(owner, offset, 0);
        }
    });
}

void UninitializedCheck::check_access(const simt::MemoryEvent& event) {
    if (event.kind == simt::AccessKind::store && event.space != ptx::Space::global)
        follows_ = follows_ || uses_->stores_unset_register(event.pc);
    if (follows_) return follow(event);
    switch (event.space) {
    case ptx::Space::global: check_global(event); break;
    case ptx::Space::shared: check_shared(event); break;
    case ptx::Space::local: check_local(event); break;
    default: break;
    }
    if (follows_) follow(event); // tested last, because a check above may set it
}

const AccessUse* UninitializedCheck::use_of(const simt::MemoryEvent& event) {
    const ValueUses* const uses = uses_->get();
    return uses != nullptr ? uses->of(event.pc) : nullptr;
}

void UninitializedCheck::partly_written(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) {
    const AccessUse* const use = use_of(event);
    if (use == nullptr) return;
    follows_ = follows_ || use->is_copied();
    if (!follows_ && !use->loaded.empty()) follow_load(event, use, lane, access_of(event, lane, allocation));
}

void UninitializedCheck::unwritten(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) {
    const AccessUse* const use = use_of(event);
    follows_ = follows_ || (use != nullptr && use->is_special());
    if (follows_) return;
    const LaneRead read = access_of(event, lane, allocation);
    if (give(event, lane, read)) given_lanes_.whole |= 1u << lane;
    report_or_doubt(event, use, lane, read);
}

void UninitializedCheck::unwritten_part(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation,
                                        uint32_t offset, uint32_t bytes) {
    std::array<uint64_t, warp_size> address;
    address[lane] = event.address[lane] + offset;
    simt::MemoryEvent part = event;
    part.address = address.data();
    part.bytes = bytes;
    unwritten(part, lane, allocation);
}

void UninitializedCheck::check_global(const simt::MemoryEvent& event) {
    if (event.regular && event.kind == simt::AccessKind::store && written_->tracks(event.allocation)) {
        constexpr uint32_t half = warp_size / 2;
        written_->mark_run(event.allocation, event.first, event.bytes, event.stride, half);
        written_->mark_run(event.allocation, event.second, event.bytes, event.stride, half);
        return;
    }
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const uint32_t allocation =
            event.allocation != ~0u ? event.allocation : launch_.memory->find(address).value_or(~0u);
        if (!written_->tracks(allocation)) return;
        if (event.kind != simt::AccessKind::store)
            for_each_value(event, [&](uint32_t offset, uint32_t bytes) {
                if (written_->all(allocation, address + offset, bytes)) return;
                if (written_->any(allocation, address + offset, bytes))
                    partly_written(event, lane, allocation);
                else
                    unwritten_part(event, lane, allocation, offset, bytes);
            });
        if (event.kind != simt::AccessKind::load) written_->mark(allocation, address, event.bytes);
    });
}

bool UninitializedCheck::find_span_written(const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    if (end > shared_.size()) return false;
    const auto* const gap =
        static_cast<const uint8_t*>(std::memchr(shared_.data() + written_to_, 0, shared_.size() - written_to_));
    written_to_ = gap == nullptr ? shared_.size() : static_cast<uint64_t>(gap - shared_.data());
    if (end <= written_to_) return true;
    return end - event.lowest <= longest_span &&
           std::memchr(shared_.data() + event.lowest, 0, end - event.lowest) == nullptr;
}

void UninitializedCheck::check_shared(const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    if (end > shared_.size()) shared_.resize(end);
    if (event.kind != simt::AccessKind::store && !span_is_written(event))
        simt::for_each_lane(event.mask, [&](uint32_t lane) {
            for_each_value(event, [&](uint32_t offset, uint32_t bytes) {
                const uint8_t* const first = shared_.data() + event.address[lane] + offset;
                if (are_set(first, bytes)) return;
                if (std::memchr(first, 1, bytes) != nullptr)
                    partly_written(event, lane, ~0u);
                else
                    unwritten_part(event, lane, ~0u, offset, bytes);
            });
        });
    if (event.kind == simt::AccessKind::load) return;
    if (event.contiguous || event.broadcast)
        std::memset(shared_.data() + event.lowest, 1, end - event.lowest);
    else
        simt::for_each_lane(event.mask,
                            [&](uint32_t lane) { set_marks(shared_.data() + event.address[lane], event.bytes); });
}

void UninitializedCheck::check_local(const simt::MemoryEvent& event) {
    std::vector<simt::LaneMask>& written = local_[event.warp->warp];
    if (event.highest + event.bytes > written.size()) written.resize(event.highest + event.bytes);
    if (event.broadcast && event.kind == simt::AccessKind::load) {
        if ((event.mask & ~lanes_of_all(written.data() + event.lowest, event.bytes)) == 0) return;
    }
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        simt::LaneMask* const first = written.data() + event.address[lane];
        const simt::LaneMask bit = 1u << lane;
        if (event.kind != simt::AccessKind::store && (lanes_of_all(first, event.bytes) & bit) == 0) {
            if (std::any_of(first, first + event.bytes, [&](simt::LaneMask lanes) { return (lanes & bit) != 0; }))
                partly_written(event, lane, ~0u);
            else
                unwritten(event, lane, ~0u);
        }
        if (event.kind != simt::AccessKind::load)
            std::for_each(first, first + event.bytes, [&](simt::LaneMask& lanes) { lanes |= bit; });
    });
}

void UninitializedCheck::report_or_doubt(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane,
                                         const LaneRead& blamed) {
    const bool of_one_block = event.space == ptx::Space::shared || event.space == ptx::Space::local;
    if (!of_one_block || use == nullptr || !use->may_be_dropped()) return report(*event.warp, lane, blamed);
    if (suspect_.is_new(event.pc, event.warp->block, true))
        suspect_.keep(event.pc, finding_of(*event.warp, lane, blamed));
}

bool UninitializedCheck::give(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read) {
    const bool is_given = given_.pcs.contains(event.pc);
    if (is_given) simt::fill_before_load(event, lane, read.address, read.bytes, given_.word);
    return is_given;
}

void UninitializedCheck::report(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read) {
    if (findings_.is_new(simt::FindingKind::uninitialized_read, read.pc, warp.block))
        findings_.keep(finding_of(warp, lane, read));
}

simt::Finding UninitializedCheck::finding_of(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read) const {
    const ThreadPlace place{warp.block, warp.first_thread() + lane, read.pc};
    simt::Finding finding = make_finding(simt::FindingKind::uninitialized_read, place, launch_, instructions_);
    if (warp.running != nullptr) finding.source = simt::user_place(warp, read.pc);
    finding.space = read.space;
    finding.address = read.address;
    finding.bytes = read.bytes;
    const uint32_t bytes = read.bytes;
    if (read.space == ptx::Space::global) {
        const simt::Allocation& buffer = launch_.memory->allocations()[read.allocation];
        finding.message = msg_count(bytes, "{} byte at offset {} of {} is read, but nothing has written it",
                                    "{} bytes at offset {} of {} are read, but nothing has written them", bytes,
                                    finding.address - buffer.begin, warpscope::quoted(buffer.name));
    } else if (read.space == ptx::Space::shared) {
        finding.message =
            msg_count(bytes, "{} byte at offset {} of shared memory is read, but nothing in this block has written it",
                      "{} bytes at offset {} of shared memory are read, but nothing in this block has written them",
                      bytes, finding.address);
        // A barrier orders the accesses of two threads only if it counts both.
        const Message barriers = launch_.program == nullptr ? Message() : other_barriers(*launch_.program);
        if (!barriers.empty())
            finding.message = bytes == 1 ? msg("{}; if another thread writes it, both threads must first pass a "
                                               "barrier that counts both of them: the kernel has {}",
                                               finding.message, barriers)
                                         : msg("{}; if another thread writes them, both threads must first pass a "
                                               "barrier that counts both of them: the kernel has {}",
                                               finding.message, barriers);
    } else {
        finding.message =
            msg_count(bytes, "{} byte at offset {} of local memory is read, but nothing in this thread has written it",
                      "{} bytes at offset {} of local memory are read, but nothing in this thread has written them",
                      bytes, finding.address);
    }
    return finding;
}

} // namespace warpscope::metrics
