#pragma once

#include <array>
#include <memory>
#include <vector>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

struct Worker;
struct Block;
struct MemorySite;

/// Warp instructions between polls of the cancel flag.
inline constexpr int64_t slice_instructions = 20'000;
inline constexpr int64_t short_slice = 1'000;
inline constexpr uint32_t barrier_count = 16;
inline constexpr uint32_t max_call_depth = 4096;
inline constexpr uint64_t no_mbarrier = ~uint64_t{0};
inline constexpr uint32_t kept_shapes = 4;

/// Waiting lanes, which continue at `pc` and rejoin at `meet`.
struct Path {
    const Inst* pc = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t join = 0; // number shared by the path's copies in several splits; 0 without copies
};

/// Caller, resumed when all lanes have returned.
struct CallFrame {
    const Inst* resume = nullptr;
    const Inst* meet = nullptr;
    LaneMask mask = 0;
    uint32_t path_floor = 0; // number of Warp::paths that belong to callers
    uint32_t site = 0;
    uint32_t function = 0;
    uint64_t local_begin = 0, local_end = 0;
    std::byte* frame = nullptr;
};

/// Gap before the memory of an alloca, which exposes overruns.
struct StackGap {
    uint64_t begin = 0, end = 0;
};
using StackGaps = std::array<std::vector<StackGap>, warp_size>;

struct BlockCounter {
    uint64_t executions = 0, lanes = 0;
    uint64_t divergent = 0; // executions in which the basic block's last branch split the warp
};

/// Allocation that an instruction accessed last and nearly always accesses again.
struct SiteCache {
    uint64_t begin = ~uint64_t{0}, end = 0;
    uint32_t allocation = ~0u;
};

/// Range of permitted start addresses in shared memory
struct SharedRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] bool holds(uint64_t lowest, uint64_t highest) const { return lowest >= begin && highest < end; }
};

/// Base that maps addresses to host pointers by addition. An integer, because it may not be a valid pointer.
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

struct AccessShape {
    uint64_t lowest = 0, highest = 0;
    uint64_t first = 0, second = 0; // addresses of lanes 0 and 16
    uint32_t stride = 0;
    uint32_t flags = 0;
    enum Flag : uint32_t {
        regular = 1, // all lanes access, with equal strides
        contiguous = 2,
        broadcast = 4,
        misaligned = 8,
    };
    [[nodiscard]] bool is(Flag flag) const { return (flags & flag) != 0; }
    /// Returns the shape moved up by `bytes`, a multiple of the alignment.
    [[nodiscard]] AccessShape moved(uint64_t bytes) const {
        return {lowest + bytes, highest + bytes, first + bytes, second + bytes, stride, flags};
    }
    [[nodiscard]] static uint32_t where(bool condition, Flag flag) { return condition ? flag : 0u; }
};

enum class WarpState : uint8_t { ready, at_barrier, done };

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

struct CallStorage {
    AlignedBytes bytes;
    uint32_t function = ~0u;
};

struct Listeners {
    Observer* const* first = nullptr;
    Observer* const* last = nullptr;
};

/// Certainty that a split only waits. `perhaps`: many slices only polled shared state. `surely`: all state repeats.
/// `for_time`: state repeats while the clock is stopped, so time or another warp ends the wait.
enum class Waiting : uint8_t { no, perhaps, for_time, surely };

struct Exchange;

struct WarpSplit {
    enum class State : uint8_t {
        ready,
        at_sync,        // in a collective
        before_barrier, // waits for the warp's other splits
        arrived,        // the whole warp arrived at the barrier; the split continues in its turn
        at_cluster,
        at_join, // at the reconvergence point
    };
    LaneMask lanes = 0; // lanes of all its paths
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
    /// Other splits do not wait for this split while it only polls.
    Waiting waiting = Waiting::no;
    LaneMask path_before = 0;   // `active` after the last slice that only polled
    uint32_t same_path = 0;     // consecutive slices that only polled
    uint64_t state_in_loop = 0; // hash that classify_loop() compares
    uint32_t cluster_phase = 0;
    bool gives_up = false; // continues without the lanes it waits for
    std::shared_ptr<Exchange> exchange;
};

