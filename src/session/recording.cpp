#include "session/recording.hpp"

#include <algorithm>

#include "metrics/races/program/result_uses.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/parser.hpp"
#include "session/device.hpp"

namespace warpscope::session {
namespace {

const metrics::CellMaps* output_maps(const RunResult& result) {
    for (const metrics::CellMaps& maps : result.shown().maps)
        if (maps.buffer == result.prepared.output_buffer && !maps.owner.empty()) return &maps;
    return nullptr;
}

/// Finds atomic and volatile global loads in loops, which may wait for other threads.
std::vector<uint32_t> waiting_loads(const ptx::Function& kernel) {
    const ptx::ControlFlowGraph graph = ptx::build_cfg(kernel);
    ptx::Reachability ways(graph);
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < kernel.body.size(); ++i) {
        const ptx::Instruction& in = kernel.body[i];
        const ptx::Semantics semantics = in.modifiers.semantics;
        if (in.opcode != ptx::Opcode::ld || in.modifiers.space == ptx::Space::shared ||
            semantics == ptx::Semantics::none || semantics == ptx::Semantics::weak)
            continue;
        if (ways.leads(graph.block_of[i], graph.block_of[i])) found.push_back(i);
    }
    return found;
}

const ptx::Function* recorded_kernel(const ptx::Module& module, const RunResult& result) {
    const auto& launches = result.prepared.plan.launches;
    return launches.empty() ? nullptr : module.find_entry(launches.back().kernel);
}

uint64_t sectors_with_probes(const RunResult& result, const instrument::Instrumented& probed) {
    const metrics::LaunchMeasurement& launch = result.shown();
    uint64_t sectors = launch.global.load_sectors + launch.global.store_sectors;
    const auto& instructions = result.measured->program().instructions();
    for (size_t pc = 0; pc < launch.instructions.size() && pc < instructions.size(); ++pc)
        if (std::ranges::binary_search(probed.unsteady_lines, instructions[pc].ptx_line))
            sectors -= launch.instructions[pc].global_sectors;
    return sectors;
}

} // namespace

Recording::Differences differences(const RunResult& result, const instrument::Instrumented& probed,
                                   const instrument::Readings& readings) {
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
    out.emulator_sectors = sectors_with_probes(result, probed);
    out.emulator_divergent_branches = launch.divergence.divergent_branches;
    return out;
}

Result<instrument::Instrumented> with_probes(const RunResult& result) {
    const ptx::Module& module = result.measured->program().module();
    const ptx::Function* kernel = recorded_kernel(module, result);
    return instrument::instrument(module, result.prepared.plan, result.prepared.output_buffer,
                                  kernel != nullptr ? waiting_loads(*kernel) : std::vector<uint32_t>{});
}

bool is_order_dependent(const RunResult& result) {
    const ptx::Module& module = result.measured->program().module();
    const ptx::Function* kernel = recorded_kernel(module, result);
    if (kernel == nullptr) return false;
    if (!waiting_loads(*kernel).empty()) return true;
    for (uint32_t i = 0; i < kernel->body.size(); ++i)
        if (kernel->body[i].opcode == ptx::Opcode::atom && kernel->body[i].modifiers.space != ptx::Space::shared &&
            metrics::may_act_on_result(*kernel, i))
            return true;
    return false;
}

Result<Recording> record_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats) {
    auto instrumented = with_probes(result);
    if (!instrumented) return tl::unexpected(instrumented.error());

    gpu::RunOptions plain = guarded(result);
    plain.repeats = repeats;
    for (uint32_t i = 0; i < result.prepared.plan.buffers.size(); ++i) plain.unread.push_back(i);
    const auto ran = executor.run(result.compiled.ptx, result.prepared.plan, plain);
    if (!ran) return tl::unexpected(ran.error());
    gpu::RunOptions options = plain;
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
    out.differences = differences(result, out.instrumented, out.readings);
    out.is_order_dependent = is_order_dependent(result);
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
