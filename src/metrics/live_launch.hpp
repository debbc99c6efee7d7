#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "metrics/cells/written_bytes.hpp"
#include "metrics/measure.hpp"

namespace warpscope::metrics {

class Check;

/// Kernel with the checks that its launches share. Owns a program that contains only this kernel (ptx::part_for()).
class LiveKernel {
public:
    using Checks = std::shared_ptr<const std::vector<std::unique_ptr<Check>>>;

    explicit LiveKernel(std::shared_ptr<const simt::Program> program);

    [[nodiscard]] const std::shared_ptr<const simt::Program>& program() const { return program_; }
    [[nodiscard]] Checks checks(const MeasureOptions& options);

private:
    std::shared_ptr<const simt::Program> program_;
    std::map<std::array<bool, 3>, Checks> checks_; // key: options maps, races, uninitialized
};

struct LiveLaunch {
    simt::Device* device = nullptr;
    uint32_t kernel = 0;
    PlannedLaunch launch; // without arguments
    std::vector<std::byte> parameters;
    std::shared_ptr<WrittenBytes> written; // null: no check for unwritten memory
    simt::Observer* observer = nullptr;    // observes the launch, but not its reruns
};

/// Skips checks that need a memory copy (races, suspect reads) if the copy would exceed `max_copied_bytes`.
[[nodiscard]] Result<LaunchMeasurement> measure_live(LiveKernel& kernel, LiveLaunch launch,
                                                     const MeasureOptions& options, uint64_t max_copied_bytes);

} // namespace warpscope::metrics
