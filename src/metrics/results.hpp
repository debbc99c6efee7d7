// What a run measured, as plain data: immutable once published, shared by window, report and tests.
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

/// Global thread number: block's linear index * threads per block + thread's linear index, plus 1. 0: none.
using ThreadId = uint32_t;

enum class WarpClass : uint8_t {
    idle,        // every lane left without owning a cell and without diverging (wholly surplus)
    converged,   // all 32 lanes active at every instruction
    partly_idle, // some lanes off at some instruction, but no divergent branch: incomplete warp, or predicated off
    diverged,    // executed at least one divergent branch
};

struct WarpRecord {
    uint32_t divergent_branches = 0; // executions
    uint32_t instructions = 0;       // warp instructions, saturating
    uint64_t active_lanes = 0;       // summed over instructions
    WarpClass kind = WarpClass::idle;
};

/// Per-cell maps of one buffer; a map that has nothing to say is empty.
struct CellMaps {
    uint32_t buffer = 0;    // index in the plan
    CellArray owner;        // ThreadId of who stored the cell last, in canonical order of blocks
    CellCounts writes;      // lane stores per cell; any element of the cell counts as one each
    CellCounts reads;       // lane loads per cell
    bool contested = false; // some cell was stored by more than one thread
    uint64_t unowned = 0;   // cells that no thread stored; see count_unowned()

    /// To be called when `owner` is complete: what is drawn in every frame must not look at every cell. The last
    /// `padding` of the cells in each row, `row` of them, hold no data, and are not counted.
    void count_unowned(uint32_t row, uint32_t padding) {
        unowned = static_cast<uint64_t>(std::count(owner.begin(), owner.end(), ThreadId{0}));
        if (padding == 0) return;
        for (size_t end = row; end <= owner.size(); end += row)
            for (size_t cell = end - padding; cell < end; ++cell)
                if (owner[cell] == 0) --unowned;
    }
};

/// Where thread (x, y) of the launch lands in the output, fitted to the measured owner map and verified on every owned
/// cell: cell = origin + x * per_x + y * per_y. Lets surplus threads be drawn where their index points. Only valid if
/// `exact`, else surplus threads have no place in data space.
struct Placement {
    bool exact = false;
    int64_t origin_x = 0, origin_y = 0;
    int64_t x_per_x = 0, y_per_x = 0, x_per_y = 0, y_per_y = 0;
};

struct Ownership {
    uint64_t owners = 0, surplus_threads = 0;
    std::map<uint64_t, uint64_t> blocks_by_owners; // owners in a block -> blocks that have that many
    std::vector<uint32_t> owners_per_block;        // by linear block index
    std::vector<uint64_t> owner_bits;              // bit (ThreadId - 1): this thread owns at least one output cell
    Placement placement;
};

struct Divergence {
    uint64_t divergent_warps = 0;    // warps with at least one divergent branch
    uint64_t divergent_branches = 0; // executions of branches that split a warp
    double simt_efficiency = 0;      // active lanes / (32 * warp instructions)
    std::vector<WarpRecord> warps;   // block's linear index * warps per block + warp
};

struct GlobalTraffic {
    uint64_t load_requests = 0, load_sectors = 0, load_bytes = 0; // bytes: asked for by active lanes
    uint64_t store_requests = 0, store_sectors = 0, store_bytes = 0;
    uint64_t load_sectors_ideal = 0, store_sectors_ideal = 0; // fewest sectors that could hold the distinct bytes
};

struct SharedTraffic {
    uint64_t requests = 0, passes = 0;
};

struct AtomicTraffic {
    uint64_t requests = 0, operations = 0; // global and shared; operations: lanes
    uint64_t shared_operations = 0;        // those of `operations` that are on shared memory

    [[nodiscard]] uint64_t global_operations() const { return operations - shared_operations; }
};

/// What PTX instructions cost: one of them, or all that a source line became.
struct InstructionCost {
    uint64_t executions = 0;   // warp instructions
    uint64_t active_lanes = 0; // summed
    uint64_t branches = 0, divergent_branches = 0;
    uint64_t global_requests = 0, global_sectors = 0, global_sectors_ideal = 0;
    uint64_t shared_requests = 0, shared_passes = 0;

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
        return *this;
    }
};

