// Races in shared and in global memory: two accesses to one place, at least one a store, not both atomic, by different
// threads, with nothing that makes one happen before the other. Judged by barriers, __syncwarp, fences and atomics,
// never by the order in which the emulator happened to run them.
//
// Volatile stores, and volatile loads that poll a flag, count as atomic in global memory, where flags are passed that
// way. But a volatile store races with the last one to the place, if that was of another value, or both count up what
// was there before, and neither barriers nor a look at what it stored put the two in order: several threads may set a
// flag, but not to different values. Other
// volatile loads race with volatile stores as plain ones do: volatile makes no read-modify-write atomic and orders no
// data. Beside atomics they are a look at a counter, which is no race. In shared memory volatile accesses do not
// replace a barrier: there a volatile load counts so only where it waits for what it reads (see
// ptx/analysis/spin_loads.hpp), and a volatile store comes after another write that its thread has seen by such a load,
// or one that it comes after.
//
// Shared memory is looked at while the launch is measured, by every worker for its blocks. For global memory, what was
// measured mostly shows that no two threads met anywhere (see LaunchObserver::global_is_shared). Only if that is not
// so, or if the program has fences or other means to pass data between blocks, the check is a run of its own, on one
// worker, after the launch has been measured: about the time of a bare run on one core, and for every granule of the
// buffers that the launch stores to (the size of the kernel's smallest access) 8 bytes, 16 more where the buffer is
// loaded too and 24 more where it is changed atomically. Each place that is changed atomically behind a fence takes
// about 60 bytes on top, and what a block gives away by it some hundreds. A place that more than two threads read, with
// nothing to order them, takes up to half a kilobyte for the others until it is overwritten; so many places that this
// comes to 16 bytes for every granule, or 4096. The same again where more than two threads change a place atomically.
// Where there is no room for a thread, or it is of a 33rd warp, its race with a later access may go unnoticed; and who
// has been left out so of those that have looked at a place counts as having seen what was stored there last.
//
// What free() takes is looked at in that run, too: an access that may come after it is a finding even if it came
// before.
//
// Where threads tell each other by flags and counters, who looks late has seen more than he can count on. So in that
// run others have a turn before a store that may be such a flag (see simt/analysis/yield_before_release.hpp), the first
// 64 times of a launch; not other lanes of the same warp. And who waits for an mbarrier knows only what came before
// arrivals of that phase.
//
// One thing may go unnoticed in some orders of the blocks: that a thread resets what it has changed atomically by a
// plain store, though others are still to come. Where the last to arrive does so that is right, and what decides
// whether it does may lie far away.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "metrics/findings/finding_list.hpp"
#include "metrics/races/order/async_copy_order.hpp"
#include "metrics/races/order/block_order.hpp"
#include "metrics/races/program/sync_instructions.hpp"
#include "metrics/races/race_message.hpp"
#include "metrics/races/shadow/shadow_memory.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

struct RaceSetup {
    simt::LaunchContext launch;
    std::span<const simt::InstructionInfo> instructions;
    std::shared_ptr<const SyncInstructions> facts;
    /// Allocations that the launch only loads, so that nothing there can race; by allocation, 1 for such.
    std::vector<uint8_t> only_loaded;
    bool only_shared = false;       // leave global memory out; then there may be several workers
    std::optional<uint32_t> heap{}; // allocation of what malloc gives, if the launch may give some of it back
};

