#include "session/recording.hpp"

#include <algorithm>

#include "ptx/parser.hpp"
#include "session/device.hpp"

namespace warpscope::session {
namespace {

const metrics::CellMaps* output_maps(const RunResult& result) {
    for (const metrics::CellMaps& maps : result.shown().maps)
        if (maps.buffer == result.prepared.output_buffer && !maps.owner.empty()) return &maps;
    return nullptr;
}

} // namespace

Recording::Differences differences(const RunResult& result, const instrument::Readings& readings) {
    Recording::Differences out;
    const metrics::LaunchMeasurement& launch = result.shown();
    if (const metrics::CellMaps* maps = output_maps(result))
        for (size_t cell = 0; cell < maps->owner.size(); ++cell)
            out.owners += maps->owner[cell] != readings.owners[cell] ? 1 : 0;
    const auto& warps = launch.divergence.warps;
    for (size_t warp = 0; warp < warps.size() && warp < readings.divergent.size(); ++warp)
        out.warps += warps[warp].divergent_branches != readings.divergent[warp] ? 1 : 0;
    for (const instrument::SiteTotals& site : readings.sites) {
        out.gpu_sectors += site.sectors;
        out.gpu_divergent_branches += site.split;
    }
    out.emulator_sectors = launch.global.load_sectors + launch.global.store_sectors;
    out.emulator_divergent_branches = launch.divergence.divergent_branches;
    return out;
}

Result<Recording> record_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats) {
    auto module = ptx::parse(result.compiled.ptx, result.variant().source.filename().string());
    if (!module) return tl::unexpected(module.error());
    auto instrumented = instrument::instrument(*module, result.prepared.plan, result.prepared.output_buffer);
    if (!instrumented) return tl::unexpected(instrumented.error());

    gpu::RunOptions plain = guarded(result);
    plain.repeats = repeats;
    for (uint32_t i = 0; i < result.prepared.plan.buffers.size(); ++i) plain.unread.push_back(i);
    const auto ran = executor.run(result.compiled.ptx, result.prepared.plan, plain);
    if (!ran) return tl::unexpected(ran.error());
    gpu::RunOptions options = plain; // the kernel's own buffers are known already
    options.unread.push_back(instrumented->records);
    const auto recorded = executor.run(instrumented->ptx, instrumented->plan, options);
    if (!recorded) return tl::unexpected(recorded.error());

    Recording out;
    out.device = recorded->device;
    out.multiprocessors = executor.status().multiprocessors;
    out.readings = instrument::read(*instrumented, recorded->buffers);
    out.instrumented = std::move(*instrumented);
    out.plain_ms = ran->kernel_ms;
    out.recorded_ms = recorded->kernel_ms;
    out.differences = differences(result, out.readings);
    return out;
}

metrics::Probe sectors_probe(uint32_t launch, std::vector<instrument::CellReadings> readings) {
    metrics::Probe out;
    out.request = {launch, metrics::ProbeKind::sectors, {}};
    for (instrument::CellReadings& buffer : readings) {
        metrics::CellCosts& costs = out.cells.emplace_back();
        costs.buffer = buffer.buffer;
        costs.sectors_per_request = std::move(buffer.sectors_per_request);
        costs.range.include(static_cast<double>(buffer.lowest));
        costs.range.include(static_cast<double>(buffer.highest));
    }
    return out;
}

Result<metrics::Probe> sectors_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t launch) {
    auto module = ptx::parse(result.compiled.ptx, result.variant().source.filename().string());
    if (!module) return tl::unexpected(module.error());
    const auto probe = instrument::probe_cells(*module, result.prepared.plan, launch);
    if (!probe) return tl::unexpected(probe.error());
    gpu::RunOptions options = guarded(result);
    for (uint32_t i = 0; i < result.prepared.plan.buffers.size(); ++i) options.unread.push_back(i);
    options.unread.push_back(probe->counts);
    const auto ran = executor.run(probe->ptx, probe->plan, options);
    if (!ran) return tl::unexpected(ran.error());
    auto readings = instrument::read_cells(*probe, ran->buffers);
    if (!readings) return tl::unexpected(readings.error());
    metrics::Probe out = sectors_probe(launch, std::move(*readings));
    out.measured_on = ran->device;
    return out;
}

} // namespace warpscope::session
