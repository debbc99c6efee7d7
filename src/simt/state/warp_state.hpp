// State of one running warp, as handlers use it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

struct Worker;
struct Block;
struct MemorySite;

/// Warp instructions before the worker polls the cancel flag and gives another warp a turn.
inline constexpr int64_t slice_instructions = 20'000;
/// Time slice while lanes wait for each other, so that none of them waits long.
inline constexpr int64_t short_slice = 1'000;
inline constexpr uint32_t barrier_count = 16;
inline constexpr uint32_t max_call_depth = 4096;
inline constexpr uint64_t no_mbarrier = ~uint64_t{0};
/// Address registers per basic block whose AccessShapes are kept for accesses relative to them.
inline constexpr uint32_t kept_shapes = 4;

/// Lanes that wait for their turn. They continue at `pc` and rejoin the others at `meet`.
struct Path {
    const Inst* pc = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t join = 0; // number shared by the copies of this path in several warp splits (warp_split.hpp); 0: no copies
};

/// Caller's state, restored when every lane of the call has returned.
struct CallFrame {
    const Inst* resume = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t path_floor = 0; // Warp::paths below this belong to callers
    uint32_t site = 0;
    uint32_t function = 0; // function of the caller
    uint64_t local_begin = 0, local_end = 0;
    std::byte* frame = nullptr;
};

/// Inaccessible gap in a lane's stack before an array of alloca, which exposes overruns. Bottom first.
struct StackGap {
    uint64_t begin = 0, end = 0;
};
using StackGaps = std::array<std::vector<StackGap>, warp_size>;

struct BlockCounter {
    uint64_t executions = 0, lanes = 0;
    uint64_t divergent = 0; // divergent executions of the branch that ends the block
};

/// Allocation that a memory instruction accessed last, nearly always the next one. Initially empty.
struct SiteCache {
    uint64_t begin = ~uint64_t{0}, end = 0;
    uint32_t allocation = ~0u;
};

/// Range of start addresses allowed to a shared-memory instruction: all of shared memory or its target array, minus the
/// size of the access.
struct SharedRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] bool holds(uint64_t lowest, uint64_t highest) const { return lowest >= begin && highest < end; }
};

/// Translates addresses of one space to host pointers: base + address. Integer arithmetic, because the base itself may
/// be no valid pointer.
struct HostBase {
    uintptr_t value = 0;

    HostBase() = default;
    HostBase(std::byte* start, uint64_t first_address)
        : value(reinterpret_cast<uintptr_t>(start) - first_address) {}
    [[nodiscard]] std::byte* operator+(uint64_t address) const { return reinterpret_cast<std::byte*>(value + address); }
    [[nodiscard]] HostBase moved(uint64_t bytes) const {
        HostBase result = *this;
        result.value += bytes;
        return result;
    }
};

/// Result of one pass over a request's addresses.
struct AccessShape {
    uint64_t lowest = 0, highest = 0;
    uint64_t first = 0, second = 0; // addresses of lanes 0 and 16
    uint32_t stride = 0;            // between lanes, within each half-warp
    uint32_t flags = 0;
    enum Flag : uint32_t {
        regular = 1, // all lanes are active and both halves have `stride`
        contiguous = 2,
        broadcast = 4,
        misaligned = 8,
    };
    [[nodiscard]] bool is(Flag flag) const { return (flags & flag) != 0; }
    /// Returns the shape moved by `bytes`, which must preserve alignment.
    [[nodiscard]] AccessShape moved(uint64_t bytes) const {
        return {lowest + bytes, highest + bytes, first + bytes, second + bytes, stride, flags};
    }
    /// Returns `flag` if `condition` holds, else 0.
    [[nodiscard]] static uint32_t where(bool condition, Flag flag) { return condition ? flag : 0u; }
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
    uint32_t function = ~0u; // function of the constants in it
};

/// Observers of one event kind.
struct Listeners {
    Observer* const* first = nullptr;
    Observer* const* last = nullptr;
};

/// Certainty that lanes only wait for a lock or flag. `perhaps`: time slices were used up polling shared state.
/// `surely`: the lanes returned to the same place with the same registers. `for_time`: the same with the clock stopped,
/// so that time or another warp ends the wait.
enum class Waiting : uint8_t { no, perhaps, for_time, surely };

/// Values exchanged by several warp splits in one shuffle, vote or similar, see warp_collective.hpp.
struct Exchange;

/// Position and call stack of a warp split: all of a warp's state except its registers. See warp_split.hpp.
struct WarpSplit {
    enum class State : uint8_t {
        ready,
        at_sync,        // at a shuffle, vote, __syncwarp() or similar, waiting for other splits
        before_barrier, // not arrived: waits for the warp's other splits, to arrive together
        arrived,        // the warp has arrived at the barrier with them; continues in its turn
        at_cluster,     // waits for the current cluster phase to complete
        at_join,        // waits at the reconvergence point for other splits
    };
    LaneMask lanes = 0; // on any path
    LaneMask exec = 0, active = 0;
    const Inst* pc = nullptr;
    const Inst* meet = nullptr;
    std::vector<Path> paths;
    std::vector<CallFrame> calls;
    std::vector<std::shared_ptr<CallStorage>> frames;
    uint32_t function = 0;
    const Inst* code = nullptr;
    std::byte* frame = nullptr;
    uint64_t local_begin = 0, local_end = 0;
    AccessShape shapes[kept_shapes + 1];
    State state = State::ready;
    Waiting waiting = Waiting::no; // at its last turn; other splits do not wait for it
    LaneMask path_before = 0;      // `active` after the last slice in which it may have waited
    uint32_t same_path = 0;        // number of such slices in a row
    uint64_t state_in_loop = 0;    // state hash of a wait for time, see find_loop()
    uint32_t cluster_phase = 0;    // phase that at_cluster waits for
    bool gives_up = false;         // continues without the lanes it waited for
    std::shared_ptr<Exchange> exchange;
};

