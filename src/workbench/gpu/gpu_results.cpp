#include "workbench/gpu/gpu_results.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace warpscope::workbench {

SweepGrid sweep_grid(const std::vector<session::SweepPoint>& points) {
    SweepGrid grid;
    std::set<uint32_t> columns, rows;
    for (const session::SweepPoint& point : points) {
        columns.insert(point.block.x);
        rows.insert(point.block.y);
        if (point.launch_error.empty() && (grid.best == nullptr || point.median_ms < grid.best->median_ms))
            grid.best = &point;
    }
    grid.columns.assign(columns.begin(), columns.end());
    grid.rows.assign(rows.begin(), rows.end());
    grid.cells.resize(grid.columns.size() * grid.rows.size());
    const auto place = [](const std::vector<uint32_t>& sides, uint32_t side) {
        return static_cast<size_t>(std::ranges::lower_bound(sides, side) - sides.begin());
    };
    for (const session::SweepPoint& point : points) {
        SweepGrid::Cell& cell =
            grid.cells[place(grid.rows, point.block.y) * grid.columns.size() + place(grid.columns, point.block.x)];
        cell.point = &point;
        if (!point.launch_error.empty() || grid.best->median_ms <= 0) continue;
        cell.slowdown = point.median_ms / grid.best->median_ms;
        grid.slowest = std::max(grid.slowest, cell.slowdown);
    }
    return grid;
}

BlockLanes block_lanes(const std::vector<instrument::BlockTime>& blocks) {
    std::map<uint32_t, std::vector<uint32_t>> by_multiprocessor;
    BlockLanes lanes;
    for (uint32_t block = 0; block < blocks.size(); ++block) {
        by_multiprocessor[blocks[block].multiprocessor].push_back(block);
        lanes.end_ns = std::max(lanes.end_ns, blocks[block].end_ns);
    }
    for (auto& [multiprocessor, own] : by_multiprocessor) {
        std::ranges::stable_sort(own, {}, [&](uint32_t block) { return blocks[block].start_ns; });
        lanes.multiprocessors.push_back(multiprocessor);
        lanes.blocks.push_back(std::move(own));
    }
    return lanes;
}

} // namespace warpscope::workbench
