// The running state of the emulated machine: launch, worker, block, warp. Private to src/simt.
//
// A Worker is one host thread; it runs one block at a time, and of that block one warp at a time, until the warp ends,
// waits at a barrier or has used up its time slice. Nothing here is shared between workers except LaunchState, which
// does not change during the launch, and the bytes of global memory.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "simt/address_map.hpp"
#include "simt/decoded.hpp"
#include "simt/executor.hpp"
#include "simt/instruction.hpp"

namespace warpscope::simt {

struct Worker;
struct Block;

/// Warp instructions a warp runs before its worker looks at the cancel flag and lets another warp have a turn.
inline constexpr int64_t slice_instructions = 20'000;
inline constexpr uint32_t barrier_count = 16;
inline constexpr uint32_t max_call_depth = 4096;

/// Lanes that wait for their turn: they go on at `pc` and meet the others at `meet`.
struct Path {
    const Inst* pc = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
};

/// The caller's side of a call, restored when every lane that called has returned.
struct CallFrame {
    const Inst* resume = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t path_floor = 0; // Warp::paths below this belong to callers
    uint32_t site = 0;
    uint32_t function = 0; // the caller
    uint64_t local_begin = 0;
    std::byte* frame = nullptr;
};

struct BlockCounter {
    uint64_t executions = 0, lanes = 0;
};

/// The allocation that a memory instruction touched last: nearly always the one it touches next.
struct SiteCache {
    uint64_t begin = 1, end = 0;
    uint32_t allocation = ~0u;
};

enum class WarpState : uint8_t { ready, at_barrier, done };

/// Byte storage aligned for the widest vectors.
class AlignedBytes {
public:
    AlignedBytes() = default;
    explicit AlignedBytes(size_t bytes);
    [[nodiscard]] std::byte* data() const { return data_.get(); }
    [[nodiscard]] size_t size() const { return size_; }

private:
    struct Free {
        void operator()(std::byte* p) const;
    };
    std::unique_ptr<std::byte[], Free> data_;
    size_t size_ = 0;
};

/// Slots of a function at one call depth.
struct CallStorage {
    AlignedBytes bytes;
    uint32_t function = ~0u; // whose constants they hold
};

struct Warp {
    LaneMask exec = 0;          // lanes the next instruction works for: `active` less those its predicate switches off
    LaneMask active = 0;        // lanes on the present path
    const Inst* meet = nullptr; // where the present path ends; nullptr: only where its lanes exit or return
    std::byte* frame = nullptr; // slots of the running function
    const Inst* code = nullptr; // of the running function
    int64_t slice = 0;          // warp instructions left before the worker takes over
    uint32_t hooks = 0;         // Interest bits that some observer has
    bool alone = false;         // one worker only: atomics need no locks
    BlockCounter* counters = nullptr;
    uint64_t* switched_off = nullptr; // Worker::switched_off
    SiteCache* sites = nullptr;
    const MemorySite* memory_sites = nullptr;
    std::byte* parameters = nullptr; // the launch's parameter block; never written
    uint64_t parameter_bytes = 0;
    std::byte* global_bias = nullptr; // host address = global_bias + virtual address
    std::byte* shared = nullptr;
    uint64_t shared_bytes = 0;
    std::byte* local = nullptr; // lane l's stack starts at local + l * local_stride
    uint64_t local_stride = 0, local_begin = 0;
    Worker* worker = nullptr;
    Block* block = nullptr;

    std::vector<Path> paths;
    std::vector<CallFrame> calls;
    uint32_t function = 0;
    LaneMask exited = 0;
    WarpState state = WarpState::ready;
    const Inst* pc = nullptr; // where to go on, while not running
    uint32_t barrier = 0;     // number, while at_barrier
    uint32_t carry = 0;       // condition code of add.cc and its kin, one bit per lane
    uint64_t executed = 0;    // warp instructions, for the budget and the clocks
    int64_t turn = 0;         // `slice` when this turn began
    WarpContext context;

    alignas(64) uint64_t address[warp_size]{}; // of the memory instruction under way
    std::vector<CallStorage> frames;           // by call depth; reused from call to call
    AlignedBytes local_storage;
};

struct Barrier {
    uint32_t arrived = 0;                        // threads, whole warps
    uint32_t expected = 0;                       // threads; 0: all warps of the block that still run
    uint32_t count_true = 0, voters = 0;         // bar.red, of the phase under way
    uint32_t result_true = 0, result_voters = 0; // of the last complete one
};

struct Block {
    uint64_t index = 0;
    Dim3 position;
    std::vector<Warp*> warps; // nullptr: not begun, or done
    std::vector<uint8_t> ended;
    std::array<Barrier, barrier_count> barriers;
    uint32_t running = 0; // warps that have not ended
    bool aborted = false; // trap instruction, failed assertion, deadlock
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
    std::vector<std::array<std::vector<uint32_t>, 3>> thread_index; // [warp][component][lane]
    uint64_t shared_bytes = 0, local_stride = 0;
    std::atomic<bool> stop{false};
    std::mutex print_lock;
    uint32_t workers = 1;
};

struct Worker {
    LaunchState* launch = nullptr;
    uint32_t index = 0;
    std::vector<std::unique_ptr<Observer>> observers;
    uint32_t hooks = 0;
    /// Observers by what they want; bit k of Interest is list k.
    std::array<std::vector<Observer*>, 10> listeners;
    std::vector<BlockCounter> counters; // by basic block
    std::vector<uint64_t> switched_off; // lanes, by predicated group
    std::vector<SiteCache> sites;
    AlignedBytes shared;
    Block block;
    std::vector<std::unique_ptr<Warp>> warps;
    std::vector<Warp*> idle;
    std::map<std::pair<TrapKind, uint32_t>, Trap> traps; // by kind and pc: the one of the lowest block
    uint64_t trap_count = 0;
    bool cancelled = false;

    [[nodiscard]] const std::vector<Observer*>& listening(Interest what) const {
        return listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(what)))];
    }
};

// traps.cpp
void report_division_by_zero(Warp& warp, const Inst* inst, LaneMask lanes);

// events.cpp
void emit_step(Warp& warp, uint32_t basic_block);
void emit_branch(Warp& warp, const Inst* inst, LaneMask taken);
void emit_barrier(Warp& warp, const Inst* inst, uint32_t barrier);

} // namespace warpscope::simt