/// For a launch on a single worker, unless RaceSetup::only_shared: it must not be forked more than once.
class RaceCheck : public simt::Observer {
public:
    explicit RaceCheck(RaceSetup setup);

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override { return std::make_unique<RaceCheck>(setup_); }
    [[nodiscard]] uint64_t bytes_of_block(const simt::BlockSize& size) const override;
    void on_block_begin(uint64_t block, const Dim3& block_index) override;
    void on_block_leave(uint64_t block) override;
    void on_block_return(uint64_t block) override;
    void on_allocated(const simt::HeapEvent& event) override;
    void on_freed(const simt::HeapEvent& event) override;
    void on_memory(const simt::MemoryEvent& event) override;
    void on_barrier(const simt::BarrierEvent& event) override;
    void on_step(const simt::StepEvent& event) override;
    void merge(simt::Observer& worker) override { findings_.merge(static_cast<RaceCheck&>(worker).findings_); }
    [[nodiscard]] FindingLog& findings() { return findings_; }

private:
    [[nodiscard]] bool follows_sync_points() const { return setup_.facts->synchronises || setup_.facts->copies; }
    /// One lane's part of a request.
    struct LaneAccess {
        uint32_t pc = 0;
        uint32_t thread = 0; // in the block
        ptx::Space space{};
        uint64_t address = 0;
        uint32_t bytes = 0;
        bool reads = false, writes = false;
        bool in_heap = false; // in what malloc gives, where some of it may be given back
        PastAccess as_past;
        const simt::MemoryEvent* event = nullptr; // null: a load from the queue
    };
    /// Loads of shared memory while nothing has stored to it since the last barrier of the whole block: looked at only
    /// if there is a store before the next one.
    struct QueuedLoad {
        uint32_t pc, bytes, warp, clock;
        simt::LaneMask mask;
        bool regular; // as MemoryEvent::regular: then the next three say where, else `offset`
        uint32_t first, second, stride;
        std::array<uint32_t, warp_size> offset;

        [[nodiscard]] uint32_t at(uint32_t lane) const {
            constexpr uint32_t half = warp_size / 2;
            return !regular ? offset[lane] : lane < half ? first + lane * stride : second + (lane - half) * stride;
        }
    };
    void resume(uint32_t warp);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_copies(const simt::MemoryEvent& event);
    [[nodiscard]] bool has_arrived(const AsyncCopyOrder::Copy& copy, const LaneAccess& now);
    void report_copy(const AsyncCopyOrder::Copy& copy, const LaneAccess& now);
    void queue_load(const simt::MemoryEvent& event);
    void look_at_queue();
    void check_lane(ShadowRange& range, const LaneAccess& access);
    [[nodiscard]] bool clashes(const LaneAccess& access, ShadowRange& range, uint64_t granule, PlaceHistory& place);
    [[nodiscard]] bool reads_stored_place(const LaneAccess& now, const PlaceHistory& place);
    [[nodiscard]] bool have_different_sizes(PastAccess past, const LaneAccess& now) const;
    /// Of a known instruction.
    [[nodiscard]] bool is_volatile_store(PastAccess past) const {
        const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
        return past.site() < pcs.size() && setup_.facts->by_pc[pcs[past.site()]].is_volatile_store();
    }
    [[nodiscard]] bool is_volatile_beside_atomic(PastAccess past, const LaneAccess& now) const;
    [[nodiscard]] bool clashes_with_readers(const LaneAccess& now, ShadowRange& range, uint64_t granule);
    void remember_strong_write(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                               const PlaceHistory& place);
    void remember_read(const LaneAccess& access, ShadowRange& range, uint64_t granule, const PlaceHistory& place);
    [[nodiscard]] bool has_seen_last(const LaneAccess& now, ShadowRange& range, uint64_t granule);
    void remember_seen(const LaneAccess& access, ShadowRange& range, uint64_t granule, const PlaceHistory& place);
    [[nodiscard]] bool replaces_unseen(const LaneAccess& now, ShadowRange& range, uint64_t granule,
                                       const PlaceHistory& place);
    void remember_further(PastAccess left, const LaneAccess& access, FurtherThreads::Groups* groups);
    [[nodiscard]] PastAccess remember_two(const LaneAccess& access, PastAccess* two);
    [[nodiscard]] bool resets_as_last(const LaneAccess& now, const PlaceHistory& place);
    [[nodiscard]] bool ordered(PastAccess past, const LaneAccess& now);
    [[nodiscard]] uint32_t distance(PastAccess a, PastAccess b) const;
    [[nodiscard]] static Taking taking_of(const InstructionFacts& facts, const simt::MemoryEvent& event);
    [[nodiscard]] LaneAccess lane_access(const simt::MemoryEvent& event, uint32_t lane) const;
    [[nodiscard]] bool same_value(PastAccess past, const LaneAccess& now) const;
    [[nodiscard]] bool same_constant(uint32_t one_pc, uint32_t other_pc) const;
    [[nodiscard]] PlaceUpdate update_by(uint32_t store, std::optional<uint32_t> load);
    [[nodiscard]] PlaceUpdate update_between(const RaceSide& first, const RaceSide& second);
    void report(PastAccess past, bool past_writes, const LaneAccess& now);
    void describe(RaceSide& side) const;
    [[nodiscard]] ShadowRange* heap_range(const simt::HeapEvent& event);
    void remember_strong_load(const LaneAccess& access, ShadowRange& range);
    void report_free(PastAccess past, bool wrote, uint64_t address, const simt::HeapEvent& event);
    void see_sync_points(uint32_t warp, simt::LaneMask lanes, uint32_t from, uint32_t to);
    [[nodiscard]] bool may_look_at_flag(uint32_t pc);
    void note_looks(const simt::MemoryEvent& event);
    [[nodiscard]] std::optional<FlagBetween> flag_between(PastAccess past, const LaneAccess& now);
    void synchronise(const simt::MemoryEvent& event);
    void synchronise_at_mbarrier(const simt::MemoryEvent& event);

