// What an execution tells those who watch it. The executor emits these events and knows no metric; metrics are
// observers that override what they need. An event kind that no observer asks for costs nothing.
//
// Threads: blocks run on several host threads ("workers"). Each worker has its own instance of every observer, made by
// fork(); after the launch the instances are handed to merge() in worker order. So observers need no locks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/dim3.hpp"
#include "base/launch.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

using LaneMask = uint32_t; // bit i is lane i

/// Which block and warp an event belongs to. Valid during the call only.
struct WarpContext {
    uint64_t block = 0; // linear index in the grid
    Dim3 block_index;
    uint32_t warp = 0;             // in the block
    LaneMask launched = 0;         // lanes that exist (an incomplete last warp has fewer than 32)
    uint32_t barrier_epoch = 0;    // block-wide barriers this warp has passed so far
    const void* running = nullptr; // the emulator's own state of the warp, for stored_value()

    /// Linear index of lane 0's thread in its block.
    [[nodiscard]] uint32_t first_thread() const { return warp * warp_size; }
};

enum class AccessKind : uint8_t { load, store, atomic }; // a reduction (red) is an atomic without a result

/// One warp-wide memory instruction: a request. Emitted before the access happens (but see phase_ends), after its
/// checks passed; lanes whose access was refused are not in `mask`.
struct MemoryEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;    // instruction index in the program (simt/program.hpp)
    ptx::Space space{}; // global, shared, local, const_ or param; never generic: resolved per request
    AccessKind kind{};
    uint32_t bytes = 0;                // per lane, all vector elements together
    LaneMask mask = 0;                 // lanes that access
    const uint64_t* address = nullptr; // [32], byte addresses; for shared and local: offsets from the window's start.
                                       // Entries of lanes outside `mask` are unspecified, and so are all of those
                                       // of a regular load if every observer of its space knows_formulas.
    uint32_t allocation = ~0u; // global: the allocation that all lanes fall into (GlobalMemory index), ~0 when several
    uint64_t lowest = 0, highest = 0; // smallest and largest address among the lanes in `mask`
    bool contiguous = false;          // lane i of `mask` (a full run of lanes) accesses lowest + i * bytes
    bool broadcast = false;           // all lanes access one address
    /// All 32 lanes access, in two runs with one stride: lane i < 16 at first + i * stride, lane 16 + i at
    /// second + i * stride. True for most requests of most kernels, and then enough to know all addresses by.
    bool regular = false;
    uint32_t stride = 0;
    uint64_t first = 0, second = 0;
    /// Of an operation on an mbarrier, which is told of when it has been done: the lanes that have ended the object's
    /// phase; of a test, those that have found theirs to be over.
    LaneMask phase_ends = 0;
    /// Of a store to local memory that hands an argument or a result over: the offset that the value comes from.
    uint64_t copied_from = not_copied;
    static constexpr uint64_t not_copied = ~uint64_t{0};
};

/// What a lane is about to store and what memory holds there, as far as 8 bytes go.
struct StoredValue {
    uint64_t now = 0, before = 0;
};
/// For a store of one element to global or shared memory, during the call of on_memory() only; else nullopt. Costs
/// nothing unless it is called.
[[nodiscard]] std::optional<StoredValue> stored_value(const MemoryEvent& event, uint32_t lane);
/// Lanes on the path of the program that an event comes from, whether or not they take part in it. During the event's
/// call only.
[[nodiscard]] LaneMask active_lanes(const WarpContext& warp);

/// Where a person looks for the instruction at `pc`, which the warp executes at present: of code in headers of the
/// compiler's own that is the call in a file of the user's. Of an event's warp, during the call only.
[[nodiscard]] SourceLocation user_place(const WarpContext& warp, uint32_t pc);

/// A branch whose direction depends on a predicate or index. Emitted once per warp execution.
struct BranchEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0; // lanes that executed it
    LaneMask taken = 0;  // lanes that jumped (for brx.idx: those that did not go where the first active lane went)

    [[nodiscard]] bool divergent() const { return taken != 0 && taken != active; }
};

struct BarrierEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;
    uint32_t barrier = 0; // number; ~0u for a warp-level barrier (bar.warp.sync)
};

/// One shfl: from which lane each lane received its value.
struct ShuffleEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;
    const uint8_t* from =
        nullptr; // [32]; a lane whose source is out of range keeps its own. Unspecified outside `active`.
};

/// Straight-line code executed under one mask: instructions [first_pc, end_pc). Sum over these for instruction counts.
struct StepEvent {
    const WarpContext* warp = nullptr;
    uint32_t first_pc = 0, end_pc = 0;
    LaneMask active = 0;
};

/// An instruction that a warp is about to execute. Only programs that were built for stepping tell of these, and while
/// an observer wants them, the block's warps take turns by source line: see simt/stepping.hpp.
struct InstructionEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;      // lanes on the present path; its own predicate may switch off some of them
    bool begins_step = false; // the warp's turn begins here
};

