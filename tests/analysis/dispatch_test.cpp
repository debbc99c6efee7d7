// Model of block scheduling, compared with results computed by hand.
#include "analysis/dispatch.hpp"

#include "runs.hpp"
#include "session/require_run.hpp"

namespace warpscope::analysis {
namespace {

gpu::Occupancy resident(int blocks) {
    gpu::Occupancy occupancy;
    occupancy.blocks = blocks;
    return occupancy;
}

constexpr DeviceModel two_multiprocessors{"two", "", 9, 0, 2};

TEST(Dispatch, FillsMultiprocessorsInTurn) {
    const Dispatch d = dispatch_blocks(two_multiprocessors, resident(2), std::vector<uint64_t>{10, 10, 10, 10, 10});
    ASSERT_EQ(d.blocks.size(), 5u);
    for (const uint32_t block : {0u, 1u, 2u, 3u}) {
        EXPECT_EQ(d.blocks[block].multiprocessor, block % 2);
        EXPECT_EQ(d.blocks[block].begin, 0u);
    }
    EXPECT_EQ(d.blocks[4].multiprocessor, 0u); // the lowest index among multiprocessors that are free
    EXPECT_EQ(d.blocks[4].begin, 10u);
    EXPECT_EQ(d.length, 20u);
    EXPECT_EQ(d.waves(), 2u);
    EXPECT_EQ(d.tail_begins(), 10u);
}

TEST(Dispatch, NextBlockTakesFirstFreePlace) {
    const Dispatch d = dispatch_blocks(two_multiprocessors, resident(1), std::vector<uint64_t>{30, 10, 5, 100});
    EXPECT_EQ(d.blocks[2].multiprocessor, 1u);
    EXPECT_EQ(d.blocks[2].begin, 10u);
    EXPECT_EQ(d.blocks[3].multiprocessor, 1u);
    EXPECT_EQ(d.blocks[3].begin, 15u);
    EXPECT_EQ(d.by_end, (std::vector<uint32_t>{1, 2, 0, 3}));
    EXPECT_EQ(d.ended_as, (std::vector<uint32_t>{3, 1, 2, 4}));
    EXPECT_EQ(d.time_of(0), 0u);
    EXPECT_EQ(d.time_of(2), 15u);
    EXPECT_EQ(d.ended_by(9), 0u);
    EXPECT_EQ(d.ended_by(10), 1u);
    EXPECT_EQ(d.ended_by(29), 2u);
    EXPECT_EQ(d.ended_by(115), 4u);
    EXPECT_EQ(d.tail_begins(), 30u);
    EXPECT_EQ(busy_multiprocessors(d), (std::vector<BusyStep>{{0, 2}, {30, 1}, {115, 0}}));
}

TEST(Dispatch, EmptyBlockTakesOneTick) {
    const Dispatch d = dispatch_blocks(two_multiprocessors, resident(1), std::vector<uint64_t>{0, 0, 0});
    EXPECT_EQ(d.blocks[2].begin, 1u);
    EXPECT_EQ(d.length, 2u);
}

TEST(Dispatch, MeasuredDispatchUsesGpuTimes) {
    const std::vector<instrument::BlockTime> times{{3, 0, 40}, {1, 5, 20}, {3, 41, 50}};
    const Dispatch d = measured_dispatch("H100", 2, times);
    EXPECT_TRUE(d.measured);
    EXPECT_EQ(d.multiprocessors, 4u); // the recording names multiprocessors up to 3
    EXPECT_EQ(d.by_end, (std::vector<uint32_t>{1, 0, 2}));
    EXPECT_EQ(d.waves(), 0u);
    EXPECT_EQ(d.length, 50u);
    EXPECT_EQ(busy_multiprocessors(d), (std::vector<BusyStep>{{0, 1}, {5, 2}, {20, 1}, {40, 0}, {41, 1}, {50, 0}}));
}

TEST(Dispatch, ModelFollowsOccupancyAndInstructions) {
    const auto result = run("box_blur", "naive", "gradient:64x64");
    REQUIRE_RUN(result);
    const DeviceModel* t4 = find_device_model("T4");
    const auto d = model_dispatch(*result, *t4);
    ASSERT_TRUE(d) << d.error().text();
    EXPECT_EQ(d->resident, 4u); // a multiprocessor of the T4 holds 1024 threads, and a block has 256
    EXPECT_EQ(d->blocks.size(), 16u);
    EXPECT_EQ(d->waves(), 1u);
    uint64_t instructions = 0;
    for (const BlockSpan& block : d->blocks) instructions += block.end - block.begin;
    EXPECT_EQ(instructions, result->shown().warp_instructions);
    EXPECT_EQ(block_order_error(*result), std::nullopt);
}

TEST(Dispatch, SharedCellsCannotShowBlocks) {
    const auto result = run("histogram", "global", "noise:64x64");
    REQUIRE_RUN(result);
    EXPECT_NE(block_order_error(*result), std::nullopt);
}

TEST(Dispatch, EnglishLimitNamesStayUnchanged) {
    for (const std::string limit : {"registers", "shared memory and blocks", "registers and threads and blocks"})
        EXPECT_EQ(limit_words(limit), limit);
}

} // namespace
} // namespace warpscope::analysis
