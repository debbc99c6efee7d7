#include <fmt/format.h>
#include <utility>

#include "metrics/findings/finding_list.hpp"
#include "metrics/run/measured_plan.hpp"

namespace warpscope::metrics {

Result<RerunOutcome> Measured::run_again(const Rerun&) const {
    return fail(ErrorKind::environment, msg("this run cannot be repeated"));
}

Result<RerunOutcome> MeasuredPlan::run_again(const Rerun& rerun) const {
    if (rerun.launch >= launches_.size())
        return fail(ErrorKind::usage,
                    msg("launch {} did not run: the program made {} launches", rerun.launch, launches_.size()));
    const std::shared_ptr<const simt::Program>& program = rerun.program ? rerun.program : program_;
    const PlannedLaunch& planned = plan_.launches[rerun.launch];
    if (!planned.refused.empty()) return fail(ErrorKind::usage, planned.refused);
    auto prepared = prepare(planned, *program);
    if (!prepared) return tl::unexpected(std::move(prepared.error()));
    auto device = device_before(rerun.launch, program);
    if (!device) return tl::unexpected(std::move(device.error()));
    simt::LaunchOptions options = options_.launch;
    options.launch_index = rerun.launch;
    options.workers = 1;
    options.cancel = rerun.cancel;
    if (!rerun.only_blocks.empty()) options.only_blocks = rerun.only_blocks;
    options.tried = rerun.tried;
    if (rerun.budget_per_warp) options.budget_per_warp = *rerun.budget_per_warp;
    options.print = nullptr; // the measured run already printed
    auto outcome =
        simt::launch(*device, prepared->kernel, planned.config, prepared->parameters, rerun.observers, options);
    if (!outcome) return tl::unexpected(std::move(outcome.error()));
    if (rerun.inspect) rerun.inspect(device->memory());
    const bool waits = deadlocked(*outcome);
    return RerunOutcome{std::move(*outcome), prepared->kernel, std::move(prepared->parameters), waits};
}

} // namespace warpscope::metrics
