// Results of a measurement. Immutable once published.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "metrics/cells/cell_array.hpp"
#include "metrics/cells/packed_counts.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// Number of a thread: block * threads per block + thread + 1; 0 if absent.
using ThreadId = uint32_t;

enum class WarpClass : uint8_t {
    idle,        // no lane owned a cell, and none diverged
    converged,   // all 32 lanes always active
    partly_idle, // lanes inactive at times, but no divergent branch
    diverged,
};

struct WarpRecord {
    uint32_t divergent_branches = 0; // counts each execution
    uint32_t instructions = 0;       // saturating
    uint64_t active_lanes = 0;
    WarpClass kind = WarpClass::idle;
    uint32_t shared_stores = 0; // lanes that stored to shared memory
};

struct CellMaps {
    uint32_t buffer = 0;
    CellArray owner;
    CellCounts writes; // lane stores
    CellCounts reads;  // lane loads
    bool contested = false;
    uint64_t unowned = 0;

    /// Counts cells without an owner. Omits the last `padding` cells of each row of `row` cells.
    void count_unowned(uint32_t row, uint32_t padding) {
        unowned = static_cast<uint64_t>(std::count(owner.begin(), owner.end(), ThreadId{0}));
        if (padding == 0) return;
        for (size_t end = row; end <= owner.size(); end += row)
            for (size_t cell = end - padding; cell < end; ++cell)
                if (owner[cell] == 0) --unowned;
    }
};

/// Linear map from thread (x, y) to its cell: origin + x * per_x + y * per_y. Fitted to the owners; gives idle threads
/// a place.
struct Placement {
    bool exact = false;
    int64_t origin_x = 0, origin_y = 0;
    int64_t x_per_x = 0, y_per_x = 0, x_per_y = 0, y_per_y = 0;
};

struct Ownership {
    uint64_t owners = 0, idle_threads = 0;
    uint64_t helpers = 0;                          // threads without a cell that stored to shared memory
    std::map<uint64_t, uint64_t> blocks_by_owners; // key: owners in a block; value: number of such blocks
    std::vector<uint32_t> owners_per_block;
    std::vector<uint64_t> owner_bits; // bit ThreadId - 1: owns an output cell
    Placement placement;
};

struct Divergence {
    uint64_t divergent_warps = 0;
    uint64_t divergent_branches = 0;
    double simt_efficiency = 0;    // active lanes / (32 * warp instructions)
    std::vector<WarpRecord> warps; // index: block * warps per block + warp
};

struct GlobalTraffic {
    uint64_t load_requests = 0, load_sectors = 0, load_bytes = 0; // bytes: requested by active lanes
    uint64_t store_requests = 0, store_sectors = 0, store_bytes = 0;
    uint64_t load_sectors_ideal = 0, store_sectors_ideal = 0; // minimum for the distinct bytes
};

struct SharedTraffic {
    uint64_t requests = 0, passes = 0;
    uint64_t passes_ideal = 0; // without bank conflicts
};

struct LocalTraffic {
    // All are 0 unless uninitialized values are checked.
    uint64_t load_requests = 0, store_requests = 0;
    uint64_t load_sectors = 0, store_sectors = 0;
};

struct AtomicTraffic {
    uint64_t requests = 0, operations = 0; // global and shared; operations: one per lane
    uint64_t shared_requests = 0, shared_operations = 0;
    uint64_t sectors = 0; // global memory

    [[nodiscard]] uint64_t global_operations() const { return operations - shared_operations; }
};

struct InstructionCost {
    uint64_t executions = 0; // warp instructions
    uint64_t active_lanes = 0;
    uint64_t branches = 0, divergent_branches = 0;
    uint64_t global_requests = 0, global_sectors = 0, global_sectors_ideal = 0;
    uint64_t shared_requests = 0, shared_passes = 0;
    uint64_t atomic_operations = 0; // one per lane; global and shared

    InstructionCost& operator+=(const InstructionCost& other) {
        executions += other.executions;
        active_lanes += other.active_lanes;
        branches += other.branches;
        divergent_branches += other.divergent_branches;
        global_requests += other.global_requests;
        global_sectors += other.global_sectors;
        global_sectors_ideal += other.global_sectors_ideal;
        shared_requests += other.shared_requests;
        shared_passes += other.shared_passes;
        atomic_operations += other.atomic_operations;
        return *this;
    }
};