/// Cost of one line of one source file.
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
    AtomicTraffic atomics;
    uint64_t float_operations = 0; // fma counts two; active lanes only
    uint64_t warp_instructions = 0, thread_instructions = 0, predicated_off = 0;
    uint64_t longest_sleep_ns = 0;             // see simt::LaunchOutcome
    std::vector<CellMaps> maps;                // for every buffer the launch touched
    std::vector<LineCost> lines;               // by file, then line
    std::vector<InstructionCost> instructions; // by pc; of the last launch only
    std::vector<simt::Finding> findings;
    uint64_t finding_count = 0;
    double execute_ms = 0; // host time of the launch with its observers running; measure() fills it
    double analyse_ms = 0; // host time spent afterwards, merging workers and making maps

    /// Float operations per byte that active lanes ask global memory to load; 0 when nothing is loaded.
    [[nodiscard]] double operations_per_byte() const {
        return global.load_bytes == 0 ? 0.0
                                      : static_cast<double>(float_operations) / static_cast<double>(global.load_bytes);
    }
};

/// One access of one thread of the focused block, in the order in which its warp executed them.
struct TraceAccess {
    uint32_t pc = 0;
    uint32_t buffer = ~0u; // plan index; ~0 for shared, local or unknown
    simt::AccessKind kind{};
    ptx::Space space{};
    uint32_t bytes = 0;
    uint32_t thread = 0; // linear in the block
    uint64_t address = 0;
    uint64_t cell = 0;  // in `buffer`
    uint32_t epoch = 0; // barriers passed
};

/// One warp-wide memory instruction of the focused block: its lanes' accesses lie side by side in
/// BlockTrace::accesses, lowest lane first.
struct TraceRequest {
    uint32_t first = 0; // in BlockTrace::accesses
    simt::LaneMask mask = 0;
};

/// Straight-line code that one warp of the focused block executed under one mask: instructions [first_pc, end_pc).
struct TraceStep {
    uint32_t warp = 0, epoch = 0; // epoch: barriers passed
    uint32_t first_pc = 0, end_pc = 0;
    simt::LaneMask active = 0;
    simt::LaneMask taken = 0;                      // lanes that the branch at its end sent elsewhere
    bool barrier = false;                          // ends at a barrier of the block
    uint32_t first_request = 0, first_shuffle = 0; // in BlockTrace: those of this step lie before the next step's

    /// Its branch split the warp.
    [[nodiscard]] bool divergent() const { return taken != 0 && taken != active; }
};

/// One shfl: lane i of `active` received the value of lane from[i].
struct TraceShuffle {
    uint32_t pc = 0, warp = 0;
    simt::LaneMask active = 0;
    std::array<uint8_t, warp_size> from{};
};

/// The full block view of one block, from running it again alone with everything recorded. Lists are in the order in
/// which the emulator executed them, which for one warp is its program's order.
struct BlockTrace {
    uint32_t launch = 0;
    uint64_t block = 0;
    Dim3 block_index;
    std::vector<TraceAccess> accesses;
    std::vector<TraceRequest> requests;
    std::vector<TraceStep> steps;
    std::vector<TraceShuffle> shuffles;
    uint32_t shared_bytes = 0;    // of the block: static and dynamic
    bool truncated = false;       // hit the limit: `accesses` and `requests` are prefixes
    bool steps_truncated = false; // `steps` and `shuffles` are prefixes
    uint32_t active_threads = 0;  // threads that own a cell
    uint32_t divergent_warps = 0, warps = 0;
    struct Halo {
        uint32_t buffer = 0;
        std::vector<uint64_t> tile;  // cells at the coordinates the block owns in the output, that lie in this buffer
        std::vector<uint64_t> cells; // cells it loads outside that tile; sorted
        bool defined = false;        // false where shapes differ and nothing declares how they line up
    };
    std::vector<Halo> halos;                       // per input buffer that it loads
    uint64_t loads = 0, distinct_cells_loaded = 0; // global lane loads of input cells; distinct cells among them
    GlobalTraffic global;
};

} // namespace warpscope::metrics
