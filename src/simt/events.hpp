// Events for observers. Unrequested kinds cost nothing.
//
// fork() makes an observer per worker thread. After the launch, merge() gets them in worker order. So observers need no
// locks.
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

using LaneMask = uint32_t;

/// Valid only during the event.
struct WarpContext {
    uint64_t block = 0; // linear index
    Dim3 block_index;
    uint32_t warp = 0;
    LaneMask launched = 0;         // fewer than 32 in an incomplete last warp
    uint32_t barrier_interval = 0; // number of block-wide barriers passed
    const void* running = nullptr; // Warp, used by functions such as stored_value()

    [[nodiscard]] uint32_t first_thread() const { return warp * warp_size; }
};

enum class AccessKind : uint8_t { load, store, atomic }; // atomic includes red

/// One request: a warp-wide memory instruction. Emitted after the address check and before the access, or after the
/// access if `phase_ends` is set. `mask` excludes lanes that failed the check.
struct MemoryEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    ptx::Space space{}; // never generic
    AccessKind kind{};
    uint32_t bytes = 0; // per lane
    LaneMask mask = 0;
    // [32] byte addresses, or offsets for shared and local memory. Unspecified outside `mask`, and for regular loads if
    // all observers declare knows_formulas.
    const uint64_t* address = nullptr;
    // Index in GlobalMemory; ~0 if the lanes access several allocations or another space.
    uint32_t allocation = ~0u;
    uint64_t lowest = 0, highest = 0; // of the lanes in `mask`
    bool contiguous = false;          // consecutive lanes, lane i at lowest + i * bytes
    bool broadcast = false;
    /// True: all lanes access memory, lane i < 16 at first + i * stride, lane 16 + i at second + i * stride.
    bool regular = false;
    uint32_t stride = 0;
    uint64_t first = 0, second = 0;
    /// Lanes that completed an mbarrier phase or passed an mbarrier test.
    LaneMask phase_ends = 0;
    /// Source offset in local memory, if a call copies an argument or result.
    uint64_t copied_from = not_copied;
    static constexpr uint64_t not_copied = ~uint64_t{0};
};

struct StoredValue {
    uint64_t now = 0, before = 0;
};
/// Requires a one-element store to global or shared memory. Valid only during on_memory().
[[nodiscard]] std::optional<StoredValue> stored_value(const MemoryEvent& event, uint32_t lane);
/// Returns the current path's lanes, including those that take no part in the event.
[[nodiscard]] LaneMask active_lanes(const WarpContext& warp);

/// Returns the user's line; for code in a compiler header, the line of the call. Valid only during the event.
[[nodiscard]] SourceLocation user_place(const WarpContext& warp, uint32_t pc);

struct BranchEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;
    LaneMask taken = 0; // for brx.idx: lanes with another target than the first active lane

    [[nodiscard]] bool divergent() const { return taken != 0 && taken != active; }
};

struct BarrierEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;
    uint32_t barrier = 0;
};

struct ShuffleEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;
    /// [32] source lanes; the lane itself if its source is out of range. Unspecified outside `active`.
    const uint8_t* from = nullptr;
};

struct StepEvent {
    const WarpContext* warp = nullptr;
    uint32_t first_pc = 0, end_pc = 0;
    LaneMask active = 0;
};

/// Only for programs built for stepping (simt/stepping.hpp).
struct InstructionEvent {
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    LaneMask active = 0;      // includes predicated-off lanes
    bool begins_step = false; // first of a source line
};

/// Not emitted for warps that a canceled launch leaves unfinished.
struct WarpEvent {
    const WarpContext* warp = nullptr;
    uint64_t instructions = 0;
    uint64_t active_lanes = 0; // sum over executions, including predicated-off lanes
    uint32_t divergent_branches = 0;
};

/// Execution continues after findings if possible.
enum class FindingKind : uint8_t {
    out_of_bounds,
    misaligned,
    null_pointer,
    wrong_space,
    use_after_free,
    invalid_free,
    uninitialized_read,
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

[[nodiscard]] std::string_view name_of(FindingKind kind);
[[nodiscard]] Message title_of(FindingKind kind); // "out of bounds"

struct Finding {
    FindingKind kind{};
    bool is_note = false; // reports defined behavior; not counted as a finding
    uint64_t count = 1;
    uint32_t launch = 0; // index in the plan
    uint32_t pc = 0;
    SourceLocation source;
    uint32_t ptx_line = 0;
    uint64_t block = 0;
    Dim3 block_index, thread_index;
    ptx::Space space{};
    uint64_t address = 0;
    uint32_t bytes = 0;
    Message message; // sentence with access, buffer and distance
    bool has_other = false;
    uint32_t other_pc = 0;
    SourceLocation other_source;
    uint64_t other_block = 0;
    Dim3 other_block_index, other_thread_index;
};

void keep_first(Finding& kept, const Finding& other);

/// Call of malloc or free, which leaves the block's contents undefined.
struct HeapEvent {
    uint64_t address = 0, bytes = 0;
    const WarpContext* warp = nullptr;
    uint32_t pc = 0;
    uint32_t lane = 0;
};

struct StackEvent {
    const WarpContext* warp = nullptr;
    LaneMask mask = 0;
    uint64_t offset = 0, bytes = 0;
};

class Program;
class GlobalMemory;

struct LaunchContext {
    const Program* program = nullptr;
    const GlobalMemory* memory = nullptr;
    uint32_t kernel = 0;
    LaunchConfig config;
    uint32_t launch = 0;
    uint32_t workers = 1;
};

enum Interest : uint32_t {
    wants_global = 1,
    wants_shared = 2,
    wants_local = 4,
    wants_const = 8,
    wants_param = 16, // wants_global to wants_param select MemoryEvents by space
    wants_branches = 32,
    wants_barriers = 64,
    wants_steps = 128,
    wants_blocks = 256,
    wants_findings = 512,
    wants_warps = 1024,
    wants_shuffles = 2048,
    /// Observer that reads `first`, `second` and `stride` of regular loads instead of addresses.
    knows_formulas = 4096,
    wants_heap = 8192,
    wants_instructions = 16384,
};

struct BlockSize {
    uint64_t shared_bytes = 0, local_bytes = 0;
    uint32_t warps = 0;
};

class Observer {
public:
    virtual ~Observer() = default;
    [[nodiscard]] virtual uint32_t interests() const = 0;
    /// Returns the observer's memory per waiting block, which limits the number of waiting blocks.
    [[nodiscard]] virtual uint64_t bytes_of_block(const BlockSize&) const { return 0; }

    virtual void on_launch(const LaunchContext&) {} // called on the original observer, before fork()
    /// Instances share only thread-safe data.
    [[nodiscard]] virtual std::unique_ptr<Observer> fork() = 0;
    virtual void on_block_begin(uint64_t /*block*/, const Dim3& /*block_index*/) {}
    virtual void on_block_end(uint64_t /*block*/) {}
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
    virtual void on_stack_taken(const StackEvent&) {} // requires wants_local
    virtual void merge(Observer& worker) = 0;
    virtual void on_launch_end() {}
};

} // namespace warpscope::simt
