// src/metrics/README.md describes races, volatile accesses, the algorithm and its limits. free() counts as a store.
//
// Memory: 8 to 48 bytes per granule (smallest access size) of stored buffers, plus clocks of releases.
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
    /// 1 for each allocation without stores, which has no races.
    std::vector<uint8_t> only_loaded;
    bool only_shared = false; // whether to ignore global memory; allows several workers
    std::optional<uint32_t> heap{};
};

/// Requires a single worker (one fork) unless RaceSetup::only_shared.
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
    [[nodiscard]] bool follows_sync_points() const { return setup_.facts->synchronizes || setup_.facts->copies; }
    struct LaneAccess {
        uint32_t pc = 0;
        uint32_t thread = 0; // in the block
        ptx::Space space{};
        uint64_t address = 0;
        uint32_t bytes = 0;
        bool reads = false, writes = false;
        bool in_heap = false; // heap memory that may be freed
        PastAccess as_past;
        const simt::MemoryEvent* event = nullptr; // null for queued loads
    };
    /// Load from shared memory, checked only if a store follows before the next barrier.
    struct QueuedLoad {
        uint32_t pc, bytes, warp, clock;
        simt::LaneMask mask;
        bool regular; // true: first, second and stride are valid; false: only offset is valid
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
    void drain_queue();
    void check_lanes(ShadowRange& range, const simt::MemoryEvent& event, simt::LaneMask lanes, bool is_in_heap);
    /// Handles a plain request to consecutive granules as a whole, if all recorded accesses precede it. Otherwise
    /// returns false and changes nothing.
    [[nodiscard]] bool check_run(ShadowRange& range, const simt::MemoryEvent& event);
    void check_lane(ShadowRange& range, const LaneAccess& access);
    /// Returns true if check_lane() needs only to replace the accesses in `place`.
    [[nodiscard]] bool comes_after_all(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                                       const PlaceHistory& place) const;
    /// Returns true only if barriers or program order put `past` before an access of `thread` (from 1) of `warp`.
    [[nodiscard]] bool surely_precedes(PastAccess past, ThreadId thread, uint32_t warp) const {
        if (past.none() || past.thread() == thread) return true;
        const uint32_t in_block = past.thread() - block_.before - 1;
        if (in_block >= threads_per_block_) return false;
        const uint32_t other = in_block / warp_size;
        const BlockOrder& order = block_.order;
        return past.clock() < (other == warp ? order.known_lanes(warp) : order.known(warp)[other]);
    }
    [[nodiscard]] bool clashes(const LaneAccess& access, ShadowRange& range, uint64_t granule, PlaceHistory& place);
    [[nodiscard]] bool reads_stored_place(const LaneAccess& now, const PlaceHistory& place);
    [[nodiscard]] bool have_different_sizes(PastAccess past, const LaneAccess& now) const;
    [[nodiscard]] bool is_volatile_store(PastAccess past) const {
        const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
        return past.site() < pcs.size() && setup_.facts->by_pc[pcs[past.site()]].is_volatile_store();
    }
    [[nodiscard]] bool replaces_any_value(PastAccess access);
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
    [[nodiscard]] bool may_read_flag(uint32_t pc);
    void record_flag_reads(const simt::MemoryEvent& event);
    [[nodiscard]] std::optional<FlagBetween> flag_between(PastAccess past, const LaneAccess& now);
    void synchronize(const simt::MemoryEvent& event);
    void synchronize_at_mbarrier(const simt::MemoryEvent& event);

    using ReleasedAt = std::unordered_map<uint64_t, ReleasedClocks>;
    /// `over`: clocks released in an mbarrier's completed phases. `under_way`: clocks released in its current phase,
    /// which waiting threads must not see yet.
    struct Phases {
        ReleasedClocks over, under_way;
    };
    struct FlagRead {
        uint64_t address = 0;
        uint32_t pc = 0;
        ptx::Space space{};
        bool any = false;
        bool fenced = false, fenced_in_block = false; // whether a fence of device scope, or of any scope, followed
    };
    [[nodiscard]] std::optional<uint32_t> setter_of(const FlagRead& read, PastAccess past);
    struct PerBlock {
        explicit PerBlock(uint32_t shared_granule)
            : shared(0, shared_granule) {}
        uint64_t number = 0;
        ThreadId before = 0; // number of threads in earlier blocks
        BlockOrder order;
        std::vector<uint32_t> reached;                  // pc of the last handled sync point, by warp
        ReleasedAt released;                            // in shared memory
        std::unordered_map<uint64_t, Phases> mbarriers; // key: address
        std::vector<FlagRead> flag_reads;               // one per thread, or empty
        ShadowRange shared;
        AsyncCopyOrder copies;
        bool shared_stored = false;   // a store occurred since the last block barrier
        bool shared_outdated = false; // the last barrier ordered everything in `shared`
    };

    RaceSetup setup_;
    uint32_t threads_per_block_;
    PerBlock block_;
    std::map<uint64_t, PerBlock> aside_;                                // suspended blocks by number
    ReleasedAt released_;                                               // in global memory
    std::map<uint32_t, ShadowRange> global_;                            // key: allocation
    std::map<std::pair<uint32_t, uint32_t>, bool> control_independent_; // cache; key: two pcs
    // Cache. Key: pcs of a store and a load; equal pcs mean any load.
    std::map<std::pair<uint32_t, uint32_t>, PlaceUpdate> updates_;
    std::unordered_map<uint32_t, bool> flags_; // cache of may_read_flag()
    std::unique_ptr<QueuedLoad[]> queue_;
    size_t queued_ = 0;
    FindingLog findings_;
};

} // namespace warpscope::metrics
