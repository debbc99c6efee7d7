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
    Message cause; // the emulator's diagnosis after a GPU was lost

    // Results for the displayed run; null until measured.
    std::shared_ptr<const session::GpuTiming> timing;
    std::shared_ptr<const gpu::Peaks> peaks;
    std::shared_ptr<const std::vector<session::SweepPoint>> sweep;
    std::shared_ptr<const session::Recording> recording;
    bool swept_by_itself = false; // the sweep starts without a click
    bool is_untrusted = false;    // running on the GPU needs consent
    bool overlays = false;
};

/// Times by block size. Rows have ascending block.y, columns ascending block.x.
struct SweepGrid {
    struct Cell {
        const session::SweepPoint* point = nullptr;
        double slowdown = 0; // time divided by the best time; 0: cannot be launched
    };
    std::vector<uint32_t> columns, rows;
    std::vector<Cell> cells; // row by row
    const session::SweepPoint* best = nullptr;
    double slowest = 1;
};
[[nodiscard]] SweepGrid sweep_grid(const std::vector<session::SweepPoint>& points);

/// Blocks by multiprocessor, in order of their start.
struct BlockLanes {
    std::vector<uint32_t> multiprocessors;
    std::vector<std::vector<uint32_t>> blocks; // linear indices, one list per element of `multiprocessors`
    uint64_t end_ns = 0;
};
[[nodiscard]] BlockLanes block_lanes(const std::vector<instrument::BlockTime>& blocks);

} // namespace warpscope::workbench