/// State of a warp whose lanes have waited for each other or for other threads. Reset when the next warp begins.
struct WaitState {
    std::vector<WarpSplit> others; // splits that do not run now, in order of their turns
    uint32_t joins = 0;            // last number given to Path::join
    Waiting waiting = Waiting::no; // like WarpSplit::waiting, for the running split
    bool gives_up = false;
    LaneMask path_before = 0; // this and the next three: see WarpSplit
    uint32_t same_path = 0;
    uint64_t state_in_loop = 0;
    std::shared_ptr<Exchange> exchange;
};

/// Turn of a warp that steps by source line (simt/stepping.hpp).
struct LineTurn {
    uint32_t line = 0;                              // number of the line that this turn executes; 0: none yet
    uint32_t last_pc = 0;                           // last pc executed in this turn
    bool may_end = false;                           // the worker allows the warp to end its turn
    bool has_ended = false;                         // the warp has ended it
    int64_t slice_left = 0;                         // rest of the time slice that line turns are parts of
    uint64_t looks_before = 0, executed_before = 0; // at the start of that slice, see run_turn()
};

struct Warp : WaitState {
    /// Lanes that the next instruction works for: `active` without those disabled by its predicate. The data used by
    /// handlers begins here, on its own cache line. Everything up to `context` is touched when a warp begins and takes
    /// seven cache lines; an eighth slows a transposition by 7 %.
    alignas(64) LaneMask exec = 0;
    LaneMask active = 0;          // lanes on the current path
    uint32_t active_lanes = 0;    // number of `active` lanes
    const Inst* meet = nullptr;   // end of the current path; nullptr: until its lanes exit or return
    std::byte* frame = nullptr;   // slots of the current function
    const Inst* code = nullptr;   // code of the current function
    int64_t slice = 0;            // warp instructions left before the worker takes over
    uint32_t hooks = 0;           // Interest bits of all observers
    bool alone = false;           // single worker: atomics need no locks
    bool has_waited = false;      // WaitState is in use
    bool forms_addresses = false; // regular loads need addresses, because an observer reads them
    Listeners global_listeners, shared_listeners;
    BlockCounter* counters = nullptr;
    uint64_t* switched_off = nullptr;
    SiteCache* sites = nullptr;
    const MemorySite* memory_sites = nullptr;
    std::byte* parameters = nullptr; // parameter block; read-only
    uint64_t parameter_bytes = 0;
    HostBase global; // base of global memory
    std::byte* shared = nullptr;
    uint64_t shared_bytes = 0;
    const SharedRange* shared_ranges = nullptr; // indexed by memory site
    std::byte* local = nullptr;                 // lane l's stack starts at local + l * local_stride
    uint64_t local_stride = 0, local_begin = 0; // local_begin: current function's frame
    uint64_t local_end = 0;                     // end of the frame, including every lane's alloca
    Worker* worker = nullptr;
    Block* block = nullptr;

    std::vector<Path> paths;
    std::vector<CallFrame> calls;
    uint32_t function = 0;
    LaneMask exited = 0;
    WarpState state = WarpState::ready;
    const Inst* pc = nullptr;                      // next instruction, while not running
    uint32_t barrier = 0;                          // barrier number, while at_barrier
    uint32_t barrier_true = 0, barrier_voters = 0; // results of the last bar.red that released it
    LaneMask cluster_arrived = 0;                  // lanes that executed barrier.cluster.arrive in this phase
    LaneMask cluster_pending = 0; // lanes that arrived in this or an earlier phase and have not waited yet
    const Inst* cluster_arrival = nullptr;
    uint64_t stopped_clock = 0;    // value of stopped clocks; 0: clocks run
    bool read_clock = false;       // since find_loop() cleared it
    bool changed_mbarrier = false; // since find_loop() cleared it; needed because observers see the change too late
    uint64_t failed_test = no_mbarrier; // shared-memory offset of the mbarrier whose test failed last
    uint64_t skipped_time = 0;          // clock time skipped while it only waited
    uint64_t executed = 0;              // warp instructions, for budget and clocks
    uint64_t suspended = 0;             // budget spent on failed mbarrier tests
    uint64_t budget = 0;                // limit for executed + suspended
    uint64_t blocks_ended = 0;          // LaunchProgress::blocks_ended() at the last budget grant
    int64_t turn = 0;                   // `slice` at the start of this turn
    uint64_t slept = 0;                 // nanoseconds in nanosleep, except while it only waited
    uint64_t lane_instructions = 0;     // active lanes summed over warp instructions
    uint32_t carry = 0;                 // condition codes of add.cc and related instructions, one bit per lane
    uint32_t divergent_branches = 0;    // executions
    WarpContext context;

    LineTurn line_turn;
    AccessShape shapes[kept_shapes + 1];       // indexed by Inst::c; relative to the address register
    alignas(64) uint64_t address[warp_size]{}; // addresses of the current memory instruction
    const Inst* reported = nullptr;            // memory instruction being reported
    MemoryEvent event;                         // current memory instruction, if observed
    /// Indexed by call depth; reused. Warp splits share the storage of calls that they entered together.
    std::vector<std::shared_ptr<CallStorage>> frames;
    AlignedBytes local_storage;
    std::unique_ptr<StackGaps> stack_gaps; // null until alloca is called
};

// Defined in report/finding_log.cpp.
void report_division_by_zero(Warp& warp, const Inst* inst, LaneMask lanes);

} // namespace warpscope::simt
