#include "metrics/trace/halo.hpp"

#include <algorithm>

namespace warpscope::metrics {

std::vector<std::vector<uint64_t>> tiles_of(const BufferTable& buffers, const LaunchMeasurement& launch, uint64_t block,
                                            const TraceObserver::Contents& trace) {
    std::vector<std::vector<uint64_t>> tiles(buffers.buffers().size());
    const uint64_t threads = launch.config.threads_per_block();
    const uint64_t first = block * threads + 1;
    for (const CellMaps& maps : launch.maps) {
        if (maps.owner.empty()) continue;
        for (const uint64_t cell : trace.stored[maps.buffer].sorted())
            if (maps.owner[cell] >= first && maps.owner[cell] < first + threads) tiles[maps.buffer].push_back(cell);
    }
    return tiles;
}

std::vector<BlockTrace::Halo> halos_of(const BufferTable& buffers, std::span<const std::vector<uint64_t>> tiles,
                                       const TraceObserver::Contents& trace) {
    std::vector<BlockTrace::Halo> halos;
    for (uint32_t input = 0; input < buffers.buffers().size(); ++input) {
        if (trace.loaded[input].empty()) continue;
        BlockTrace::Halo halo;
        halo.buffer = input;
        for (uint32_t output = 0; output < tiles.size(); ++output) {
            if (tiles[output].empty() || buffers.buffers()[output].shape != buffers.buffers()[input].shape) continue;
            halo.defined = true;
            std::vector<uint64_t> merged;
            std::set_union(halo.tile.begin(), halo.tile.end(), tiles[output].begin(), tiles[output].end(),
                           std::back_inserter(merged));
            halo.tile = std::move(merged);
        }
        if (halo.defined) {
            const std::vector<uint64_t> loaded = trace.loaded[input].sorted();
            std::set_difference(loaded.begin(), loaded.end(), halo.tile.begin(), halo.tile.end(),
                                std::back_inserter(halo.cells));
        }
        halos.push_back(std::move(halo));
    }
    return halos;
}

} // namespace warpscope::metrics
