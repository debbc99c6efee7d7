#include <gtest/gtest.h>

#include "metrics/findings/finding_list.hpp"
#include "metrics/races/order/block_order.hpp"
#include "metrics/races/order/tree_clock.hpp"

namespace warpscope::metrics {
namespace {

TEST(BlockOrder, BarrierOrdersWaitingWarps) {
    BlockOrder order;
    order.begin(0, 3);
    const uint32_t before = order.clock(0);
    EXPECT_FALSE(order.ordered(0, before, 40)); // thread 40 is in warp 1
    EXPECT_TRUE(order.ordered(0, before, 0));   // the thread's own access
    EXPECT_FALSE(order.ordered(0, before, 1));  // another lane
    for (uint32_t warp = 0; warp < 3; ++warp) order.arrive(warp, 0, true);
    EXPECT_TRUE(order.resume(1)); // one warp continues, so the barrier has released all
    EXPECT_TRUE(order.ordered(0, before, 40));
    EXPECT_TRUE(order.ordered(0, before, 1));
    EXPECT_FALSE(order.ordered(0, order.clock(0), 40)); // a later access of warp 0
    EXPECT_FALSE(order.resume(0));
}

TEST(BlockOrder, PartialBarrierOrdersItsWarpsOnly) {
    BlockOrder order;
    order.begin(0, 3);
    const uint32_t before = order.clock(0);
    order.arrive(0, 1, true);
    order.arrive(1, 1, true);
    EXPECT_FALSE(order.resume(0)); // not all warps have arrived
    EXPECT_TRUE(order.ordered(0, before, 40));
    EXPECT_FALSE(order.ordered(0, before, 70));
    order.arrive(1, 2, true); // warp 1 is ordered after warp 0 and passes this order on
    order.arrive(2, 2, true);
    EXPECT_FALSE(order.resume(2));
    EXPECT_TRUE(order.ordered(0, before, 70));
}

TEST(BlockOrder, ArriveOnlyReleases) {
    BlockOrder order;
    order.begin(0, 2);
    const uint32_t of_giver = order.clock(0), of_taker = order.clock(1);
    order.arrive(0, 0, false);
    order.arrive(1, 0, true);
    EXPECT_FALSE(order.resume(0)); // warp 0 did not wait
    order.resume(1);
    EXPECT_TRUE(order.ordered(0, of_giver, 40));
    EXPECT_FALSE(order.ordered(40, of_taker, 0));
}

TEST(BlockOrder, SyncwarpOrdersItsLanes) {
    BlockOrder order;
    order.begin(0, 1);
    uint32_t before = order.clock(0);
    order.sync_lanes(0, 0x0000ffff, false);
    EXPECT_TRUE(order.ordered(3, before, 15));
    EXPECT_FALSE(order.ordered(3, before, 16));
    EXPECT_FALSE(order.ordered(16, before, 3));
    order.sync_lanes(0, ~0u, true);
    EXPECT_TRUE(order.ordered(3, before, 16));
    EXPECT_FALSE(order.ordered(3, order.clock(0), 16));
}

BlockClocks clocks_of(uint32_t first, uint32_t second) {
    BlockClocks clocks;
    clocks.by_warp.fill({first, second});
    return clocks;
}

TEST(GridClocks, CoverDistantBlocks) {
    GridClocks clocks;
    EXPECT_TRUE(clocks.empty());
    EXPECT_FALSE(clocks.covers(0, 0, 0, Reach::device));
    clocks.join(0, clocks_of(5, 2));
    EXPECT_TRUE(clocks.covers(0, 0, 4, Reach::device));
    EXPECT_FALSE(clocks.covers(0, 0, 5, Reach::device));
    EXPECT_FALSE(clocks.covers(0, 32, 2, Reach::device)); // a thread of warp 1
    const GridClocks before = clocks;
    clocks.join(100000, clocks_of(7, 9));
    clocks.join(99999, clocks_of(3, 3));
    EXPECT_TRUE(clocks.covers(0, 0, 4, Reach::device));
    EXPECT_TRUE(clocks.covers(100000, 40, 8, Reach::device));
    EXPECT_FALSE(clocks.covers(99999, 40, 8, Reach::device));
    EXPECT_FALSE(clocks.covers(12345, 40, 0, Reach::device));
    EXPECT_FALSE(clocks.covers(uint64_t{1} << 40, 40, 0, Reach::device));
    EXPECT_FALSE(before.covers(100000, 40, 8, Reach::device)); // changes of the original do not affect a copy
}

TEST(GridClocks, JoinSharesTheLargerSet) {
    GridClocks little;
    little.join(9, clocks_of(5, 2));
    GridClocks much = little;
    much.join(700, clocks_of(1, 1));
    much.join(9, clocks_of(6, 1));
    GridClocks both = little;
    both.join(much);
    EXPECT_TRUE(both.same(much));
    both.join(little);
    EXPECT_TRUE(both.same(much));
    EXPECT_TRUE(both.covers(9, 0, 5, Reach::device));
    EXPECT_TRUE(both.covers(9, 32, 1, Reach::device));
}

TEST(GridClocks, LanesAreTrackedSeparately) {
    BlockClocks some = clocks_of(0, 3);
    some.lanes.resize(1); // lanes of warp 0
    for (auto& by_lane : some.lanes[0].by_lane) by_lane[4] = 8;
    GridClocks clocks;
    clocks.join(2, some);
    EXPECT_TRUE(clocks.covers(2, 4, 7, Reach::device));
    EXPECT_FALSE(clocks.covers(2, 5, 0, Reach::device));
    for (auto& by_lane : some.lanes[0].by_lane) {
        by_lane.fill(6);
        by_lane[31] = BlockClocks::no_lane;
    }
    clocks.join(2, some);
    EXPECT_TRUE(clocks.covers(2, 4, 7, Reach::device));
    EXPECT_TRUE(clocks.covers(2, 5, 5, Reach::device));
}

TEST(GridClocks, EverythingCoversAllClocks) {
    const uint64_t before = GridClocks::bytes();
    GridClocks clocks;
    clocks.join(9, clocks_of(5, 2));
    EXPECT_GT(GridClocks::bytes(), before);
    clocks.join(GridClocks::everything());
    EXPECT_EQ(GridClocks::bytes(), before);
    clocks.join(9, clocks_of(6, 2));
    EXPECT_TRUE(clocks.same(GridClocks::everything()));
    EXPECT_FALSE(clocks.empty());
    EXPECT_TRUE(clocks.covers(12345, 99, 99, Reach::device));
}

/// Writes to `place` the clocks that a lane has fenced, as a release does.
void release(BlockOrder& order, uint32_t warp, uint32_t lane, ReleasedClocks& place, bool gives = true) {
    EXPECT_EQ(order.fences().gives(order, warp, lane, ~0u), gives);
    order.fences().write(order, warp, lane, ~0u, place);
}

TEST(FenceOrder, FenceOrdersEarlierWrites) {
    ReleasedClocks flag;
    BlockOrder giver, taker;
    giver.begin(4, 2);
    taker.begin(7, 2);
    const uint32_t before = giver.clock(0);
    release(giver, 0, 3, flag, false);
    EXPECT_TRUE(flag.empty()); // no fence yet
    giver.fence(0, 1u << 3, Reach::device);
    release(giver, 0, 3, flag);
    taker.fences().read(1, 5, flag);
    const auto knows = [&](uint32_t warp, uint32_t lane, uint32_t thread, uint32_t clock) {
        return taker.fences().acquired(warp, lane).covers(4, thread, clock, Reach::device);
    };
    EXPECT_FALSE(knows(1, 5, 3, before)); // no fence yet
    taker.fence(1, 1u << 5, Reach::device);
    EXPECT_TRUE(knows(1, 5, 3, before));
    EXPECT_FALSE(knows(1, 5, 3, giver.clock(0))); // an access after the fence
    EXPECT_FALSE(knows(1, 5, 4, before));         // another lane of the giver
    EXPECT_FALSE(knows(1, 6, 3, before));         // another lane of the taker
    EXPECT_FALSE(knows(0, 5, 3, before));         // another warp of the taker
    taker.sync_lanes(1, 0x60, false);
    EXPECT_TRUE(knows(1, 6, 3, before));
    EXPECT_FALSE(knows(1, 7, 3, before));
    for (uint32_t warp = 0; warp < 2; ++warp) taker.arrive(warp, 0, true);
    taker.resume(0);
    EXPECT_TRUE(knows(0, 5, 3, before));
    EXPECT_TRUE(knows(1, 7, 3, before));
}

TEST(FenceOrder, AcquiredOrderIsTransitive) { // from block 0 through block 1 to block 2, with two flags
    ReleasedClocks first, second;
    BlockOrder blocks[3];
    for (uint32_t block = 0; block < 3; ++block) blocks[block].begin(block, 1);
    const uint32_t before = blocks[0].clock(0);
    blocks[0].fence(0, 1, Reach::device);
    release(blocks[0], 0, 0, first);
    blocks[1].fences().read(0, 0, first);
    blocks[1].fence(0, 1, Reach::device);
    release(blocks[1], 0, 0, second);
    blocks[2].fences().read(0, 0, second);
    blocks[2].fence(0, 1, Reach::device);
    EXPECT_TRUE(blocks[2].fences().acquired(0, 0).covers(0, 0, before, Reach::device));
    EXPECT_TRUE(blocks[2].fences().acquired(0, 0).covers(1, 0, before, Reach::device));
}

TEST(FenceOrder, BlockFenceOrdersItsBlockOnly) {
    ReleasedClocks flag;
    BlockOrder order;
    order.begin(4, 1);
    const uint32_t before = order.clock(0);
    order.fence(0, 1, Reach::block);
    release(order, 0, 0, flag);
    EXPECT_TRUE(flag.all.covers(4, 0, before, Reach::block));
    EXPECT_FALSE(flag.all.covers(4, 0, before, Reach::device));
}

TEST(FenceOrder, BlockFenceAcquiresWithinItsBlock) {
    ReleasedClocks flag;
    BlockOrder giver, taker;
    giver.begin(4, 1);
    taker.begin(7, 2);
    const uint32_t before = giver.clock(0), own = taker.clock(0);
    giver.fence(0, 1, Reach::device);
    release(giver, 0, 0, flag);
    taker.fence(0, 1, Reach::block);
    release(taker, 0, 0, flag);
    taker.fences().read(1, 5, flag);
    taker.fence(1, 1u << 5, Reach::block);
    const GridClocks& acquired = taker.fences().acquired(1, 5);
    EXPECT_TRUE(acquired.covers(7, 0, own, Reach::block));
    EXPECT_FALSE(acquired.covers(4, 0, before, Reach::device));
    taker.fence(1, 1u << 5, Reach::device);
    EXPECT_TRUE(acquired.covers(4, 0, before, Reach::device));
}

TEST(FenceOrder, FenceCoversWarpsAtBarrier) { // all warps execute the fence, but only one thread increments the counter
    ReleasedClocks counter;
    BlockOrder order;
    order.begin(0, 2);
    const uint32_t before = order.clock(1);
    order.fence(1, ~0u, Reach::device);
    const uint32_t after = order.clock(1);
    for (uint32_t warp = 0; warp < 2; ++warp) order.arrive(warp, 0, true);
    order.resume(0);
    release(order, 0, 0, counter);
    EXPECT_TRUE(counter.all.covers(0, 40, before, Reach::device));
    EXPECT_FALSE(counter.all.covers(0, 40, after, Reach::device));
}

simt::Finding finding_of(simt::FindingKind kind, uint32_t pc, uint32_t line, uint32_t other_line = 0) {
    simt::Finding finding;
    finding.kind = kind;
    finding.pc = pc;
    finding.space = ptx::Space::shared;
    finding.source = {"k.cu", line, 1};
    finding.has_other = other_line != 0;
    finding.other_source = {"k.cu", other_line, 1};
    return finding;
}

TEST(Findings, RaceHidesItsConsequences) {
    using enum simt::FindingKind;
    std::vector<simt::Finding> findings{finding_of(race_shared, 4, 10, 12), finding_of(missing_syncwarp, 4, 10, 12),
                                        finding_of(missing_syncwarp, 9, 20, 12), finding_of(uninitialized_read, 6, 12),
                                        finding_of(uninitialized_read, 7, 13)};
    drop_explained(findings);
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_EQ(findings[0].kind, race_shared);
    EXPECT_EQ(findings[1].pc, 9u);
    EXPECT_EQ(findings[2].pc, 7u);
}

TEST(Findings, UseAfterFreeHidesItsConsequences) {
    constexpr auto kind = simt::FindingKind::use_after_free;
    std::vector<simt::Finding> findings{finding_of(kind, 4, 10, 12), finding_of(kind, 4, 10),
                                        finding_of(kind, 5, 11, 12)};
    drop_explained(findings);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_FALSE(findings[0].has_other);
    EXPECT_EQ(findings[1].pc, 5u);
}

} // namespace
} // namespace warpscope::metrics