    /// What strong writes have given away, by address.
    using ReleasedAt = std::unordered_map<uint64_t, GridClocks>;
    /// What arrivals at an mbarrier have given away: those of the phases that are over, which is what a thread that
    /// waits gets, and those of the phase under way. Some may have arrived for that before others have looked whether
    /// the one before is over; that they came first is luck.
    struct Phases {
        GridClocks over, under_way;
    };
    /// A thread's last look at what may be a flag.
    struct FlagLook {
        uint64_t address = 0;
        uint32_t pc = 0;
        ptx::Space space{};
        bool any = false, fenced = false; // fenced: it has passed a fence since
    };
    [[nodiscard]] std::optional<uint32_t> setter_of(const FlagLook& look, PastAccess past);
    /// What is known of one block.
    struct PerBlock {
        explicit PerBlock(uint32_t shared_granule)
            : shared(0, shared_granule) {}
        uint64_t number = 0;
        ThreadId before = 0; // the block's threads are the next ones
        BlockOrder order;
        std::vector<uint32_t> reached;                  // by warp: pc up to which sync points have been seen
        ReleasedAt released;                            // in shared memory
        std::unordered_map<uint64_t, Phases> mbarriers; // by address
        std::vector<FlagLook> looks;                    // by thread; empty while there was none
        ShadowRange shared;
        AsyncCopyOrder copies;
        bool shared_stored = false;   // since the last barrier of the whole block
        bool shared_outdated = false; // such a barrier orders all that `shared` knows of before what comes
    };

    RaceSetup setup_;
    uint32_t threads_per_block_;
    PerBlock block_;                                                    // the present one
    std::map<uint64_t, PerBlock> aside_;                                // blocks that wait for others, by number
    ReleasedAt released_;                                               // in global memory
    std::map<uint32_t, ShadowRange> global_;                            // by allocation
    std::map<std::pair<uint32_t, uint32_t>, bool> control_independent_; // as the function says, by two pcs
    std::map<std::pair<uint32_t, uint32_t>, PlaceUpdate> updates_;      // by pc of store and load, or of store twice
    std::unordered_map<uint32_t, bool> flags_;                          // as may_look_at_flag() says, by pc
    std::unique_ptr<QueuedLoad[]> queue_;                               // made at the first load
    size_t queued_ = 0;
    FindingLog findings_;
};

} // namespace warpscope::metrics
