#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/launch.hpp"
#include "metrics/on_demand.hpp"
#include "metrics/results.hpp"
#include "simt/executor.hpp"

namespace warpscope::metrics {

/// Buffer to show during a launch. For the times, see simt::Snapshots.
struct SnapshotBuffer {
    uint32_t buffer = 0;
    std::chrono::milliseconds first{0}, every{0};
    /// Called on a thread of the launch. `written[i]` is nonzero if byte i has a value.
    std::function<void(std::span<const std::byte> bytes, std::span<const uint8_t> written)> show;
};

struct MeasureOptions {
    simt::LaunchOptions launch;
    bool maps = true;
    bool costs = true;
    bool uninitialized = true;
    /// Checks for races; may rerun the launch on one core.
    bool races = false;
    /// Requires `uninitialized` and a buffer that is initially undefined.
    std::optional<SnapshotBuffer> snapshot = std::nullopt;
    uint64_t trace_limit = uint64_t{1} << 21; // maximum number of accesses that trace_block() keeps
};

struct Rerun {
    std::shared_ptr<const simt::Program> program; // different build of the kernels; null: the measured build
    uint32_t launch = 0;
    std::vector<uint64_t> only_blocks; // empty: all
    std::vector<simt::Observer*> observers;
    const std::atomic<bool>* cancel = nullptr;
    const simt::TriedOrder* tried = nullptr; // requires a program built for stepping
    std::optional<uint64_t> budget_per_warp;
    /// Receives the final memory. Allocation i is buffer i.
    std::function<void(const simt::GlobalMemory&)> inspect = nullptr;
};
struct RerunOutcome {
    simt::LaunchOutcome outcome;
    uint32_t kernel = 0;               // number in the program that ran
    std::vector<std::byte> parameters; // in the layout of the program that ran
    bool waits_in_vain = false;        // some threads waited forever, perhaps for other blocks
};

struct BufferCell {
    uint32_t buffer = 0;
    uint64_t cell = 0;
    friend bool operator==(const BufferCell&, const BufferCell&) = default;
};

struct BufferElement {
    uint32_t buffer = 0;
    int64_t index = 0; // negative before the buffer
    bool inside = false;
    friend bool operator==(const BufferElement&, const BufferElement&) = default;
};

/// Thread-safe.
class Measured {
public:
    virtual ~Measured() = default;
    [[nodiscard]] virtual const std::vector<LaunchMeasurement>& launches() const = 0;
    [[nodiscard]] virtual HostBuffer buffer(uint32_t index) const = 0;
    [[nodiscard]] virtual const simt::Program& program() const = 0;
    [[nodiscard]] virtual const ExecutionPlan& plan() const = 0;
    [[nodiscard]] virtual bool canceled() const = 0;

    /// Reruns one block alone, on a copy of the memory from before the launch. Fails if no copy was kept.
    [[nodiscard]] virtual Result<BlockTrace> trace_block(uint32_t launch, uint64_t block,
                                                         const std::atomic<bool>* cancel = nullptr) const = 0;
    /// Fails like trace_block().
    [[nodiscard]] virtual Result<Probe> probe(const ProbeRequest& request,
                                              const std::atomic<bool>* cancel = nullptr) const = 0;
    /// Uses one worker. Fails like trace_block().
    [[nodiscard]] virtual Result<RerunOutcome> run_again(const Rerun& rerun) const;
    [[nodiscard]] virtual std::optional<BufferCell> locate(uint64_t address) const = 0;
    /// Returns the nearest buffer's element, or nullopt if something else is nearer.
    [[nodiscard]] virtual std::optional<BufferElement> element(uint64_t address) const = 0;
};

[[nodiscard]] Result<std::shared_ptr<const Measured>>
measure(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan, const MeasureOptions& options = {});

} // namespace warpscope::metrics
