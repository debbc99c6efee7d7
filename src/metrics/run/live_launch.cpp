#include "metrics/live_launch.hpp"

#include <algorithm>

#include "metrics/run/check_registry.hpp"
#include "metrics/run/measured_plan.hpp"

namespace warpscope::metrics {
namespace {

using Done = tl::expected<void, Diagnostic>;

BufferLayout layout_of(const simt::Allocation& allocation) {
    const ElementType type = allocation.bytes % sizeof(uint32_t) == 0 ? ElementType::u32 : ElementType::u8;
    const uint64_t elements = allocation.bytes / size_of(type);
    // Splits large buffers into rows, because an extent has 32 bits.
    constexpr uint64_t row = uint64_t{1} << 30;
    Shape shape{static_cast<uint32_t>(std::min(elements, row)), static_cast<uint32_t>((elements + row - 1) / row), 1};
    shape.height = std::max(shape.height, 1u);
    return {allocation.name, type, 1, shape};
}

} // namespace

LiveKernel::LiveKernel(std::shared_ptr<const simt::Program> program)
    : program_(std::move(program)) {}

LiveKernel::Checks LiveKernel::checks(const MeasureOptions& options) {
    // Names all options, so that a new option needs a decision here.
    const auto& [launch, maps, costs, uninitialized, races, snapshot, trace_limit] = options;
    Checks& checks = checks_[{maps, races, uninitialized}];
    if (!checks) checks = std::make_shared<const CheckList>(all_checks({program_, options}));
    return checks;
}

Result<LaunchMeasurement> MeasuredPlan::run_live(LiveKernel& kernel, LiveLaunch live, MeasureOptions options,
                                                 uint64_t max_copied_bytes) {
    ExecutionPlan plan;
    std::vector<PlacedBuffer> placed;
    uint64_t bytes = 0;
    const auto& allocations = live.device->memory().allocations();
    for (uint32_t k = 0; k < allocations.size(); ++k) {
        const simt::Allocation& a = allocations[k];
        bytes += a.bytes;
        if (a.bytes == 0 || a.read_only) continue;
        const BufferLayout layout = layout_of(a);
        placed.push_back({k, a.begin, layout.elements(), layout.shape, BufferRole::scratch,
                          CellDivider(layout.cell_bytes()), layout.channels});
        plan.buffers.push_back({layout, BufferRole::scratch, nullptr});
    }
    plan.launches.push_back(live.launch);
    const bool copied = bytes <= max_copied_bytes;
    options.races = options.races && copied;
    MeasuredPlan run(kernel.program(), plan, options);
    run.checks_ = kernel.checks(options);
    run.buffers_ = std::make_shared<const BufferTable>(std::move(placed));
    run.is_live_ = true;
    run.live_observer_ = live.observer;
    run.device_bytes_ = bytes;
    run.may_be_stored_.assign(run.plan_.buffers.size(), true);
    if (options.uninitialized) run.written_ = std::move(live.written);
    run.prepared_.push_back({live.kernel, std::move(live.parameters)});
    if (copied) run.live_before_ = std::make_unique<MemoryBefore>(*live.device);
    run.device_.emplace(*live.device);
    run.before_.emplace_back();
    if (Done ran = run.run_launch(0); !ran) return tl::unexpected(ran.error());
    return std::move(run.launches_.front());
}

Result<LaunchMeasurement> measure_live(LiveKernel& kernel, LiveLaunch launch, const MeasureOptions& options,
                                       uint64_t max_copied_bytes) {
    return MeasuredPlan::run_live(kernel, std::move(launch), options, max_copied_bytes);
}

} // namespace warpscope::metrics
