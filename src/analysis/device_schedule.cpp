#include "analysis/device_schedule.hpp"

#include <algorithm>

#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

double copy_cycles(const PlannedCopy& copy) {
    const double rate = copy.from.device == copy.to.device ? model_bytes_per_cycle_within : model_bytes_per_cycle;
    return model_copy_start + static_cast<double>(copy.bytes) / rate;
}

void sum_up(const ExecutionPlan& plan, DeviceSchedule& schedule) {
    using Span = DeviceSchedule::Span;
    double computed = 0, copied = 0, beside = 0;
    for (const Span& span : schedule.spans) schedule.length = std::max(schedule.length, span.end);
    for (size_t i = 0; i < schedule.steps.size(); ++i) {
        const Step& step = schedule.steps[i];
        const Span& span = schedule.spans[i];
        if (step.kind == Step::Kind::launch) {
            computed += span.end - span.begin;
            continue;
        }
        const PlannedCopy& copy = plan.copies[step.index];
        if (copy.from.device == copy.to.device) continue;
        schedule.exchanged += 1;
        schedule.exchanged_bytes += copy.bytes;
        copied += span.end - span.begin;
        for (size_t j = 0; j < schedule.steps.size(); ++j) {
            const Step& other = schedule.steps[j];
            if (other.kind != Step::Kind::launch || other.device != step.device) continue;
            const Span& launch = schedule.spans[j];
            beside += std::max(0.0, std::min(span.end, launch.end) - std::max(span.begin, launch.begin));
        }
    }
    if (schedule.length > 0) schedule.computing = computed / (schedule.length * schedule.devices);
    if (copied > 0) schedule.hidden = beside / copied;
}

} // namespace

DeviceSchedule model_schedule(const session::RunResult& result, Streams streams) {
    const ExecutionPlan& plan = result.prepared.plan;
    DeviceSchedule schedule;
    schedule.streams = streams;
    schedule.devices = plan.devices;
    schedule.steps = steps_of(plan, streams);
    for (const Step& step : schedule.steps) {
        DeviceSchedule::Span span;
        for (const uint32_t before : step.after) span.begin = std::max(span.begin, schedule.spans[before].end);
        span.end = span.begin + (step.kind == Step::Kind::copy
                                     ? copy_cycles(plan.copies[step.index])
                                     : static_cast<double>(result.measured->launches()[step.index].warp_instructions));
        schedule.spans.push_back(span);
    }
    sum_up(plan, schedule);
    return schedule;
}

DeviceSchedule measured_schedule(const ExecutionPlan& plan, const gpu::TeamRun& run, Streams streams) {
    DeviceSchedule schedule;
    schedule.measured = true;
    schedule.streams = streams;
    schedule.devices = plan.devices;
    schedule.steps = run.steps;
    for (const gpu::StepTime& time : run.times) schedule.spans.push_back({1e3 * time.begin_ms, 1e3 * time.end_ms});
    sum_up(plan, schedule);
    return schedule;
}

std::string words_of(const DeviceSchedule& schedule) {
    if (schedule.measured)
        return tr("Measured with events. Each GPU has its own clock, so times of different GPUs are uncertain by a few "
                  "microseconds.");
    return tr_format(
        "Modeled, not measured: a device is one multiprocessor that issues one warp instruction per cycle; a copy "
        "takes {} cycles plus one for every {} bytes between devices, or {} within one. Launching takes no time.",
        model_copy_start, model_bytes_per_cycle, model_bytes_per_cycle_within);
}

} // namespace warpscope::analysis
