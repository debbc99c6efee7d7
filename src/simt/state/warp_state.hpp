// The state of one running warp: all that data handlers need. Private to src/simt.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

struct Worker;
struct Block;
struct MemorySite; // decoded.hpp

/// Warp instructions a warp runs before its worker looks at the cancel flag and lets another warp have a turn.
inline constexpr int64_t slice_instructions = 20'000;
/// The same where lanes wait for each other, so that none of them waits long.
inline constexpr int64_t short_slice = 1'000;
inline constexpr uint32_t barrier_count = 16;
inline constexpr uint32_t max_call_depth = 4096;
inline constexpr uint64_t no_mbarrier = ~uint64_t{0};
/// Address registers of one basic block whose requests' shapes are kept, for further accesses relative to them.
inline constexpr uint32_t kept_shapes = 4;

/// Lanes that wait for their turn: they go on at `pc` and meet the others at `meet`.
struct Path {
    const Inst* pc = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t join =
        0; // number that the copies of this path in several warp splits share, see warp_split.hpp; 0: no copies
};

/// The caller's side of a call, restored when every lane that called has returned.
struct CallFrame {
    const Inst* resume = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t path_floor = 0; // Warp::paths below this belong to callers
    uint32_t site = 0;
    uint32_t function = 0; // the caller
    uint64_t local_begin = 0, local_end = 0;
    std::byte* frame = nullptr;
};

/// Of each lane's stack, from the bottom: what lies between an array that alloca gave and what was there before it.
/// It must not be accessed, so that overrunning one array into the next is found.
struct StackGap {
    uint64_t begin = 0, end = 0;
};
using StackGaps = std::array<std::vector<StackGap>, warp_size>;

struct BlockCounter {
    uint64_t executions = 0, lanes = 0;
    uint64_t divergent = 0; // executions whose branch, at the end, split the warp
};

/// The allocation that a memory instruction touched last: nearly always the one it touches next.
/// Empty at first: no address is at or above `begin` and below `end`.
struct SiteCache {
    uint64_t begin = ~uint64_t{0}, end = 0;
    uint32_t allocation = ~0u;
};

/// Where in shared memory a memory instruction may begin an access: all of it, or the one array that it is meant for,
/// less what the access itself takes.
struct SharedRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] bool holds(uint64_t lowest, uint64_t highest) const { return lowest >= begin && highest < end; }
};

/// Turns addresses of one space into host pointers: base + address. The base itself may lie anywhere, which is why this
/// is arithmetic on integers.
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

/// What is known about the addresses of one request, from one pass over them.
struct AccessShape {
    uint64_t lowest = 0, highest = 0;
    uint64_t first = 0, second = 0; // addresses of lanes 0 and 16
    uint32_t stride = 0;            // between lanes, within each half of the warp
    uint32_t flags = 0;
    enum Flag : uint32_t {
        regular = 1, // all lanes active, both halves run with `stride`
        contiguous = 2,
        broadcast = 4,
        misaligned = 8,
    };
    [[nodiscard]] bool is(Flag flag) const { return (flags & flag) != 0; }
    /// All addresses `bytes` higher, which keeps them aligned or misaligned.
    [[nodiscard]] AccessShape moved(uint64_t bytes) const {
        return {lowest + bytes, highest + bytes, first + bytes, second + bytes, stride, flags};
    }
    /// `flag` where `condition` holds, else 0.
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
    uint32_t function = ~0u; // whose constants they hold
};

/// Observers that want one kind of event.
struct Listeners {
    Observer* const* first = nullptr;
    Observer* const* last = nullptr;
};

/// How surely lanes only wait, for a lock or a flag: they have used up time slices in which they looked at what
/// others may change, and `surely`: came back to where they were with the same registers.
/// `for_time`: the same with the clock stopped, so that time ends it, or another warp.
enum class Waiting : uint8_t { no, perhaps, for_time, surely };

/// What the lanes of several warp splits give each other in one shuffle, vote or the like, see warp_collective.hpp.
struct Exchange;

/// Where lanes are and how they got there: what a warp has besides its registers. See warp_split.hpp.
struct WarpSplit {
    enum class State : uint8_t {
        ready,
        at_sync,        // at a shuffle, vote, __syncwarp() or the like, for lanes of other warp splits
        before_barrier, // has not arrived: waits for the warp's other warp splits, to arrive together
        arrived,        // at that barrier: the warp has arrived with them; they go on behind it in their turn
        at_cluster,     // until the cluster's phase under way is complete
        at_join,        // where a branch's sides meet, for lanes of other warp splits
    };
    LaneMask lanes = 0; // that run or wait here, on whichever path
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
    Waiting waiting = Waiting::no; // when it ran last: others do not wait for it
    LaneMask path_before = 0;      // `active` at the end of the last slice in which it may have waited
    uint32_t same_path = 0;        // such slices in a row
    uint64_t state_in_loop = 0;    // of one that waits for time: see find_loop()
    uint32_t cluster_phase = 0;    // that it waits for the end of, at_cluster
    bool gives_up = false;         // it goes on without those it waited for, who do not come
    std::shared_ptr<Exchange> exchange;
};

