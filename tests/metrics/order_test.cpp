// Happens-before within a block and through memory, and what becomes of findings that others explain.
#include <gtest/gtest.h>

#include "metrics/block_order.hpp"
#include "metrics/findings.hpp"
#include "metrics/release_log.hpp"

namespace warpscope::metrics {
namespace {

TEST(BlockOrder, ABarrierOrdersTheWarpsThatWaitAtIt) {
    BlockOrder order;
    order.begin(3);
    const uint32_t before = order.clock(0);
    EXPECT_FALSE(order.ordered(0, before, 40)); // thread 40 is in warp 1
    EXPECT_TRUE(order.ordered(0, before, 0));   // its own access
    EXPECT_FALSE(order.ordered(0, before, 1));  // another lane
    for (uint32_t warp = 0; warp < 3; ++warp) order.arrive(warp, 0, true);
    EXPECT_TRUE(order.resume(1)); // one of them goes on, so all are let go
    EXPECT_TRUE(order.ordered(0, before, 40));
    EXPECT_TRUE(order.ordered(0, before, 1));
    EXPECT_FALSE(order.ordered(0, order.clock(0), 40)); // what warp 0 does from now on
    EXPECT_FALSE(order.resume(0));
}

TEST(BlockOrder, ABarrierOfSomeWarpsOrdersOnlyThose) {
    BlockOrder order;
    order.begin(3);
    const uint32_t before = order.clock(0);
    order.arrive(0, 1, true);
    order.arrive(1, 1, true);
    EXPECT_FALSE(order.resume(0)); // not all warps of the block
    EXPECT_TRUE(order.ordered(0, before, 40));
    EXPECT_FALSE(order.ordered(0, before, 70));
    order.arrive(1, 2, true); // and by way of warp 1 the third one too
    order.arrive(2, 2, true);
    EXPECT_FALSE(order.resume(2));
    EXPECT_TRUE(order.ordered(0, before, 70));
}

TEST(BlockOrder, ArrivingOnlyGivesAndDoesNotTake) {
    BlockOrder order;
    order.begin(2);
    const uint32_t of_giver = order.clock(0), of_taker = order.clock(1);
    order.arrive(0, 0, false);
    order.arrive(1, 0, true);
    EXPECT_FALSE(order.resume(0)); // did not wait
    order.resume(1);
    EXPECT_TRUE(order.ordered(0, of_giver, 40));
    EXPECT_FALSE(order.ordered(40, of_taker, 0));
}

TEST(BlockOrder, SyncwarpOrdersTheLanesThatTakePart) {
    BlockOrder order;
    order.begin(1);
    uint32_t before = order.clock(0);
    order.sync_lanes(0, 0x0000ffff, false);
    EXPECT_TRUE(order.ordered(3, before, 15));
    EXPECT_FALSE(order.ordered(3, before, 16));
    EXPECT_FALSE(order.ordered(16, before, 3));
    order.sync_lanes(0, ~0u, true);
    EXPECT_TRUE(order.ordered(3, before, 16));
    EXPECT_FALSE(order.ordered(3, order.clock(0), 16));
}

std::shared_ptr<const Snapshot> released(uint64_t block, std::vector<uint32_t> clocks, Knowledge knowledge = {}) {
    return std::make_shared<const Snapshot>(Snapshot{block, clocks, clocks, std::move(knowledge)});
}

TEST(ReleaseLog, OrdersWhatWasReleasedBeforeItWasRead) {
    ReleaseLog log;
    const uint32_t flag = log.place(~0ull, 256);
    EXPECT_EQ(log.place(~0ull, 256), flag);
    EXPECT_NE(log.place(7, 256), flag); // shared memory of block 7
    log.release(flag, released(0, {5, 2}));
    Knowledge early;
    early.learn(flag, log.releases(flag));
    log.release(flag, released(1, {9, 9}));
    EXPECT_TRUE(log.ordered(log.with_what_follows(early), 0, 0, 4, 3));
    EXPECT_FALSE(log.ordered(log.with_what_follows(early), 0, 0, 5, 3)); // after the fence
    EXPECT_FALSE(log.ordered(log.with_what_follows(early), 0, 1, 2, 3)); // the other warp
    EXPECT_FALSE(log.ordered(log.with_what_follows(early), 1, 0, 1, 3)); // released after the flag was read
    Knowledge late;
    late.learn(flag, log.releases(flag));
    EXPECT_TRUE(log.ordered(log.with_what_follows(late), 1, 0, 1, 3));
    EXPECT_FALSE(log.ordered({}, 0, 0, 1, 3));
}

TEST(ReleaseLog, KnowledgeIsPassedOn) { // block 0 to 1 to 2, by different flags
    ReleaseLog log;
    const uint32_t first = log.place(~0ull, 0), second = log.place(~0ull, 4);
    log.release(first, released(0, {5}));
    Knowledge of_1;
    of_1.learn(first, log.releases(first));
    log.release(second, released(1, {3}, of_1));
    Knowledge of_2;
    of_2.learn(second, log.releases(second));
    EXPECT_TRUE(log.ordered(log.with_what_follows(of_2), 0, 0, 4, 2));
    EXPECT_FALSE(log.ordered(log.with_what_follows(of_2), 0, 0, 5, 2));
}

TEST(ReleaseLog, AFenceForTheBlockOrdersNoOther) {
    ReleaseLog log;
    const uint32_t flag = log.place(~0ull, 0);
    log.release(flag, std::make_shared<const Snapshot>(Snapshot{4, {0}, {8}, {}}));
    Knowledge knowledge;
    knowledge.learn(flag, 1);
    EXPECT_TRUE(log.ordered(log.with_what_follows(knowledge), 4, 0, 3, 4));
    EXPECT_FALSE(log.ordered(log.with_what_follows(knowledge), 4, 0, 3, 5));
}

simt::Trap trap_of(simt::TrapKind kind, uint32_t pc, uint32_t line, uint32_t other_line = 0) {
    simt::Trap trap;
    trap.kind = kind;
    trap.pc = pc;
    trap.space = ptx::Space::shared;
    trap.source = {"k.cu", line, 1};
    trap.has_other = other_line != 0;
    trap.other_source = {"k.cu", other_line, 1};
    return trap;
}

TEST(Findings, WhatARaceExplainsIsLeftOut) {
    using enum simt::TrapKind;
    std::vector<simt::Trap> findings{trap_of(race_shared, 4, 10, 12), trap_of(missing_syncwarp, 4, 10, 12),
                                     trap_of(missing_syncwarp, 9, 20, 12), trap_of(uninitialised_read, 6, 12),
                                     trap_of(uninitialised_read, 7, 13)};
    drop_explained(findings);
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_EQ(findings[0].kind, race_shared);
    EXPECT_EQ(findings[1].pc, 9u);
    EXPECT_EQ(findings[2].pc, 7u);
}

} // namespace
} // namespace warpscope::metrics
