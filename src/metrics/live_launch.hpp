// Checks and measures one launch of a program that goes on running: on its device, with its memory as it is.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "metrics/cells/written_bytes.hpp"
#include "metrics/measure.hpp"

namespace warpscope::metrics {

class Check;

/// What checks find out once for all launches of a kernel. A program of its own, as ptx::part_for() makes them.
class LiveKernel {
public:
    using Checks = std::shared_ptr<const std::vector<std::unique_ptr<Check>>>;

    explicit LiveKernel(std::shared_ptr<const simt::Program> program);

    [[nodiscard]] const std::shared_ptr<const simt::Program>& program() const { return program_; }
    /// Returns the checks that the options ask for: the same ones whenever they ask for the same.
    [[nodiscard]] Checks checks(const MeasureOptions& options);

private:
    std::shared_ptr<const simt::Program> program_;
    std::map<std::array<bool, 3>, Checks> checks_; // by maps, races, uninitialised of the options
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
[[nodiscard]] Result<LaunchMeasurement> measure_live(LiveKernel& kernel, LiveLaunch launch,
                                                     const MeasureOptions& options, uint64_t most_copied_bytes);

} // namespace warpscope::metrics