struct LineCost : InstructionCost {
    std::string file;
    uint32_t line = 0;
};

struct LaunchMeasurement {
    LaunchConfig config;
    std::string kernel;
    Ownership ownership;
    Divergence divergence;
    GlobalTraffic global;
    SharedTraffic shared;
    LocalTraffic local;
    AtomicTraffic atomics;
    uint64_t float_operations = 0;
    uint64_t warp_instructions = 0, thread_instructions = 0, predicated_off = 0;
    uint64_t longest_sleep_ns = 0; // see simt::LaunchOutcome
    std::vector<CellMaps> maps;
    std::vector<LineCost> lines;               // by file and line
    std::vector<InstructionCost> instructions; // by pc; last launch only
    std::vector<simt::Finding> findings;
    uint64_t finding_count = 0;
    double execute_ms = 0;
    double analyze_ms = 0; // host time for merging and maps

    [[nodiscard]] const simt::Finding* first_error() const {
        const auto found = std::ranges::find(findings, false, &simt::Finding::is_note);
        return found == findings.end() ? nullptr : &*found;
    }
    [[nodiscard]] double operations_per_byte() const {
        return global.load_bytes == 0 ? 0.0
                                      : static_cast<double>(float_operations) / static_cast<double>(global.load_bytes);
    }
};

struct TraceAccess {
    uint32_t pc = 0;
    uint32_t buffer = ~0u; // index in the plan; ~0 for shared, local or unknown
    simt::AccessKind kind{};
    ptx::Space space{};
    uint32_t bytes = 0;
    uint32_t thread = 0; // in the block
    uint64_t address = 0;
    uint64_t cell = 0;     // in `buffer`
    uint32_t interval = 0; // barriers passed
};

/// Request of a warp. Its accesses are adjacent, lowest lane first.
struct TraceRequest {
    uint32_t first = 0; // index in BlockTrace::accesses
    simt::LaneMask mask = 0;
};

/// Instructions [first_pc, end_pc) that the lanes `active` executed.
struct TraceStep {
    uint32_t warp = 0, interval = 0;
    uint32_t first_pc = 0, end_pc = 0;
    simt::LaneMask active = 0;
    simt::LaneMask taken = 0; // lanes that took the branch at the end
    bool barrier = false;     // ends at a block barrier
    /// First entries of the step in BlockTrace::requests and shuffles. They end where the next step's entries begin.
    uint32_t first_request = 0, first_shuffle = 0;

    [[nodiscard]] bool divergent() const { return taken != 0 && taken != active; }
};

/// One shfl: lane i of `active` received the value of lane from[i].
struct TraceShuffle {
    uint32_t pc = 0, warp = 0;
    simt::LaneMask active = 0;
    std::array<uint8_t, warp_size> from{};
};

/// Record of one block, rerun alone. Lists are in the order of execution.
struct BlockTrace {
    uint32_t launch = 0;
    uint64_t block = 0;
    Dim3 block_index;
    std::vector<TraceAccess> accesses;
    std::vector<TraceRequest> requests;
    std::vector<TraceStep> steps;
    std::vector<TraceShuffle> shuffles;
    uint32_t shared_bytes = 0;    // static and dynamic
    bool truncated = false;       // `accesses` and `requests` are incomplete
    bool steps_truncated = false; // `steps` and `shuffles` are incomplete
    uint32_t active_threads = 0;  // threads that own a cell
    uint32_t divergent_warps = 0, warps = 0;
    struct Halo {
        uint32_t buffer = 0;
        std::vector<uint64_t> tile;  // input cells at the block's output coordinates
        std::vector<uint64_t> cells; // loaded cells outside the tile, sorted
        bool defined = false;        // false if input and output differ in shape and no alignment is declared
    };
    std::vector<Halo> halos;
    uint64_t loads = 0, distinct_cells_loaded = 0; // loads: one per lane
    GlobalTraffic global;
};

} // namespace warpscope::metrics
