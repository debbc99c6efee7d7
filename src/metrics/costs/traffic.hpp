// What memory requests cost: sectors of global memory, passes of shared memory, lanes of atomics; counted per
// instruction, so that totals and the cost of a source line are sums.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "metrics/costs/request_shape.hpp"
#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// Costs of one instruction. A generic access may reach global and shared memory by turns.
struct InstructionTraffic {
    uint64_t global_requests = 0, bytes = 0; // bytes: asked of global memory by active lanes
    uint64_t sectors = 0, sectors_ideal = 0;
    uint64_t shared_requests = 0, passes = 0;
    uint64_t atomic_operations = 0, shared_atomic_operations = 0; // lanes; the latter are among the former
    simt::AccessKind kind{};                                      // of its requests

    void add(const InstructionTraffic& other);
};

/// Sectors that a request of global memory touches, and passes that one of shared memory takes. The mask is not empty,
/// `shape` is the request's own.
[[nodiscard]] uint32_t sectors_of(const simt::MemoryEvent& event, LazyShape& shape);
[[nodiscard]] uint32_t passes_of(const simt::MemoryEvent& event, LazyShape& shape);

/// Traffic of one worker.
class TrafficCounter {
public:
    explicit TrafficCounter(uint32_t pc_count)
        : counts_(pc_count) {}

    /// A request whose mask is not empty, of global or shared memory. `shape` is its own.
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
    /// `requests` loads from global memory that touched `sectors` in all; bytes and fewest sectors are those of each.
    void add_loads(uint32_t pc, uint64_t requests, uint64_t sectors, uint64_t bytes, uint64_t ideal_sectors);
    /// The same from shared memory, in so many passes.
    void add_shared_loads(uint32_t pc, uint64_t requests, uint64_t passes);

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

} // namespace warpscope::metrics
