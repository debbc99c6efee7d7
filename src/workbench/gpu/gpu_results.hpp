// GPU measurements of a run, as requested in the GPU tab.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/peaks.hpp"
#include "session/recording.hpp"
#include "session/timing.hpp"

namespace warpscope::workbench {

enum class GpuTask : uint8_t { time, sweep, record };

struct GpuStudy {
    Message unavailable_reason;
    std::string device;
    std::optional<GpuTask> running;
    size_t done = 0, total = 0;
    Message problem;
    Message cause; // after a lost GPU: the emulator's diagnosis of the launch

    // Results for the run on the screen; null until measured.
    std::shared_ptr<const session::GpuTiming> timing;
    std::shared_ptr<const gpu::Peaks> peaks;
    std::shared_ptr<const std::vector<session::SweepPoint>> sweep;
    std::shared_ptr<const session::Recording> recording;
    bool swept_by_itself = false; // other block sizes may run without an emulator check
    bool is_untrusted = false;    // run came with a scene: it runs on the GPU only on request
    bool overlays = false;
};

/// Rows by block.y and columns by block.x, ascending.
struct SweepGrid {
    struct Cell {
        const session::SweepPoint* point = nullptr;
        double slowdown = 0; // time relative to the best; 0: cannot be launched
    };
    std::vector<uint32_t> columns, rows;
    std::vector<Cell> cells; // row by row
    const session::SweepPoint* best = nullptr;
    double slowest = 1;
};
/// Makes the grid. It points into `points`.
[[nodiscard]] SweepGrid sweep_grid(const std::vector<session::SweepPoint>& points);

/// Blocks by multiprocessor, in order of their start.
struct BlockLanes {
    std::vector<uint32_t> multiprocessors;
    std::vector<std::vector<uint32_t>> blocks; // linear block indices, by entry of `multiprocessors`
    uint64_t end_ns = 0;
};
[[nodiscard]] BlockLanes block_lanes(const std::vector<instrument::BlockTime>& blocks);

} // namespace warpscope::workbench
