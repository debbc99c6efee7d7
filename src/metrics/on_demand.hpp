// What is measured on demand, by running a launch once more: what chosen instructions cost each thread, and what each
// cell of the data costs. Too much to count in every run, so it is asked for by name (Measured::probe).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/results.hpp"

namespace warpscope::metrics {

enum class ProbeKind : uint8_t {
    instructions, // ProbeRequest::pcs, by thread and by warp
    sectors,      // sectors per request, by cell
    atomics,      // atomic operations, by cell
    blocks,       // blocks that load a cell, by cell
    differences,  // by cell, between a GPU's recording and the emulator; of recorded runs only
};

/// In what a GPU and the emulator do not agree about a cell: bits of CellCosts::differences.
enum Difference : uint8_t {
    differs_in_owner = 1,
    differs_in_divergence = 2, // how often the warp of its owner split
    differs_in_sectors = 4,    // per request
};
inline constexpr size_t difference_count = 3;

struct ProbeRequest {
    uint32_t launch = 0; // index in the plan
    ProbeKind kind{};
    std::vector<uint32_t> pcs; // of ProbeKind::instructions: instructions of the program, ascending

    friend bool operator==(const ProbeRequest&, const ProbeRequest&) = default;
};

/// What the chosen instructions cost one warp.
struct WarpCost {
    uint32_t executions = 0, active_lanes = 0; // warp instructions; their active lanes, summed
    uint32_t global_requests = 0, sectors = 0;
    uint32_t shared_requests = 0, passes = 0;
    uint32_t splits = 0; // branches that sent its lanes both ways
};

/// What is said about chosen instructions, thread by thread.
enum class Measure : uint8_t {
    executions,   // of the thread
    active_lanes, // of its warp, mean over warp instructions
    sectors,      // of its warp, mean over requests of global memory
    passes,       // of its warp, mean over requests of shared memory
    splits,       // of its warp: branches that sent lanes both ways
};
inline constexpr size_t measure_count = 5;

/// Smallest and largest of those values that there are.
struct Range {
    double low = 0, high = 0;
    bool any = false;

    void include(double value) {
        low = any && low < value ? low : value;
        high = any && high > value ? high : value;
        any = true;
    }
};

/// Costs of the cells of one buffer that the launch touched; vectors of other kinds than the one asked for are empty.
struct CellCosts {
    uint32_t buffer = 0;                     // index in the plan
    std::vector<float> sectors_per_request;  // mean over the requests (loads, stores, atomics) that touched the cell
    std::vector<uint32_t> atomic_operations; // by lanes
    std::vector<uint32_t> first_block;       // lowest linear index of a block that loaded the cell, plus 1; 0: none did
    std::vector<uint32_t> other_blocks;      // how many further blocks loaded it too
    std::vector<uint8_t> differences;        // Difference
    uint8_t compared = 0;                    // the bits of it that were looked for
    std::array<uint64_t, difference_count> differing{}; // cells that have the bit, by number of the bit
    /// Of sectors_per_request, atomic_operations or other_blocks, over the cells that were touched, or of differences
    /// over those that have one.
    Range range;
};

struct Probe {
    ProbeRequest request;
    std::string measured_on; // the GPU that recorded this; empty: the emulator
    std::string left_out;    // of ProbeKind::differences: what was not compared and why
    /// By ThreadId - 1: how many of the chosen instructions the thread executed, each counted as often as it ran. Lanes
    /// that an instruction's own predicate switched off count only where it is no load, store or atomic.
    std::vector<uint32_t> executions;
    std::vector<WarpCost> warps;             // block's linear index * warps per block + warp
    std::array<Range, measure_count> ranges; // by Measure, over all threads
    std::vector<CellCosts> cells;

    /// Of the cells of all buffers: the scale that makes buffers comparable.
    [[nodiscard]] Range range_of_cells() const {
        Range all;
        for (const CellCosts& costs : cells)
            if (costs.range.any) {
                all.include(costs.range.low);
                all.include(costs.range.high);
            }
        return all;
    }
    /// None for a thread that executed none of the chosen instructions, or where its warp made no such request.
    [[nodiscard]] std::optional<double> value(Measure measure, ThreadId thread, const LaunchConfig& config) const;
    /// Costs of a buffer's cells; null where the launch did not touch it in the way asked for.
    [[nodiscard]] const CellCosts* of_buffer(uint32_t buffer) const {
        for (const CellCosts& costs : cells)
            if (costs.buffer == buffer) return &costs;
        return nullptr;
    }
};

} // namespace warpscope::metrics