/// What one warp did from its begin to its end; cheaper than summing over steps and branches. Not emitted for warps
/// that a cancelled launch leaves unfinished.
struct WarpEvent {
    const WarpContext* warp = nullptr;
    uint64_t instructions = 0;       // warp instructions
    uint64_t active_lanes = 0;       // summed over them; lanes that a predicate switched off included
    uint32_t divergent_branches = 0; // executions, as BranchEvent::divergent
};

/// Something a kernel did wrong. The program goes on where that makes sense.
enum class FindingKind : uint8_t {
    out_of_bounds,
    misaligned,
    null_pointer,
    wrong_space,
    use_after_free,
    invalid_free,
    uninitialised_read,
    race_shared,
    race_global,
    race_same_value,
    barrier_divergence,
    missing_syncwarp,
    deadlock,
    instruction_budget,
    stack_overflow,
    assertion,
    explicit_trap,
    invalid_launch,
    division_by_zero,
    invalid_texture,
};

[[nodiscard]] std::string_view name_of(FindingKind kind); // "out_of_bounds"

struct Finding {
    FindingKind kind{};
    uint32_t launch = 0; // index of the launch in the plan
    uint32_t pc = 0;
    SourceLocation source;
    uint32_t ptx_line = 0;
    uint64_t block = 0;
    Dim3 block_index, thread_index;
    ptx::Space space{};
    uint64_t address = 0;
    uint32_t bytes = 0;
    std::string message; // whole sentence: what, on which buffer, how far past
    /// The other access of a race.
    bool has_other = false;
    SourceLocation other_source;
    uint64_t other_block = 0;
    Dim3 other_block_index, other_thread_index;
};

/// malloc has given memory to a thread, and what lay there before has nothing to do with what will; or free has taken
/// it back.
struct HeapEvent {
    uint64_t address = 0, bytes = 0; // global memory
    const WarpContext* warp = nullptr;
    uint32_t pc = 0; // of the call
    uint32_t lane = 0;
};

/// Lanes of a warp have got a part of their stacks, for a function that they enter or by alloca. What earlier calls
/// left there has nothing to do with what will be.
struct StackEvent {
    const WarpContext* warp = nullptr;
    LaneMask mask = 0;
    uint64_t offset = 0, bytes = 0; // local memory
};

class Program;      // simt/program.hpp
class GlobalMemory; // simt/memory.hpp

struct LaunchContext {
    const Program* program = nullptr;
    const GlobalMemory* memory = nullptr;
    uint32_t kernel = 0; // entry's index in the program
    LaunchConfig config;
    uint32_t launch = 0; // index in the plan
    uint32_t workers = 1;
};

/// Event kinds an observer wants, as bits.
enum Interest : uint32_t {
    wants_global = 1,
    wants_shared = 2,
    wants_local = 4,
    wants_const = 8,
    wants_param = 16, // MemoryEvent by space
    wants_branches = 32,
    wants_barriers = 64,
    wants_steps = 128,
    wants_blocks = 256,
    wants_findings = 512,
    wants_warps = 1024,    // WarpEvent
    wants_shuffles = 2048, // ShuffleEvent
    /// No event kind: for regular loads this observer reads first, second and stride, but no addresses.
    knows_formulas = 4096,
    wants_heap = 8192,
    wants_instructions = 16384,
};

/// What a block of a launch takes.
struct BlockSize {
    uint64_t shared_bytes = 0, local_bytes = 0; // local: of each thread
    uint32_t warps = 0;
};

class Observer {
public:
    virtual ~Observer() = default;
    [[nodiscard]] virtual uint32_t interests() const = 0;
    /// Bytes that the observer may keep for a block that waits for others. The more, the fewer blocks may wait at a
    /// time.
    [[nodiscard]] virtual uint64_t bytes_of_block(const BlockSize&) const { return 0; }

    virtual void on_launch(const LaunchContext&) {} // on the prototype, before fork()
    /// A fresh instance for one worker, sharing nothing mutable with this one except what is safe to share.
    [[nodiscard]] virtual std::unique_ptr<Observer> fork() = 0;
    virtual void on_block_begin(uint64_t /*block*/, const Dim3& /*block_index*/) {}
    virtual void on_block_end(uint64_t /*block*/) {}
    /// The block waits for others: another one begins or is returned to before it goes on.
    virtual void on_block_leave(uint64_t /*block*/) {}
    virtual void on_block_return(uint64_t /*block*/) {}
    virtual void on_memory(const MemoryEvent&) {}
    virtual void on_branch(const BranchEvent&) {}
    virtual void on_barrier(const BarrierEvent&) {}
    virtual void on_step(const StepEvent&) {}
    virtual void on_shuffle(const ShuffleEvent&) {}
    virtual void on_instruction(const InstructionEvent&) {}
    virtual void on_warp_end(const WarpEvent&) {}
    virtual void on_finding(const Finding&) {}
    virtual void on_allocated(const HeapEvent&) {}
    virtual void on_freed(const HeapEvent&) {}
    virtual void on_stack_taken(const StackEvent&) {} // by wants_local
    /// Takes a worker's instance back, in worker order, after the launch.
    virtual void merge(Observer& worker) = 0;
    virtual void on_launch_end() {}
};

} // namespace warpscope::simt
