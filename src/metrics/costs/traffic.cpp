#include "metrics/costs/traffic.hpp"

#include <bit>

namespace warpscope::metrics {
namespace {

/// Counts one pass per group of lanes served together.
uint32_t contiguous_passes(const simt::MemoryEvent& event) {
    if (event.bytes <= 4) return 1;
    const uint32_t group = event.bytes >= 128 ? 1 : 128 / event.bytes;
    const auto first = static_cast<uint32_t>(std::countr_zero(event.mask));
    const auto last = static_cast<uint32_t>(31 - std::countl_zero(event.mask));
    return last / group - first / group + 1;
}

uint32_t broadcast_passes(const simt::MemoryEvent& event) {
    return event.bytes <= 4 ? 1 : shared_passes(event.address, event.mask, event.bytes);
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
    return found != nullptr ? found->passes(event.lowest) : shared_passes(event.address, event.mask, event.bytes);
}

void InstructionTraffic::add(const InstructionTraffic& other) {
    if (other.global_requests + other.shared_requests + other.local_requests != 0) kind = other.kind;
    global_requests += other.global_requests;
    bytes += other.bytes;
    sectors += other.sectors;
    sectors_ideal += other.sectors_ideal;
    shared_requests += other.shared_requests;
    passes += other.passes;
    local_requests += other.local_requests;
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
    counts.passes += passes_of(event, shape);
    if (event.kind != simt::AccessKind::atomic) return;
    const auto lanes = static_cast<uint32_t>(std::popcount(event.mask));
    counts.atomic_operations += lanes;
    counts.shared_atomic_operations += lanes;
}

void TrafficCounter::count_local(const simt::MemoryEvent& event) {
    InstructionTraffic& counts = counts_[event.pc];
    counts.kind = event.kind;
    ++counts.local_requests;
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

void TrafficCounter::add_shared_loads(uint32_t pc, uint64_t requests, uint64_t passes) {
    InstructionTraffic& counts = counts_[pc];
    counts.kind = simt::AccessKind::load;
    counts.shared_requests += requests;
    counts.passes += passes;
}

void TrafficCounter::merge(const TrafficCounter& worker) {
    for (size_t pc = 0; pc < counts_.size(); ++pc) counts_[pc].add(worker.counts_[pc]);
}

TrafficTotals totals(const std::vector<InstructionTraffic>& by_pc) {
    TrafficTotals out;
    for (const InstructionTraffic& counts : by_pc) {
        out.shared.requests += counts.shared_requests;
        out.shared.passes += counts.passes;
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
        uint64_t& requests = by_pc[pc].kind == simt::AccessKind::load ? out.load_requests : out.store_requests;
        requests += by_pc[pc].local_requests;
    }
    return out;
}

} // namespace warpscope::metrics
