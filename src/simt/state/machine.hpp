// The running state of the emulated machine: launch, worker, block, warp. Private to src/simt.
//
// A Worker is one host thread; it runs one block at a time, to its end or until it waits for another block, and of that
// block one warp at a time, until the warp ends, waits at a barrier or has used up its time slice. Nothing here is
// shared between workers except LaunchState, which does not change during the launch, and the bytes of global memory.
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
    uint32_t arrived = 0;                // threads, whole warps
    uint32_t expected = 0;               // threads; 0: all warps of the block that still run
    uint32_t count_true = 0, voters = 0; // bar.red, of the phase under way
    const Inst* first = nullptr;         // where the first warp of this phase arrived
    uint32_t first_warp = 0;
};

struct Block {
    uint64_t index = 0;
    Dim3 position;
    std::vector<Warp*> warps; // nullptr: not begun, or done
    std::vector<uint8_t> ended;
    std::array<Barrier, barrier_count + 1> barriers; // the last one is the cluster's, see cluster.hpp
    uint32_t cluster_phase = 0;                      // how often that has been complete
    uint32_t running = 0;                            // warps that have not ended
    bool cut_off = false;                            // a warp of it had used up its budget
    bool has_waited = false;                         // a warp of it did nothing but wait in a time slice
    bool gives_way = false; // to other blocks, before it goes on: see cooperative_workspace.hpp
    bool hands_on = false;  // likewise, when its warps have had their turns: see yield_before_release.hpp
    TimeSkips skips;        // where no block can wait for another one
    AlignedBytes shared;
    std::vector<uint32_t> order; // in which its warps have their turns
};

struct LaunchState {
    const Program* program = nullptr;
    const Program::Impl* code = nullptr;
    const Kernel* kernel = nullptr;
    GlobalMemory* memory = nullptr;
    LaunchConfig config;
    const LaunchOptions* options = nullptr;
    std::span<std::byte> parameters;  // never written
    std::vector<AlignedBytes> images; // per function: the frame as it is when the function is entered
    /// [warp][component][lane]
    std::vector<std::array<std::array<uint32_t, warp_size>, 3>> thread_index;
    uint64_t shared_bytes = 0, local_stride = 0;
    uint64_t observed_bytes = 0;            // that observers may keep for a block, see Observer::bytes_of_block()
    uint64_t grid_workspace = 0;            // address of a cooperative launch's GridWorkspace; 0 in any other
    std::vector<SharedRange> shared_ranges; // by memory site
    std::atomic<bool> stop{false};
    std::optional<LaunchProgress> progress; // while blocks run
    std::optional<SnapshotBarrier> meeting; // likewise
    std::mutex print_lock, heap_lock;
    DeviceHeap* heap = nullptr;
    uint32_t workers = 1;
};

struct Worker {
    LaunchState* launch = nullptr;
    uint32_t index = 0;
    std::vector<std::unique_ptr<Observer>> observers;
    uint32_t hooks = 0;
    /// Observers by what they want; bit k of Interest is list k.
    std::array<std::vector<Observer*>, 15> listeners;
    std::vector<BlockCounter> counters; // by basic block
    std::vector<uint64_t> switched_off; // lanes, by predicated group
    std::vector<SiteCache> sites;
    std::unique_ptr<Block> block;                      // that has its turn
    std::vector<std::unique_ptr<Block>> unused_blocks; // storage for further ones
    std::vector<std::unique_ptr<Warp>> warps;
    std::vector<Warp*> idle;
    std::map<std::pair<FindingKind, uint32_t>, Finding> findings; // by kind and pc: the one of the lowest block
    uint64_t finding_count = 0;
    std::map<uint32_t, InactiveLaneShuffle> inactive_lane_shuffles; // by pc
    std::unique_ptr<TriedTurns> tried;                              // null where the launch tries no order
    uint32_t handed_on = 0; // how often others had a turn before a store, see yield_before_release.hpp
    /// By block and warp: pcs of instructions before which it has tried to take a lock, likewise.
    std::map<std::pair<uint64_t, uint32_t>, std::set<uint32_t>> locks_tried;
    uint64_t waiting_instructions = 0; // see LaunchOutcome
    uint64_t longest_sleep = 0;        // likewise
    bool moved = false;                // some warp has done anything but wait since the block's turn began

    [[nodiscard]] const std::vector<Observer*>& listening(Interest what) const {
        return listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(what)))];
    }
};

// divergence/emit_events.cpp
void emit_step(Warp& warp, uint32_t basic_block);
void emit_instruction(Warp& warp, const Inst* inst, bool begins_step);
void emit_branch(Warp& warp, const Inst* inst, LaneMask taken);
void emit_shuffle(Warp& warp, const Inst* inst, const uint8_t* from);
void emit_stack_taken(Warp& warp, LaneMask mask, uint64_t offset, uint64_t bytes);
void emit_warp_end(const Warp& warp);
void emit_barrier(Warp& warp, const Inst* inst, uint32_t barrier);
/// For __syncwarp(): lanes with different `masks` (by lane) have not met each other.
void emit_warp_sync(Warp& warp, const Inst* inst, const uint32_t* masks);

} // namespace warpscope::simt
