#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "metrics/cells/overwritten_pages.hpp"
#include "metrics/costs/divergence.hpp"
#include "metrics/costs/traffic.hpp"
#include "metrics/ownership/load_site_cache.hpp"
#include "metrics/ownership/owner_counter.hpp"
#include "metrics/ownership/read_counts.hpp"
#include "metrics/run/check_registry.hpp"

namespace warpscope::metrics {

struct LaunchObserverSetup {
    simt::LaunchContext launch; // has at most 2^32 - 2 threads
    std::shared_ptr<const BufferTable> buffers;
    std::span<const simt::InstructionInfo> instructions;
    bool maps = true, costs = true;
    std::shared_ptr<WrittenBytes> written;   // null: not recorded
    OverwrittenPages* overwritten = nullptr; // null: pages are not kept
};

class LaunchObserver : public simt::Observer {
public:
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

    /// Requires `maps`. Call it before take_results().
    [[nodiscard]] bool global_is_shared();
    /// Does not set simt_efficiency.
    void take_results(LaunchMeasurement& out);
    [[nodiscard]] const std::vector<InstructionTraffic>& traffic() const { return traffic_.by_pc(); }

private:
    LaunchObserver(const LaunchObserver& prototype, int);
    [[nodiscard]] bool many_cells() const;
    [[nodiscard]] bool count_known_load(const simt::MemoryEvent& event);
    [[gnu::noinline]] void count_regular_load(const simt::MemoryEvent& event);
    [[gnu::noinline]] void count(const simt::MemoryEvent& event); // needs addresses

    LaunchObserverSetup setup_;
    ShapeCache shapes_;
    TrafficCounter traffic_;
    ReadCounter reads_;
    OwnerCounter owners_;
    DivergenceCounter divergence_;
    std::optional<LoadSites> loads_; // only if costs are counted
    InlineChecks checks_;
};

} // namespace warpscope::metrics
