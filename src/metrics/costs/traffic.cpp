#include "metrics/costs/traffic.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace warpscope::metrics {
namespace {

/// Counts one pass per group of lanes served together.
uint32_t contiguous_passes(const simt::MemoryEvent& event) {
    if (event.bytes <= 4) return 1;
    // If few lanes are active, two groups may share a pass.
    if (std::popcount(event.mask) <= 4) return shared_passes(event.address, event.mask, event.bytes, event.kind);
    const uint32_t group = event.bytes >= 128 ? 1 : 128 / event.bytes;
    const auto first = static_cast<uint32_t>(std::countr_zero(event.mask));
    const auto last = static_cast<uint32_t>(31 - std::countl_zero(event.mask));
    return last / group - first / group + 1;
}

uint32_t broadcast_passes(const simt::MemoryEvent& event) {
    return event.bytes <= 4 ? 1 : shared_passes(event.address, event.mask, event.bytes, event.kind);
}

/// Counts sectors of local memory, where eight neighboring lanes' words with the same offset share a sector.
uint32_t local_sectors(const simt::MemoryEvent& event) {
    constexpr uint32_t word_bytes = 4, lanes_per_sector = sector_bytes / word_bytes;
    const uint32_t words_per_lane = (event.bytes + word_bytes - 1) / word_bytes;
    uint32_t sectors = 0;
    for (uint32_t first = 0; first < 32; first += lanes_per_sector) {
        std::array<uint64_t, lanes_per_sector> words{};
        uint32_t distinct = 0;
        for (uint32_t lane = first; lane < first + lanes_per_sector; ++lane) {
            if ((event.mask >> lane & 1) == 0) continue;
            const uint64_t word = event.address[lane] / word_bytes;
            const auto end = words.begin() + distinct;
            if (std::find(words.begin(), end, word) == end) words[distinct++] = word;
        }
        sectors += distinct * words_per_lane;
    }
    return sectors;
}

uint64_t sectors_between(uint64_t lowest, uint64_t end) { return (end - 1) / sector_bytes - lowest / sector_bytes + 1; }

} // namespace

uint32_t sectors_of(const simt::MemoryEvent& event, LazyShape& shape) {
    if (event.contiguous || event.broadcast)
        return static_cast<uint32_t>(sectors_between(event.lowest, event.highest + event.bytes));
    RequestShape* const found = shape();
    return found != nullptr ? found->sectors(event.lowest, shape.kernels())
                            : sectors_of_request(event, shape.kernels()).touched;
}

uint32_t passes_of(const simt::MemoryEvent& event, LazyShape& shape) {
    if (event.contiguous) return contiguous_passes(event);
    if (event.broadcast) return broadcast_passes(event);
    RequestShape* const found = shape();
    return found != nullptr ? found->passes(event.lowest, event.kind)
                            : shared_passes(event.address, event.mask, event.bytes, event.kind);
}

void InstructionTraffic::add(const InstructionTraffic& other) {
    if (other.global_requests + other.shared_requests + other.local_requests != 0) kind = other.kind;
    global_requests += other.global_requests;
    bytes += other.bytes;
    sectors += other.sectors;
    sectors_ideal += other.sectors_ideal;
    shared_requests += other.shared_requests;
    passes += other.passes;
    passes_ideal += other.passes_ideal;
    local_requests += other.local_requests;
    local_sectors += other.local_sectors;
    atomic_operations += other.atomic_operations;
    shared_atomic_operations += other.shared_atomic_operations;
}

void TrafficCounter::add_simple(InstructionTraffic& counts, const simt::MemoryEvent& event) {
    const uint64_t end = event.highest + event.bytes;
    const uint64_t span = end - event.lowest;
    counts.bytes += event.contiguous ? span : span * static_cast<uint32_t>(std::popcount(event.mask));
    counts.sectors += sectors_between(event.lowest, end);
    counts.sectors_ideal += (span + sector_bytes - 1) / sector_bytes;
}

