#include <algorithm>
#include <fmt/format.h>

#include "metrics/findings/finding_list.hpp"
#include "metrics/run/launch_observer.hpp"
#include "metrics/run/measured_plan.hpp"
#include "metrics/trace/halo.hpp"
#include "metrics/trace/one_block_filter.hpp"
#include "metrics/trace/trace_observer.hpp"

namespace warpscope::metrics {

Result<BlockTrace> MeasuredPlan::trace_block(uint32_t launch, uint64_t block, const std::atomic<bool>* cancel) const {
    if (launch >= launches_.size())
        return fail(ErrorKind::usage,
                    msg("launch {} did not run: the program made {} launches", launch, launches_.size()));
    const LaunchMeasurement& whole = launches_[launch];
    if (block >= whole.config.blocks())
        return fail(ErrorKind::usage,
                    msg("the launch has {} blocks, so there is no block {}", whole.config.blocks(), block));
    // A block of a cooperative launch waits for all others, so it is not tried alone.
    auto trace = trace_block(launch, block, !whole.config.cooperative, cancel);
    if (trace && !*trace) trace = trace_block(launch, block, false, cancel);
    if (!trace) return tl::unexpected(std::move(trace.error()));
    return std::move(**trace);
}

Result<std::optional<BlockTrace>> MeasuredPlan::trace_block(uint32_t launch, uint64_t block, bool alone,
                                                            const std::atomic<bool>* cancel) const {
    const LaunchMeasurement& whole = launches_[launch];
    auto device = device_before(launch);
    if (!device) return tl::unexpected(std::move(device.error()));

    simt::LaunchOptions options = options_.launch;
    options.launch_index = launch;
    options.workers = 1;
    options.cancel = cancel;
    if (alone) options.only_blocks = {block};
    options.print = nullptr;
    const Prepared& prepared = prepared_[launch];
    TraceObserver trace(buffers_, options_.trace_limit);
    const simt::LaunchContext context{program_.get(), &device->memory(), prepared.kernel, whole.config, launch, 1};
    LaunchObserver costs({context, buffers_, program_->instructions(), false, true, nullptr}, {});
    OneBlockFilter own_trace(trace, block), own_costs(costs, block);
    simt::Observer* const observers[] = {&own_trace, &own_costs};
    const auto outcome = simt::launch(*device, prepared.kernel, whole.config, prepared.parameters, observers, options);
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->canceled) return fail(ErrorKind::canceled, msg("tracing the block was canceled"));
    if (alone && whole.config.blocks() > 1 && deadlocked(*outcome)) return std::nullopt;

    LaunchMeasurement of_block;
    costs.take_results(of_block);
    TraceObserver::Contents& contents = trace.contents();
    BlockTrace out;
    out.block = block;
    out.block_index = index_of(block, whole.config.grid);
    out.launch = launch;
    out.accesses = std::move(contents.accesses);
    out.requests = std::move(contents.requests);
    out.steps = std::move(contents.steps);
    out.shuffles = std::move(contents.shuffles);
    out.shared_bytes = program_->resources(prepared.kernel).shared_bytes + whole.config.dynamic_shared_bytes;
    out.truncated = contents.truncated;
    out.steps_truncated = contents.steps_truncated;
    if (!whole.ownership.owners_per_block.empty()) out.active_threads = whole.ownership.owners_per_block[block];
    out.divergent_warps = static_cast<uint32_t>(of_block.divergence.divergent_warps);
    out.warps = static_cast<uint32_t>(whole.config.warps_per_block());
    out.loads = contents.loads;
    for (const CellSet& loaded : contents.loaded) out.distinct_cells_loaded += loaded.count();
    out.halos = halos_of(*buffers_, tiles_of(*buffers_, whole, block, contents), contents);
    out.global = of_block.global;
    return out;
}

} // namespace warpscope::metrics
