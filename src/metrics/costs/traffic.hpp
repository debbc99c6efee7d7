#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/costs/request_shape.hpp"
#include "metrics/results.hpp"
#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Costs of one instruction. A generic access may alternate between global and shared memory.
struct InstructionTraffic {
    uint64_t global_requests = 0, bytes = 0; // bytes requested by active lanes
    uint64_t sectors = 0, sectors_ideal = 0;
    uint64_t shared_requests = 0, passes = 0, passes_ideal = 0;
    uint64_t local_requests = 0, local_sectors = 0;
    uint64_t atomic_operations = 0; // counted per lane, in global and shared memory
    uint64_t shared_atomic_operations = 0;
    simt::AccessKind kind{};

    void add(const InstructionTraffic& other);
};

/// Both functions require a nonempty mask. `shape` must belong to `event`.
[[nodiscard]] uint32_t sectors_of(const simt::MemoryEvent& event, LazyShape& shape);
[[nodiscard]] uint32_t passes_of(const simt::MemoryEvent& event, LazyShape& shape);

class TrafficCounter {
public:
    explicit TrafficCounter(uint32_t pc_count)
        : counts_(pc_count) {}

    void count_global(const simt::MemoryEvent& event, LazyShape& shape) {
        InstructionTraffic& counts = counts_[event.pc];
        counts.kind = event.kind;
        if (event.kind == simt::AccessKind::atomic)
            counts.atomic_operations += static_cast<uint32_t>(std::popcount(event.mask));
        ++counts.global_requests;
        if (event.contiguous || event.broadcast) {
            add_simple(counts, event);
            return;
        }
        RequestShape* const found = shape();
        if (found == nullptr) {
            add_scattered(counts, event, shape.kernels());
            return;
        }
        counts.bytes += found->bytes_asked();
        counts.sectors += found->sectors(event.lowest, shape.kernels());
        counts.sectors_ideal += found->ideal_sectors();
    }
    void count_shared(const simt::MemoryEvent& event, LazyShape& shape);
    void count_local(const simt::MemoryEvent& event);
    /// Adds `requests` loads. `sectors` is the total; `bytes` and `ideal_sectors` are per request.
    void add_loads(uint32_t pc, uint64_t requests, uint64_t sectors, uint64_t bytes, uint64_t ideal_sectors);
    void add_shared_loads(uint32_t pc, uint64_t requests, uint64_t passes, uint64_t ideal_passes);

    void merge(const TrafficCounter& worker);
    [[nodiscard]] const std::vector<InstructionTraffic>& by_pc() const { return counts_; }

private:
    static void add_simple(InstructionTraffic& counts, const simt::MemoryEvent& event);
    static void add_scattered(InstructionTraffic& counts, const simt::MemoryEvent& event, const LaneKernels& kernels);

    std::vector<InstructionTraffic> counts_;
};

struct TrafficTotals {
    GlobalTraffic global;
    SharedTraffic shared;
    AtomicTraffic atomics;
};

[[nodiscard]] TrafficTotals totals(const std::vector<InstructionTraffic>& by_pc);
/// Excludes accesses to parameters of called functions.
[[nodiscard]] LocalTraffic local_traffic(const std::vector<InstructionTraffic>& by_pc,
                                         std::span<const simt::InstructionInfo> instructions);

} // namespace warpscope::metrics
