// The observer of a whole launch: hands each event to the counters that need it. One observer for all of them, because
// they share the work on a request's addresses and an event is then delivered once.
#pragma once

#include <memory>
#include <optional>

#include "metrics/divergence.hpp"
#include "metrics/owners.hpp"
#include "metrics/reads.hpp"
#include "metrics/traffic.hpp"

namespace warpscope::metrics {

struct GridObserverSetup {
    LaunchConfig config; // at most 2^32 - 2 threads
    std::shared_ptr<const BufferTable> buffers;
    uint32_t pc_count = 0; // instructions of the program
    uint32_t workers = 1;
    bool maps = true, costs = true; // what to count besides divergence
};

class GridObserver : public simt::Observer {
public:
    explicit GridObserver(const GridObserverSetup& setup);
    ~GridObserver() override;

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_memory(const simt::MemoryEvent& event) override;
    void on_branch(const simt::BranchEvent& event) override;
    void on_step(const simt::StepEvent& event) override { divergence_.count_step(event); }
    void merge(simt::Observer& worker) override;

    /// After the launch: everything that these counters know. Fills ownership, divergence (without simt_efficiency),
    /// global, shared, atomics and maps, and takes the counters' contents away.
    void take_results(LaunchMeasurement& out);
    [[nodiscard]] const std::vector<InstructionTraffic>& traffic() const { return traffic_.by_pc(); }

private:
    GridObserver(const GridObserver& prototype, int);

    GridObserverSetup setup_;
    ShapeCache shapes_;
    TrafficCounter traffic_;
    ReadCounter reads_;
    OwnerCounter owners_;
    DivergenceCounter divergence_;
};

} // namespace warpscope::metrics