void TrafficCounter::add_scattered(InstructionTraffic& counts, const simt::MemoryEvent& event,
                                   const LaneKernels& kernels) {
    const SectorCount sectors = sectors_of_request(event, kernels);
    counts.bytes += event.bytes * static_cast<uint32_t>(std::popcount(event.mask));
    counts.sectors += sectors.touched;
    counts.sectors_ideal += sectors.ideal;
}

void TrafficCounter::count_shared(const simt::MemoryEvent& event, LazyShape& shape) {
    InstructionTraffic& counts = counts_[event.pc];
    // Keeps the kind of a cp.async, which already counted a global load.
    if (counts.global_requests == 0) counts.kind = event.kind;
    ++counts.shared_requests;
    const auto lanes = static_cast<uint32_t>(std::popcount(event.mask));
    const uint32_t passes = passes_of(event, shape);
    counts.passes += passes;
    counts.passes_ideal += fewest_passes(lanes, event.bytes, passes);
    if (event.kind != simt::AccessKind::atomic) return;
    counts.atomic_operations += lanes;
    counts.shared_atomic_operations += lanes;
}

void TrafficCounter::count_local(const simt::MemoryEvent& event) {
    InstructionTraffic& counts = counts_[event.pc];
    counts.kind = event.kind;
    ++counts.local_requests;
    counts.local_sectors += local_sectors(event);
}

void TrafficCounter::add_loads(uint32_t pc, uint64_t requests, uint64_t sectors, uint64_t bytes,
                               uint64_t ideal_sectors) {
    InstructionTraffic& counts = counts_[pc];
    counts.kind = simt::AccessKind::load;
    counts.global_requests += requests;
    counts.sectors += sectors;
    counts.bytes += requests * bytes;
    counts.sectors_ideal += requests * ideal_sectors;
}

void TrafficCounter::add_shared_loads(uint32_t pc, uint64_t requests, uint64_t passes, uint64_t ideal_passes) {
    InstructionTraffic& counts = counts_[pc];
    counts.kind = simt::AccessKind::load;
    counts.shared_requests += requests;
    counts.passes += passes;
    counts.passes_ideal += ideal_passes;
}

void TrafficCounter::merge(const TrafficCounter& worker) {
    for (size_t pc = 0; pc < counts_.size(); ++pc) counts_[pc].add(worker.counts_[pc]);
}

TrafficTotals totals(const std::vector<InstructionTraffic>& by_pc) {
    TrafficTotals out;
    for (const InstructionTraffic& counts : by_pc) {
        out.shared.requests += counts.shared_requests;
        out.shared.passes += counts.passes;
        out.shared.passes_ideal += counts.passes_ideal;
        switch (counts.kind) {
        case simt::AccessKind::load:
            out.global.load_requests += counts.global_requests;
            out.global.load_sectors += counts.sectors;
            out.global.load_sectors_ideal += counts.sectors_ideal;
            out.global.load_bytes += counts.bytes;
            break;
        case simt::AccessKind::store:
            out.global.store_requests += counts.global_requests;
            out.global.store_sectors += counts.sectors;
            out.global.store_sectors_ideal += counts.sectors_ideal;
            out.global.store_bytes += counts.bytes;
            break;
        case simt::AccessKind::atomic:
            out.atomics.sectors += counts.sectors;
            out.atomics.requests += counts.global_requests + counts.shared_requests;
            out.atomics.shared_requests += counts.shared_requests;
            out.atomics.operations += counts.atomic_operations;
            out.atomics.shared_operations += counts.shared_atomic_operations;
            break;
        }
    }
    return out;
}

LocalTraffic local_traffic(const std::vector<InstructionTraffic>& by_pc,
                           std::span<const simt::InstructionInfo> instructions) {
    LocalTraffic out;
    for (size_t pc = 0; pc < by_pc.size(); ++pc) {
        const simt::InstructionInfo& info = instructions[pc];
        const bool is_call = info.access_bytes == 0;
        if (is_call || info.text.find(".param") != std::string::npos) continue;
        const bool is_load = by_pc[pc].kind == simt::AccessKind::load;
        (is_load ? out.load_requests : out.store_requests) += by_pc[pc].local_requests;
        (is_load ? out.load_sectors : out.store_sectors) += by_pc[pc].local_sectors;
    }
    return out;
}

} // namespace warpscope::metrics
