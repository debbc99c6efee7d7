#pragma once

#include <optional>
#include <span>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/cells/overwritten_pages.hpp"
#include "metrics/cells/written_bytes.hpp"
#include "metrics/checks/check.hpp"
#include "metrics/live_launch.hpp"
#include "metrics/measure.hpp"

namespace warpscope::metrics {

class MeasuredPlan : public Measured {
public:
    MeasuredPlan(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan,
                 const MeasureOptions& options);

    /// Call it once, before other threads use the object.
    [[nodiscard]] tl::expected<void, Diagnostic> run();

    [[nodiscard]] static Result<LaunchMeasurement> run_live(LiveKernel& kernel, LiveLaunch live, MeasureOptions options,
                                                            uint64_t max_copied_bytes);

    [[nodiscard]] const std::vector<LaunchMeasurement>& launches() const override { return launches_; }
    [[nodiscard]] HostBuffer buffer(uint32_t index) const override;
    [[nodiscard]] const simt::Program& program() const override { return *program_; }
    [[nodiscard]] const ExecutionPlan& plan() const override { return plan_; }
    [[nodiscard]] bool canceled() const override { return canceled_; }
    [[nodiscard]] Result<BlockTrace> trace_block(uint32_t launch, uint64_t block,
                                                 const std::atomic<bool>* cancel) const override;
    [[nodiscard]] Result<Probe> probe(const ProbeRequest& request, const std::atomic<bool>* cancel) const override;
    [[nodiscard]] Result<RerunOutcome> run_again(const Rerun& rerun) const override;
    [[nodiscard]] std::optional<BufferCell> locate(uint64_t address) const override;
    [[nodiscard]] std::optional<BufferElement> element(uint64_t address) const override;

private:
    struct Prepared {
        uint32_t kernel = 0;
        std::vector<std::byte> parameters;
    };

    [[nodiscard]] tl::expected<void, Diagnostic> place_buffers();
    /// Allocation i is buffer i. Each of the plan's devices has parts of this memory.
    [[nodiscard]] Result<simt::Device> fresh_device(const std::shared_ptr<const simt::Program>& program) const;
    [[nodiscard]] Result<Prepared> prepare(const PlannedLaunch& launch, const simt::Program& program) const;
    /// Makes the plan's copies before a launch, or those after the last launch.
    void copy_parts(simt::GlobalMemory& memory, uint32_t before_launch) const;
    void mark_copied(uint32_t before_launch);
    void keep_memory();
    /// Fails if the memory was not kept.
    [[nodiscard]] Result<simt::Device> device_before(uint32_t launch) const;
    [[nodiscard]] Result<simt::Device> device_before(uint32_t launch,
                                                     const std::shared_ptr<const simt::Program>& program) const;
    void take_contents();
    [[nodiscard]] tl::expected<void, Diagnostic> run_launch(uint32_t index);
    [[nodiscard]] std::optional<simt::Snapshots> snapshots() const;
    /// Merges findings in block order. `count`: number of occurrences.
    void add_findings(LaunchMeasurement& measurement, std::vector<simt::Finding> more, uint64_t count) const;
    [[nodiscard]] std::vector<uint8_t> only_loaded(const LaunchMeasurement& measurement) const;
    /// Returns nullopt if the block ran alone and waits for others.
    [[nodiscard]] Result<std::optional<BlockTrace>> trace_block(uint32_t launch, uint64_t block, bool alone,
                                                                const std::atomic<bool>* cancel) const;
    class LaunchUnderCheck;
    struct MemoryBefore {
        explicit MemoryBefore(const simt::Device& device)
            : pages(device.memory())
            , heap(device.heap()) {}
        OverwrittenPages pages;
        simt::DeviceHeap heap;
    };
    struct KeptDevice {
        simt::SavedMemory memory;
        simt::DeviceHeap heap;
    };
    void bound_maps();

    std::shared_ptr<const simt::Program> program_;
    ExecutionPlan plan_;
    MeasureOptions options_;
    std::shared_ptr<const BufferTable> buffers_;
    std::shared_ptr<const CheckList> checks_;
    std::shared_ptr<WrittenBytes> written_; // null if no check needs it
    std::optional<simt::Device> device_;    // only addresses remain after the run
    uint64_t device_bytes_ = 0;
    std::vector<std::optional<KeptDevice>> before_; // one for each launch; nullopt if it was not kept
    std::vector<SharedBytes> contents_;
    std::vector<bool> may_be_stored_;
    std::vector<Prepared> prepared_;
    std::vector<LaunchMeasurement> launches_;
    uint64_t cost_of_reruns_ = 0;               // see CheckedLaunch::exhausted()
    std::unique_ptr<MemoryBefore> live_before_; // null: not kept
    bool is_live_ = false;
    simt::Observer* live_observer_ = nullptr;
    bool canceled_ = false;
};

} // namespace warpscope::metrics
