#include "session/differences.hpp"

namespace warpscope::session {
namespace {

using metrics::CellCosts;
using metrics::LaunchMeasurement;

const metrics::CellArray* owners_of(const LaunchMeasurement& launch, uint32_t buffer) {
    for (const metrics::CellMaps& maps : launch.maps)
        if (maps.buffer == buffer && !maps.owner.empty()) return &maps.owner;
    return nullptr;
}

uint32_t splits_of(const LaunchMeasurement& launch, metrics::ThreadId thread) {
    const uint64_t per_block = launch.config.threads_per_block(), block = (thread - 1) / per_block;
    const uint64_t warp = block * launch.config.warps_per_block() + (thread - 1) % per_block / warp_size;
    return warp < launch.divergence.warps.size() ? launch.divergence.warps[warp].divergent_branches : 0;
}

void compare_owners(CellCosts& costs, const LaunchMeasurement& emulator, const LaunchMeasurement& gpu,
                    bool all_branches) {
    const metrics::CellArray *const here = owners_of(emulator, costs.buffer), *const there =
                                                                                  owners_of(gpu, costs.buffer);
    if (here == nullptr || there == nullptr) return;
    costs.compared |= metrics::differs_in_owner;
    if (all_branches) costs.compared |= metrics::differs_in_divergence;
    for (size_t cell = 0; cell < costs.differences.size(); ++cell) {
        const metrics::ThreadId owner = (*here)[cell] != 0 ? (*here)[cell] : (*there)[cell];
        if ((*here)[cell] != (*there)[cell]) costs.differences[cell] |= metrics::differs_in_owner;
        if (all_branches && owner != 0 && splits_of(emulator, owner) != splits_of(gpu, owner))
            costs.differences[cell] |= metrics::differs_in_divergence;
    }
}

/// Compares sectors. A side is null if it did not access the buffer.
void compare_sectors(CellCosts& costs, const CellCosts* here, const CellCosts* there) {
    costs.compared |= metrics::differs_in_sectors;
    const auto at = [](const CellCosts* all, size_t cell) { return all ? all->sectors_per_request[cell] : 0.0f; };
    for (size_t cell = 0; cell < costs.differences.size(); ++cell)
        if (at(here, cell) != at(there, cell)) costs.differences[cell] |= metrics::differs_in_sectors;
}

void sum_up(CellCosts& costs) {
    for (const uint8_t bits : costs.differences) {
        if (bits == 0) continue;
        costs.range.include(bits);
        for (size_t bit = 0; bit < costs.differing.size(); ++bit) costs.differing[bit] += bits >> bit & 1u;
    }
}

} // namespace

metrics::Probe differences_by_cell(const RunResult& run, const LaunchMeasurement& emulator,
                                   const LaunchMeasurement& gpu, bool all_branches,
                                   const metrics::Probe* emulator_sectors, const metrics::Probe* gpu_sectors) {
    metrics::Probe out;
    const auto& buffers = run.prepared.plan.buffers;
    for (uint32_t i = 0; i < buffers.size(); ++i) {
        CellCosts& costs = out.cells.emplace_back();
        costs.buffer = i;
        costs.differences.resize(buffers[i].layout.shape.cells());
        if (i == run.prepared.output_buffer) compare_owners(costs, emulator, gpu, all_branches);
        if (emulator_sectors != nullptr && gpu_sectors != nullptr)
            compare_sectors(costs, emulator_sectors->of_buffer(i), gpu_sectors->of_buffer(i));
        sum_up(costs);
    }
    return out;
}

} // namespace warpscope::session
