// Runs an execution plan on the emulator and measures it: the one call that session, command line and tests use.
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

/// A buffer in the middle of the plan's last launch; see simt::Snapshots.
struct SnapshotBuffer {
    uint32_t buffer = 0; // index in the plan
    std::chrono::milliseconds first{0}, every{0};
    /// `written`: not 0 for each byte that holds a value. Called on one of the launch's threads; both are gone after
    /// it.
    std::function<void(std::span<const std::byte> bytes, std::span<const uint8_t> written)> show;
};

struct MeasureOptions {
    simt::LaunchOptions launch; // cancel, progress, seed, workers, budget
    bool maps = true;           // owner, reads and writes per cell
    bool costs = true;          // coalescing, banks, atomics, per line
    bool uninitialised = true;  // look for reads of memory that nothing has written
    /// Look for races and missing __syncwarp; metrics/races/race_check.hpp says what it costs, and when a launch is run
    /// once more on one core for it.
    bool races = false;
    /// Only where `uninitialised` is on and the buffer starts out undefined, with nothing in it before the last launch.
    std::optional<SnapshotBuffer> snapshot = std::nullopt;
    uint64_t trace_limit = uint64_t{1} << 20; // accesses kept by trace_block
};

/// A launch that has been measured, or one block of it, to be run once more.
struct Rerun {
    std::shared_ptr<const simt::Program> program; // another build of the kernels, or null for the one measured
    uint32_t launch = 0;                          // index in the plan
    std::vector<uint64_t> only_blocks;            // empty: all
    std::vector<simt::Observer*> observers;
    const std::atomic<bool>* cancel = nullptr;
    const simt::TriedOrder* tried = nullptr; // of a program built for stepping
    std::optional<uint64_t> budget_per_warp;
    /// Told of the memory that the launch leaves behind. Allocation i is the plan's buffer i.
    std::function<void(const simt::GlobalMemory&)> look = nullptr;
};
struct RerunOutcome {
    simt::LaunchOutcome outcome;
    uint32_t kernel = 0;               // in that program
    std::vector<std::byte> parameters; // as they were laid out for it
    bool waits_in_vain = false;        // threads that waited for what never came: with other blocks it may come
};

/// A cell of a plan buffer.
struct BufferCell {
    uint32_t buffer = 0; // index in the plan
    uint64_t cell = 0;
    friend bool operator==(const BufferCell&, const BufferCell&) = default;
};

/// An element of a plan buffer, or the one that would be there if the buffer went on: what a bad index asks for.
struct BufferElement {
    uint32_t buffer = 0; // index in the plan
    int64_t index = 0;   // in elements (a cell may have several); negative before the buffer
    bool inside = false;
    friend bool operator==(const BufferElement&, const BufferElement&) = default;
};

/// A plan that has run: results plus what is needed to look closer. Safe to share between threads once made.
class Measured {
public:
    virtual ~Measured() = default;
    [[nodiscard]] virtual const std::vector<LaunchMeasurement>& launches() const = 0;
    /// Contents of plan buffer `index` after the last launch.
    [[nodiscard]] virtual HostBuffer buffer(uint32_t index) const = 0;
    [[nodiscard]] virtual const simt::Program& program() const = 0;
    [[nodiscard]] virtual const ExecutionPlan& plan() const = 0;
    [[nodiscard]] virtual bool cancelled() const = 0;

    /// Runs block `block` of launch `launch` once more, alone, on the memory as it was before that launch, and keeps
    /// everything it did. Thread-safe. Fails when the memory of that launch was not kept.
    [[nodiscard]] virtual Result<BlockTrace> trace_block(uint32_t launch, uint64_t block,
                                                         const std::atomic<bool>* cancel = nullptr) const = 0;
    /// Runs a whole launch once more on the memory as it was before it, and counts what `request` asks for.
    /// Thread-safe. Fails as trace_block does.
    [[nodiscard]] virtual Result<Probe> probe(const ProbeRequest& request,
                                              const std::atomic<bool>* cancel = nullptr) const = 0;
    /// Runs a launch on one worker, on the memory as it was before it, and tells `rerun.observers` of it; what it
    /// leaves behind is forgotten. Thread-safe. Fails as trace_block does.
    [[nodiscard]] virtual Result<RerunOutcome> run_again(const Rerun& rerun) const;
    /// The cell that holds a byte of global memory; none outside of the plan's buffers.
    [[nodiscard]] virtual std::optional<BufferCell> locate(uint64_t address) const = 0;
    /// The element at a byte of global memory, of the buffer that holds it or else of the nearest; none where the
    /// nearest is no buffer of the plan.
    [[nodiscard]] virtual std::optional<BufferElement> element(uint64_t address) const = 0;
};

[[nodiscard]] Result<std::shared_ptr<const Measured>>
measure(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan, const MeasureOptions& options = {});

} // namespace warpscope::metrics
