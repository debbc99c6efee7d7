// A Worker is a host thread. It runs a block until the block ends or waits for another block. Workers share only
// LaunchState and global memory.
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
#include "simt/state/exclusive_turns.hpp"
#include "simt/state/launch_progress.hpp"
#include "simt/state/snapshot.hpp"
#include "simt/state/tried_turns.hpp"
#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

struct Barrier {
    uint32_t arrived = 0;                // threads that arrived; a warp counts as 32
    uint32_t expected = 0;               // expected threads; 0 means all running warps of the block
    uint32_t count_true = 0, voters = 0; // votes of bar.red
    const Inst* first = nullptr;         // first arrival of the phase
    uint32_t first_warp = 0;
};

struct Block {
    uint64_t index = 0;
    Dim3 position;
    std::vector<Warp*> warps; // nullptr: not started, or ended
    std::vector<uint8_t> ended;
    std::array<Barrier, barrier_count + 1> barriers; // the last is the cluster's
    uint32_t cluster_phase = 0;
    uint32_t running = 0;
    bool cut_off = false;      // a warp used up its budget
    bool has_waited = false;   // some warp only waited during a time slice
    bool should_yield = false; // ends the block's turn at once (cooperative_workspace.hpp)
    bool yields = false;       // ends the turn after each warp's turn (yield_before_release.hpp)
    TimeSkips skips;           // unused if blocks can wait for each other
    AlignedBytes shared;
    std::vector<uint32_t> order;
};

struct LaunchState {
    const Program* program = nullptr;
    const Program::Impl* code = nullptr;
    const Kernel* kernel = nullptr;
    GlobalMemory* memory = nullptr;
    LaunchConfig config;
    const LaunchOptions* options = nullptr;
    std::span<std::byte> parameters;
    std::vector<AlignedBytes> images; // initial frames, by function
    /// [warp][component][lane]
    std::vector<std::array<std::array<uint32_t, warp_size>, 3>> thread_index;
    uint64_t shared_bytes = 0, local_bytes = 0;
    uint64_t observed_bytes = 0;            // see Observer::bytes_of_block()
    uint64_t grid_workspace = 0;            // 0: absent
    std::vector<SharedRange> shared_ranges; // by index in code->sites
    std::atomic<bool> stop{false};
    std::optional<LaunchProgress> progress;
    std::optional<SnapshotBarrier> meeting;
    std::optional<ExclusiveTurns> exclusive_turns;
    std::mutex print_lock, heap_lock;
    DeviceHeap* heap = nullptr;
    uint32_t workers = 1;
};

struct Worker {
    LaunchState* launch = nullptr;
    uint32_t index = 0;
    ExclusiveTurns::Turn turn;
    ContentionMeter contention;
    std::vector<std::unique_ptr<Observer>> observers;
    uint32_t hooks = 0;
    /// Observers by event kind: list k belongs to bit k of Interest.
    std::array<std::vector<Observer*>, 15> listeners;
    std::vector<BlockCounter> counters; // by basic block
    std::vector<uint64_t> switched_off; // by index in Program::Impl::predicated
    std::vector<SiteCache> sites;
    std::unique_ptr<Block> block;
    std::vector<std::unique_ptr<Block>> unused_blocks;
    std::vector<std::unique_ptr<Warp>> warps;
    std::vector<Warp*> idle;
    std::map<std::pair<FindingKind, uint32_t>, Finding> findings; // finding of the lowest block
    uint64_t finding_count = 0;
    std::map<uint32_t, InactiveLaneShuffle> inactive_lane_shuffles;
    std::unique_ptr<TriedTurns> tried; // null without a tried order
    uint32_t handed_on = 0;            // yields before releases so far (yield_before_release.hpp)
    /// pcs of executed lock instructions, by block and warp (yield_before_release.hpp)
    std::map<std::pair<uint64_t, uint32_t>, std::set<uint32_t>> locks_tried;
    uint64_t waiting_instructions = 0;
    uint64_t longest_sleep = 0;
    bool moved = false; // some warp did more than wait in this turn of the block

    [[nodiscard]] const std::vector<Observer*>& listening(Interest what) const {
        return listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(what)))];
    }
};

void emit_step(Warp& warp, uint32_t basic_block);
void emit_instruction(Warp& warp, const Inst* inst, bool begins_step);
void emit_branch(Warp& warp, const Inst* inst, LaneMask taken);
void emit_shuffle(Warp& warp, const Inst* inst, const uint8_t* from);
void emit_stack_taken(Warp& warp, LaneMask mask, uint64_t offset, uint64_t bytes);
void emit_warp_end(const Warp& warp);
void emit_barrier(Warp& warp, const Inst* inst, uint32_t barrier);
/// Reports __syncwarp(). Lanes with equal `masks` have synchronized with each other.
void emit_warp_sync(Warp& warp, const Inst* inst, const uint32_t* masks);

} // namespace warpscope::simt