struct WaitState {
    std::vector<WarpSplit> others; // in turn order
    uint32_t joins = 0;            // last number given to Path::join
    // State of the running split, as in WarpSplit.
    Waiting waiting = Waiting::no;
    bool gives_up = false;
    LaneMask path_before = 0;
    uint32_t same_path = 0;
    uint64_t state_in_loop = 0;
    std::shared_ptr<Exchange> exchange;
};

/// Turn in stepping mode (simt/stepping.hpp)
struct LineTurn {
    uint32_t line = 0; // 0: no line yet
    uint32_t last_pc = 0;
    bool may_end = false;
    bool has_ended = false;
    int64_t slice_left = 0;                         // rest of the whole time slice
    uint64_t polls_before = 0, executed_before = 0; // at the start of the slice
};

struct Warp : WaitState {
    /// Lanes of the next instruction: `active` minus predicated-off lanes. The members before `context` fill seven
    /// cache lines; an eighth slows a transposition by 7 %.
    alignas(64) LaneMask exec = 0;
    LaneMask active = 0; // on the current path
    uint32_t active_lanes = 0;
    const Inst* meet = nullptr; // reconvergence point that ends the path; nullptr: exit or return
    std::byte* frame = nullptr;
    const Inst* code = nullptr;
    int64_t slice = 0;            // warp instructions left in the time slice
    uint32_t hooks = 0;           // Interest bits of the observers
    bool has_waited = false;      // WaitState is in use
    bool forms_addresses = false; // some observer reads addresses of regular loads
    Listeners global_listeners, shared_listeners;
    BlockCounter* counters = nullptr;
    uint64_t* switched_off = nullptr;
    SiteCache* sites = nullptr;
    const MemorySite* memory_sites = nullptr;
    std::byte* parameters = nullptr; // read-only
    uint64_t parameter_bytes = 0;
    HostBase global;
    std::byte* shared = nullptr;
    uint64_t shared_bytes = 0;
    const SharedRange* shared_ranges = nullptr;
    std::byte* local = nullptr;                // see local_memory.hpp
    uint64_t local_bytes = 0, local_begin = 0; // size of a lane's stack; start of the function's frame in it
    uint64_t local_end = 0;                    // end of the frame, with the largest alloca of any lane
    Worker* worker = nullptr;
    Block* block = nullptr;

    std::vector<Path> paths;
    std::vector<CallFrame> calls;
    uint32_t function = 0;
    LaneMask exited = 0;
    WarpState state = WarpState::ready;
    const Inst* pc = nullptr;
    uint32_t barrier = 0;
    uint32_t barrier_true = 0, barrier_voters = 0; // results of the last bar.red
    LaneMask cluster_arrived = 0;
    LaneMask cluster_pending = 0; // lanes that arrived and have not waited yet
    const Inst* cluster_arrival = nullptr;
    uint64_t stopped_clock = 0; // 0: clocks run
    bool read_clock = false;
    bool changed_mbarrier = false;      // set for classify_loop(), because observers see the change too late
    uint64_t failed_test = no_mbarrier; // offset of the mbarrier in shared memory
    uint64_t skipped_time = 0;          // clock ticks skipped while all threads waited
    uint64_t executed = 0;              // warp instructions
    uint64_t suspended = 0;             // instructions charged for failed mbarrier tests
    uint64_t budget = 0;                // limit of executed + suspended
    uint64_t blocks_ended = 0;          // LaunchProgress::blocks_ended() at the last extension of the budget
    int64_t turn = 0;                   // value of `slice` at the start of the turn
    uint64_t slept = 0;                 // nanoseconds
    uint64_t lane_instructions = 0;     // sum of active lanes
    uint32_t carry = 0;                 // carry flags, one bit per lane
    uint32_t divergent_branches = 0;
    WarpContext context;

    LineTurn line_turn;
    AccessShape shapes[kept_shapes + 1];
    alignas(64) uint64_t address[warp_size]{};
    const Inst* reported = nullptr;
    MemoryEvent event;
    /// Frames by call depth. Splits that entered together share a frame.
    std::vector<std::shared_ptr<CallStorage>> frames;
    AlignedBytes local_storage;
    std::unique_ptr<StackGaps> stack_gaps; // null until alloca is called
};

void report_division_by_zero(Warp& warp, const Inst* inst, LaneMask lanes);

} // namespace warpscope::simt
