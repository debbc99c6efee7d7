// Running state of the emulated machine: launch, worker, block, warp.
//
// A Worker is one host thread. It runs one block until the block ends or waits for another block, and within it one
// warp until the warp ends, reaches a barrier or uses up its time slice. Workers share only LaunchState, which is
// constant during the launch, and the bytes of global memory.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "simt/code/decoded.hpp"
#include "simt/executor.hpp"
#include "simt/state/address_map.hpp"
#include "simt/state/launch_progress.hpp"
#include "simt/state/snapshot.hpp"
#include "simt/state/tried_turns.hpp"
#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

struct Barrier {
    uint32_t arrived = 0;                // threads; whole warps
    uint32_t expected = 0;               // threads; 0: all running warps of the block
    uint32_t count_true = 0, voters = 0; // bar.red, current phase
    const Inst* first = nullptr;         // arrival instruction of the phase's first warp
    uint32_t first_warp = 0;
};

struct Block {
    uint64_t index = 0;
    Dim3 position;
    std::vector<Warp*> warps; // nullptr: not begun or ended
    std::vector<uint8_t> ended;
    std::array<Barrier, barrier_count + 1> barriers; // the last one is the cluster's, see cluster.hpp
    uint32_t cluster_phase = 0;                      // completed phases of the cluster barrier
    uint32_t running = 0;                            // warps that have not ended
    bool cut_off = false;                            // a warp used up its budget
    bool has_waited = false;                         // a warp only waited in some time slice
    bool gives_way = false; // yields to other blocks before it continues, see cooperative_workspace.hpp
    bool hands_on = false;  // yields after its warps' turns, see yield_before_release.hpp
    TimeSkips skips;        // used if blocks cannot wait for each other
    AlignedBytes shared;
    std::vector<uint32_t> order; // order of the warps' turns
};

struct LaunchState {
    const Program* program = nullptr;
    const Program::Impl* code = nullptr;
    const Kernel* kernel = nullptr;
    GlobalMemory* memory = nullptr;
    LaunchConfig config;
    const LaunchOptions* options = nullptr;
    std::span<std::byte> parameters;  // read-only
    std::vector<AlignedBytes> images; // per function: its frame on entry
    /// [warp][component][lane]
    std::vector<std::array<std::array<uint32_t, warp_size>, 3>> thread_index;
    uint64_t shared_bytes = 0, local_stride = 0;
    uint64_t observed_bytes = 0;            // observers' memory per block, see Observer::bytes_of_block()
    uint64_t grid_workspace = 0;            // address of a cooperative launch's GridWorkspace, or 0
    std::vector<SharedRange> shared_ranges; // indexed by memory site
    std::atomic<bool> stop{false};
    std::optional<LaunchProgress> progress; // while blocks run
    std::optional<SnapshotBarrier> meeting; // while blocks run
    std::mutex print_lock, heap_lock;
    DeviceHeap* heap = nullptr;
    uint32_t workers = 1;
};

struct Worker {
    LaunchState* launch = nullptr;
    uint32_t index = 0;
    std::vector<std::unique_ptr<Observer>> observers;
    uint32_t hooks = 0;
    /// Observers by event kind: bit k of Interest has list k.
    std::array<std::vector<Observer*>, 15> listeners;
    std::vector<BlockCounter> counters; // indexed by basic block
    std::vector<uint64_t> switched_off; // disabled lanes, by predicated group
    std::vector<SiteCache> sites;
    std::unique_ptr<Block> block;                      // current block
    std::vector<std::unique_ptr<Block>> unused_blocks; // storage for reuse
    std::vector<std::unique_ptr<Warp>> warps;
    std::vector<Warp*> idle;
    std::map<std::pair<FindingKind, uint32_t>, Finding>
        findings; // indexed by kind and pc: the finding of the lowest block
    uint64_t finding_count = 0;
    std::map<uint32_t, InactiveLaneShuffle> inactive_lane_shuffles; // indexed by pc
    std::unique_ptr<TriedTurns> tried;                              // null if the launch tries no order
    uint32_t handed_on = 0;                                         // yields so far, see yield_before_release.hpp
    /// Pcs of the lock attempts of each block and warp, see yield_before_release.hpp.
    std::map<std::pair<uint64_t, uint32_t>, std::set<uint32_t>> locks_tried;
    uint64_t waiting_instructions = 0; // see LaunchOutcome
    uint64_t longest_sleep = 0;        // see LaunchOutcome
    bool moved = false;                // a warp did more than wait since the block's turn began

    [[nodiscard]] const std::vector<Observer*>& listening(Interest what) const {
        return listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(what)))];
    }
};

// Defined in divergence/emit_events.cpp.
void emit_step(Warp& warp, uint32_t basic_block);
void emit_instruction(Warp& warp, const Inst* inst, bool begins_step);
void emit_branch(Warp& warp, const Inst* inst, LaneMask taken);
void emit_shuffle(Warp& warp, const Inst* inst, const uint8_t* from);
void emit_stack_taken(Warp& warp, LaneMask mask, uint64_t offset, uint64_t bytes);
void emit_warp_end(const Warp& warp);
void emit_barrier(Warp& warp, const Inst* inst, uint32_t barrier);
/// Reports a __syncwarp(). Lanes with different `masks` did not synchronize with each other.
void emit_warp_sync(Warp& warp, const Inst* inst, const uint32_t* masks);

} // namespace warpscope::simt
