// The observer of a whole launch: hands each event to the counters that need it. One observer for all of them, because
// they share the work on a request's addresses and an event is then delivered once.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "metrics/costs/divergence.hpp"
#include "metrics/costs/traffic.hpp"
#include "metrics/ownership/load_site_cache.hpp"
#include "metrics/ownership/owner_counter.hpp"
#include "metrics/ownership/read_counts.hpp"
#include "metrics/run/check_registry.hpp"

namespace warpscope::metrics {

struct LaunchObserverSetup {
    simt::LaunchContext launch; // at most 2^32 - 2 threads
    std::shared_ptr<const BufferTable> buffers;
    std::span<const simt::InstructionInfo> instructions; // of the program
    bool maps = true, costs = true;                      // what to count besides divergence
    std::shared_ptr<WrittenBytes> written;               // null: not known
};

class LaunchObserver : public simt::Observer {
public:
    /// `checks`: that observe the launch, or parts of it, by direct calls.
    LaunchObserver(const LaunchObserverSetup& setup, InlineChecks checks);
    ~LaunchObserver() override;

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    [[nodiscard]] uint64_t bytes_of_block(const simt::BlockSize& size) const override {
        return checks_.bytes_of_block(size);
    }
    void on_memory(const simt::MemoryEvent& event) override;
    void on_block_begin(uint64_t, const Dim3&) override { checks_.begin_block(); }
    void on_block_leave(uint64_t block) override { checks_.leave_block(block); }
    void on_block_return(uint64_t block) override { checks_.return_to_block(block); }
    void on_allocated(const simt::HeapEvent& event) override { checks_.allocated(event); }
    void on_stack_taken(const simt::StackEvent& event) override { checks_.stack_taken(event); }
    void on_warp_end(const simt::WarpEvent& event) override { divergence_.count_warp(event); }
    void merge(simt::Observer& worker) override;

    /// After the launch, before take_results(): whether two threads may have touched the same global memory, one of
    /// them writing and not both by atomics. False only if they certainly have not. `maps` must be on.
    [[nodiscard]] bool global_is_shared();
    /// After the launch: everything that these counters know. Fills ownership, divergence (without simt_efficiency),
    /// global, shared, atomics and maps, and takes the counters' contents away.
    void take_results(LaunchMeasurement& out);
    [[nodiscard]] const std::vector<InstructionTraffic>& traffic() const { return traffic_.by_pc(); }

private:
    LaunchObserver(const LaunchObserver& prototype, int);
    /// Returns whether going through all cells is worth a second thread.
    [[nodiscard]] bool many_cells() const;
    [[nodiscard]] bool count_known_load(const simt::MemoryEvent& event);
    [[gnu::noinline]] void count_regular_load(const simt::MemoryEvent& event);
    [[gnu::noinline]] void count(const simt::MemoryEvent& event); // one that has its addresses

    LaunchObserverSetup setup_;
    ShapeCache shapes_;
    TrafficCounter traffic_;
    ReadCounter reads_;
    OwnerCounter owners_;
    DivergenceCounter divergence_;
    std::optional<LoadSites> loads_; // where costs are counted
    InlineChecks checks_;
};

} // namespace warpscope::metrics
