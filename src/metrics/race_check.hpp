// Races in shared and in global memory: two accesses to one place, at least one a store, not both atomic, by different
// threads, with nothing that makes one happen before the other. Judged by barriers, __syncwarp, fences and atomics,
// never by the order in which the emulator happened to run them.
//
// Volatile accesses count as atomic in global memory, where flags are passed that way. In shared memory they do not
// replace a barrier: there a volatile load counts so only in a loop that waits for what it reads.
//
// Shared memory is looked at while the launch is measured, by every worker for its blocks. For global memory, what was
// measured mostly shows that no two threads met anywhere (see GridObserver::global_is_shared). Only if that is not so,
// or if the program has fences or other means to pass data between blocks, the check is a run of its own, on one
// worker, after the launch has been measured: about the time of a bare run on one core, and for every granule of the
// buffers that the launch stores to (the size of the kernel's smallest access) 8 bytes, 24 more where the buffer is
// loaded too and 16 more where it is changed atomically.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "metrics/block_order.hpp"
#include "metrics/copy_order.hpp"
#include "metrics/findings.hpp"
#include "metrics/race_facts.hpp"
#include "metrics/race_shadow.hpp"
#include "metrics/release_log.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

struct RaceSetup {
    simt::LaunchContext launch;
    std::span<const simt::InstructionInfo> instructions;
    std::shared_ptr<const RaceFacts> facts;
    /// Allocations that the launch only loads, so that nothing there can race; by allocation, 1 for such.
    std::vector<uint8_t> only_loaded;
    bool only_shared = false; // leave global memory out; then there may be several workers
};

/// For a launch on a single worker, unless RaceSetup::only_shared: it must not be forked more than once.
class RaceCheck : public simt::Observer {
public:
    explicit RaceCheck(RaceSetup setup);

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override { return std::make_unique<RaceCheck>(setup_); }
    void on_block_begin(uint64_t block, const Dim3& block_index) override;
    void on_block_leave(uint64_t block) override;
    void on_block_return(uint64_t block) override;
    void on_allocated(const simt::HeapEvent& event) override;
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
        PastAccess as_past;
        const simt::MemoryEvent* event = nullptr; // null: a load from the queue
    };
    /// Loads of shared memory while nobody has stored to it since the last barrier of the whole block: looked at only
    /// if somebody stores before the next one.
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
    /// What a warp has fenced, for one reach of fences.
    struct Fenced {
        std::vector<uint32_t> seen; // BlockOrder::known at its last fence; empty: no fence yet
        uint32_t own = 0;           // its own accesses with a smaller clock come before that fence
    };
    struct WarpFences {
        uint32_t reached = 0; // pc up to which fences have been seen
        Fenced everywhere, in_block;
        std::shared_ptr<const Snapshot> released; // what a strong write gives away, as long as `version` holds
        uint64_t version = 0;
    };

    void resume(uint32_t warp);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_copies(const simt::MemoryEvent& event);
    void report_copy(const CopyOrder::Copy& copy, const LaneAccess& now);
    void queue_load(const simt::MemoryEvent& event);
    void look_at_queue();
    void check_lane(ShadowRange& range, const LaneAccess& access);
    [[nodiscard]] bool clashes(const LaneAccess& access, PlaceHistory& place);
    void remember(const LaneAccess& access, PlaceHistory& place);
    void remember_read(const LaneAccess& access, PlaceHistory& place);
    [[nodiscard]] bool ordered(PastAccess past, const LaneAccess& now);
    [[nodiscard]] uint32_t distance(PastAccess a, PastAccess b) const;
    [[nodiscard]] LaneAccess lane_access(const simt::MemoryEvent& event, uint32_t lane) const;
    [[nodiscard]] bool same_value(PastAccess past, const LaneAccess& now) const;
    void report(PastAccess past, bool past_writes, const LaneAccess& now);
    void see_sync_points(uint32_t warp, simt::LaneMask lanes, uint32_t from, uint32_t to);
    void fence(uint32_t warp, simt::LaneMask lanes, bool block_only);
    [[nodiscard]] std::shared_ptr<const Snapshot> released_by(uint32_t warp);
    [[nodiscard]] std::vector<uint32_t> fenced_row(uint32_t warp, Fenced WarpFences::*reach) const;
    void synchronise(const simt::MemoryEvent& event);

    /// What is known of one block.
    struct PerBlock {
        explicit PerBlock(uint32_t shared_granule)
            : shared(0, shared_granule) {}
        uint64_t number = 0;
        ThreadId before = 0; // the block's threads are the next ones
        BlockOrder order;
        Knowledge knowledge;
        std::optional<Knowledge> all_knowledge; // with what follows from it, once that was asked for
        std::vector<WarpFences> fences;         // by warp
        std::vector<uint32_t> read_places;      // strong reads of the block since its last fence
        uint64_t version = 1;                   // changes with every fence and barrier
        ShadowRange shared;
        CopyOrder copies;
        bool shared_stored = false; // since the last barrier of the whole block
    };

    RaceSetup setup_;
    uint32_t threads_per_block_;
    PerBlock block_;                     // the present one
    std::map<uint64_t, PerBlock> aside_; // blocks that wait for others, by number
    ReleaseLog releases_;
    std::map<uint32_t, ShadowRange> global_; // by allocation
    std::unique_ptr<QueuedLoad[]> queue_;    // made at the first load
    size_t queued_ = 0;
    FindingLog findings_;
};

} // namespace warpscope::metrics
