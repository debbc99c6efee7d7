#include "metrics/on_demand.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

#include "metrics/on_demand/probe_observer.hpp"
#include "metrics/run/measured_plan.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint64_t probe_bytes = uint64_t{256} << 20;

uint32_t workers_for(uint32_t asked, uint64_t bytes_each) {
    const uint32_t wanted = asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
    const uint64_t affordable = std::max<uint64_t>(probe_bytes / std::max<uint64_t>(bytes_each, 1), 1);
    return static_cast<uint32_t>(std::min<uint64_t>(wanted, affordable));
}

double mean(uint32_t sum, uint32_t count) { return static_cast<double>(sum) / count; }

std::optional<double> of_warp(Measure measure, const WarpCost& warp) {
    switch (measure) {
    case Measure::executions: break;
    case Measure::active_lanes:
        if (warp.executions > 0) return mean(warp.active_lanes, warp.executions);
        break;
    case Measure::sectors:
        if (warp.global_requests > 0) return mean(warp.sectors, warp.global_requests);
        break;
    case Measure::passes:
        if (warp.shared_requests > 0) return mean(warp.passes, warp.shared_requests);
        break;
    case Measure::splits:
        if (warp.executions > 0) return warp.splits;
        break;
    }
    return std::nullopt;
}

void find_ranges(Probe& probe) {
    for (const uint32_t count : probe.executions)
        if (count != 0) probe.ranges[static_cast<size_t>(Measure::executions)].include(count);
    for (const WarpCost& warp : probe.warps)
        for (const Measure measure : {Measure::active_lanes, Measure::sectors, Measure::passes, Measure::splits})
            if (const auto value = of_warp(measure, warp)) probe.ranges[static_cast<size_t>(measure)].include(*value);
}

} // namespace

std::optional<double> Probe::value(Measure measure, ThreadId thread, const LaunchConfig& config) const {
    if (thread == 0 || thread > executions.size() || executions[thread - 1] == 0) return std::nullopt;
    if (measure == Measure::executions) return executions[thread - 1];
    const uint64_t per_block = config.threads_per_block(), block = (thread - 1) / per_block;
    const uint64_t warp = block * config.warps_per_block() + (thread - 1) % per_block / warp_size;
    return warp < warps.size() ? of_warp(measure, warps[warp]) : std::nullopt;
}

Result<Probe> MeasuredPlan::probe(const ProbeRequest& request, const std::atomic<bool>* cancel) const {
    if (request.launch >= launches_.size())
        return fail(ErrorKind::usage,
                    msg("launch {} did not run: the program made {} launches", request.launch, launches_.size()));
    if (request.kind == ProbeKind::differences)
        return fail(ErrorKind::usage, msg("nothing was recorded on a GPU that the emulator could be compared with"));
    auto device = device_before(request.launch);
    if (!device) return tl::unexpected(std::move(device.error()));

    const LaunchConfig& config = launches_[request.launch].config;
    const auto& instructions = program_->instructions();
    simt::LaunchOptions options = options_.launch;
    options.launch_index = request.launch;
    options.cancel = cancel;
    options.print = nullptr;
    const bool by_thread = request.kind == ProbeKind::instructions;
    options.workers =
        workers_for(options.workers, by_thread ? 0 : CellProbe::bytes_per_worker(request.kind, *buffers_));
    std::optional<InstructionProbe> threads;
    std::optional<CellProbe> cells;
    if (by_thread)
        threads.emplace(config, instructions, request.pcs);
    else
        cells.emplace(request.kind, buffers_, static_cast<uint32_t>(instructions.size()));
    simt::Observer* const observers[] = {by_thread ? static_cast<simt::Observer*>(&*threads) : &*cells};
    const Prepared& prepared = prepared_[request.launch];
    const auto outcome = simt::launch(*device, prepared.kernel, config, prepared.parameters, observers, options);
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->canceled) return fail(ErrorKind::canceled, msg("measuring was canceled"));
    Probe out;
    out.request = request;
    if (threads) {
        threads->take_results(out);
        find_ranges(out);
    }
    if (cells) cells->take_results(out);
    return out;
}

std::optional<BufferCell> MeasuredPlan::locate(uint64_t address) const {
    const auto buffer = buffers_->holding(address);
    if (!buffer) return std::nullopt;
    return BufferCell{*buffer, buffers_->buffers()[*buffer].cell_of(address)};
}

} // namespace warpscope::metrics
