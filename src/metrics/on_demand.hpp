#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/results.hpp"

namespace warpscope::metrics {

enum class ProbeKind : uint8_t {
    instructions, // executions of ProbeRequest::pcs by threads and warps
    sectors,
    atomics,
    blocks,      // blocks that load a cell
    differences, // between GPU recording and emulator
};

enum Difference : uint8_t {
    differs_in_owner = 1,
    differs_in_divergence = 2, // splits of the owner's warp
    differs_in_sectors = 4,    // sectors per request
};
inline constexpr size_t difference_count = 3;

struct ProbeRequest {
    uint32_t launch = 0;
    ProbeKind kind{};
    std::vector<uint32_t> pcs; // ascending, for ProbeKind::instructions

    friend bool operator==(const ProbeRequest&, const ProbeRequest&) = default;
};

struct WarpCost {
    uint32_t executions = 0, active_lanes = 0; // active_lanes: sum over executions
    uint32_t global_requests = 0, sectors = 0;
    uint32_t shared_requests = 0, passes = 0;
    uint32_t splits = 0;
};

enum class Measure : uint8_t {
    executions,   // per thread
    active_lanes, // mean per warp instruction
    sectors,      // mean per global request
    passes,       // mean per shared request
    splits,       // divergent branches of the warp
};
inline constexpr size_t measure_count = 5;

struct Range {
    double low = 0, high = 0;
    bool any = false;

    void include(double value) {
        low = any && low < value ? low : value;
        high = any && high > value ? high : value;
        any = true;
    }
};

struct CellCosts {
    uint32_t buffer = 0;
    std::vector<float> sectors_per_request;  // mean over requests of the cell
    std::vector<uint32_t> atomic_operations; // one per lane
    std::vector<uint32_t> first_block;       // 1 + lowest block that loaded the cell; 0: never loaded
    std::vector<uint32_t> other_blocks;
    std::vector<uint8_t> differences;
    uint8_t compared = 0;
    std::array<uint64_t, difference_count> differing{}; // number of cells, by bit of Difference
    /// Range over touched or differing cells.
    Range range;
};

struct Probe {
    ProbeRequest request;
    std::string measured_on; // GPU of the recording; empty: emulator
    Message omitted;         // ProbeKind::differences: data not compared, with the reason
    /// Executions per thread. Counts lanes with a false predicate, except for memory accesses.
    std::vector<uint32_t> executions;
    std::vector<WarpCost> warps; // index: block * warps per block + warp
    std::array<Range, measure_count> ranges;
    std::vector<CellCosts> cells;

    [[nodiscard]] Range range_of_cells() const {
        Range all;
        for (const CellCosts& costs : cells)
            if (costs.range.any) {
                all.include(costs.range.low);
                all.include(costs.range.high);
            }
        return all;
    }
    /// Returns nullopt without executions or requests.
    [[nodiscard]] std::optional<double> value(Measure measure, ThreadId thread, const LaunchConfig& config) const;
    [[nodiscard]] const CellCosts* of_buffer(uint32_t buffer) const {
        for (const CellCosts& costs : cells)
            if (costs.buffer == buffer) return &costs;
        return nullptr;
    }
};

} // namespace warpscope::metrics
