#pragma once

#include <cstdint>

#include "metrics/results.hpp"

namespace warpscope::metrics {

struct Totals {
    uint64_t divergent_warps = 0, divergent_branches = 0;
    GlobalTraffic global;
    SharedTraffic shared;
    LocalTraffic local;
    AtomicTraffic atomics;
    uint64_t float_operations = 0, warp_instructions = 0, thread_instructions = 0, predicated_off = 0;
    double active_warps = 0; // sum over launches: SIMT efficiency times warp instructions

    void add(const LaunchMeasurement& m) {
        divergent_warps += m.divergence.divergent_warps;
        divergent_branches += m.divergence.divergent_branches;
        global.load_requests += m.global.load_requests;
        global.load_sectors += m.global.load_sectors;
        global.load_bytes += m.global.load_bytes;
        global.load_sectors_ideal += m.global.load_sectors_ideal;
        global.store_requests += m.global.store_requests;
        global.store_sectors += m.global.store_sectors;
        global.store_bytes += m.global.store_bytes;
        global.store_sectors_ideal += m.global.store_sectors_ideal;
        shared.requests += m.shared.requests;
        shared.passes += m.shared.passes;
        shared.passes_ideal += m.shared.passes_ideal;
        local.load_requests += m.local.load_requests;
        local.store_requests += m.local.store_requests;
        local.load_sectors += m.local.load_sectors;
        local.store_sectors += m.local.store_sectors;
        atomics.requests += m.atomics.requests;
        atomics.sectors += m.atomics.sectors;
        atomics.operations += m.atomics.operations;
        atomics.shared_requests += m.atomics.shared_requests;
        atomics.shared_operations += m.atomics.shared_operations;
        float_operations += m.float_operations;
        warp_instructions += m.warp_instructions;
        thread_instructions += m.thread_instructions;
        predicated_off += m.predicated_off;
        active_warps += m.divergence.simt_efficiency * static_cast<double>(m.warp_instructions);
    }
};

template<class Launches>
[[nodiscard]] Totals totals_of(const Launches& launches) {
    Totals total;
    for (const LaunchMeasurement& launch : launches) total.add(launch);
    return total;
}

} // namespace warpscope::metrics
