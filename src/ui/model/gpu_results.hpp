// What the GPU says about a run, as far as the user has asked for it in the GPU tab.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/peaks.hpp"
#include "session/recording.hpp"
#include "session/timing.hpp"

namespace warpscope::ui {

enum class GpuTask : uint8_t { time, sweep, record };

struct GpuStudy {
    Message why_not; // no GPU can be used, and why; empty where one can
    std::string device;
    std::optional<GpuTask> running;
    size_t done = 0, total = 0; // of a sweep under way
    Message problem;            // why the last task failed
    Message cause;              // after the GPU was lost: what the emulator says about the same launch

    // Of the shown run; null before it was asked for.
    std::shared_ptr<const session::GpuTiming> timing;
    std::shared_ptr<const gpu::Peaks> peaks;
    std::shared_ptr<const std::vector<session::SweepPoint>> sweep;
    std::shared_ptr<const session::Recording> recording;
    bool swept_by_itself = false; // other blocks than the present one may be run unchecked
    bool brought = false;         // the run came with a scene: it reaches the GPU only where that was asked for
    bool overlays = false;        // views show the recording in place of the emulator's measurements
};

/// A sweep as a grid: rows by block.y and columns by block.x, both ascending.
struct SweepGrid {
    struct Cell {
        const session::SweepPoint* point = nullptr; // null: not tried
        double slowdown = 0;                        // time over the best one's; 0 when it cannot be launched
    };
    std::vector<uint32_t> columns, rows;
    std::vector<Cell> cells; // row by row
    const session::SweepPoint* best = nullptr;
    double slowest = 1; // the largest slowdown
};
/// Refers to `points`, which must outlive it.
[[nodiscard]] SweepGrid sweep_grid(const std::vector<session::SweepPoint>& points);

/// Blocks of a recording by multiprocessor, each one's in order of starting.
struct BlockLanes {
    std::vector<uint32_t> multiprocessors;
    std::vector<std::vector<uint32_t>> blocks; // by entry of `multiprocessors`: linear block indices
    uint64_t end_ns = 0;                       // when the last block ended
};
[[nodiscard]] BlockLanes block_lanes(const std::vector<instrument::BlockTime>& blocks);

} // namespace warpscope::ui
