// Checks and measures one launch of a program that goes on running: on its device, with its memory as it is.
#pragma once

#include <memory>
#include <span>

#include "metrics/cells/written_bytes.hpp"
#include "metrics/measure.hpp"

namespace warpscope::metrics {

class LazyValueUses;
struct SyncInstructions;

/// What is found out once for all launches of a kernel. A program of its own, as ptx::part_for() makes them.
class LiveKernel {
public:
    explicit LiveKernel(std::shared_ptr<const simt::Program> program);

    [[nodiscard]] const std::shared_ptr<const simt::Program>& program() const { return program_; }
    [[nodiscard]] const std::shared_ptr<LazyValueUses>& uses() const { return uses_; }
    [[nodiscard]] const std::shared_ptr<const SyncInstructions>& sync() const { return sync_; }

private:
    std::shared_ptr<const simt::Program> program_;
    std::shared_ptr<LazyValueUses> uses_;
    std::shared_ptr<const SyncInstructions> sync_;
};

struct LiveLaunch {
    simt::Device* device = nullptr; // of the kernel's program
    uint32_t kernel = 0;
    PlannedLaunch launch; // without arguments
    std::vector<std::byte> parameters;
    std::shared_ptr<WrittenBytes> written; // null: reads of unwritten memory are not looked for
};

/// Runs the launch. What needs a copy of the memory as it was before (races between blocks, and reads of unwritten
/// memory whose values may not matter) is looked for where the allocations take at most `most_copied_bytes`.
[[nodiscard]] Result<LaunchMeasurement> measure_live(const LiveKernel& kernel, LiveLaunch launch,
                                                     const MeasureOptions& options, uint64_t most_copied_bytes);

} // namespace warpscope::metrics