/// What a warp has only once its lanes have waited, for each other or for other threads; made anew when the next warp
/// begins.
struct WaitState {
    std::vector<WarpSplit> others; // warp splits of this warp that do not run at present, in order of their turns
    uint32_t joins = 0;            // numbers given to Path::join
    Waiting waiting = Waiting::no; // as WarpSplit's, of the present one
    bool gives_up = false;
    LaneMask path_before = 0; // likewise, as the others below
    uint32_t same_path = 0;
    uint64_t state_in_loop = 0;
    std::shared_ptr<Exchange> exchange;
};

/// Of a warp whose turns are source lines, see simt/stepping.hpp.
struct LineTurn {
    uint32_t line = 0;                              // number of the line that this turn executes; 0: none yet
    uint32_t last_pc = 0;                           // executed last in this turn
    bool may_end = false;                           // the worker lets the warp give up its turn
    bool has_ended = false;                         // the warp has done so
    int64_t slice_left = 0;                         // of the time slice that such turns are parts of
    uint64_t looks_before = 0, executed_before = 0; // when that slice began, see run_turn()
};

struct Warp : WaitState {
    /// Lanes that the next instruction works for: `active` less those its predicate switches off. Here begins what
    /// handlers use, on a cache line of its own. All up to `context` is touched whenever a warp begins, in seven cache
    /// lines: with an eighth, a transposition takes 1.07 times as long.
    alignas(64) LaneMask exec = 0;
    LaneMask active = 0;          // lanes on the present path
    uint32_t active_lanes = 0;    // how many those are
    const Inst* meet = nullptr;   // where the present path ends; nullptr: only where its lanes exit or return
    std::byte* frame = nullptr;   // slots of the running function
    const Inst* code = nullptr;   // of the running function
    int64_t slice = 0;            // warp instructions left before the worker takes over
    uint32_t hooks = 0;           // Interest bits that some observer has
    bool alone = false;           // one worker only: atomics need no locks
    bool has_waited = false;      // WaitState is in use
    bool forms_addresses = false; // of regular loads too: some listener reads them
    Listeners global_listeners, shared_listeners;
    BlockCounter* counters = nullptr;
    uint64_t* switched_off = nullptr; // Worker::switched_off
    SiteCache* sites = nullptr;
    const MemorySite* memory_sites = nullptr;
    std::byte* parameters = nullptr; // the launch's parameter block; never written
    uint64_t parameter_bytes = 0;
    HostBase global; // of global memory's virtual addresses
    std::byte* shared = nullptr;
    uint64_t shared_bytes = 0;
    const SharedRange* shared_ranges = nullptr; // by memory site
    std::byte* local = nullptr;                 // lane l's stack starts at local + l * local_stride
    uint64_t local_stride = 0, local_begin = 0; // the running function's variables begin there
    uint64_t local_end = 0; // and end there, with what any of its lanes has taken: beyond lies what was given back
    Worker* worker = nullptr;
    Block* block = nullptr;

    std::vector<Path> paths;
    std::vector<CallFrame> calls;
    uint32_t function = 0;
    LaneMask exited = 0;
    WarpState state = WarpState::ready;
    const Inst* pc = nullptr;                      // where to go on, while not running
    uint32_t barrier = 0;                          // number, while at_barrier
    uint32_t barrier_true = 0, barrier_voters = 0; // of the bar.red that let it go last
    LaneMask cluster_arrived = 0;                  // lanes that have executed barrier.cluster.arrive in this phase
    LaneMask cluster_pending = 0;                  // or in one before, and have not waited for its end yet
    const Inst* cluster_arrival = nullptr;
    uint64_t stopped_clock = 0;         // what clocks show instead of the time; 0: nothing
    bool read_clock = false;            // since find_loop() cleared it
    bool changed_mbarrier = false;      // likewise; observers are told too late to see it
    uint64_t failed_test = no_mbarrier; // offset in shared memory of the mbarrier that was tested in vain last
    uint64_t skipped_time = 0;          // by which clocks went on while nothing was executed, for it only waited
    uint64_t executed = 0;              // warp instructions, for the budget and the clocks
    uint64_t suspended = 0;             // that count towards the budget for tests of an mbarrier in vain
    uint64_t budget = 0;                // of both
    uint64_t blocks_ended = 0;          // LaunchProgress::blocks_ended() when it was last granted
    int64_t turn = 0;                   // `slice` when this turn began
    uint64_t slept = 0;                 // nanoseconds by nanosleep, but for those in which it only waited
    uint64_t lane_instructions = 0;     // active lanes, summed over warp instructions
    uint32_t carry = 0;                 // condition code of add.cc and its kin, one bit per lane
    uint32_t divergent_branches = 0;    // executions
    WarpContext context;

    LineTurn line_turn;
    AccessShape shapes[kept_shapes + 1];       // by Inst::c of an access, relative to the address register itself
    alignas(64) uint64_t address[warp_size]{}; // of the memory instruction under way
    const Inst* reported = nullptr;            // the memory instruction that observers are being told of
    MemoryEvent event;                         // of the memory instruction under way, where an observer listens
    /// By call depth; reused from call to call. WarpSplits share those of the calls that they have entered together.
    std::vector<std::shared_ptr<CallStorage>> frames;
    AlignedBytes local_storage;
    std::unique_ptr<StackGaps> stack_gaps; // null where nothing has called alloca
};

// report/finding_log.cpp
void report_division_by_zero(Warp& warp, const Inst* inst, LaneMask lanes);

} // namespace warpscope::simt
