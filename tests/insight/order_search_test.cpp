#include "insight/order_search.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

TEST(MeetingSearch, FindsCellsOfMatchingThreads) {
    const auto result = run("color_to_gray", "basic", "gradient:76x62");
    ASSERT_TRUE(result);
    const auto watch = replay::Watch::parse("col % 3 == 1 && row > 40");
    ASSERT_TRUE(watch);
    MeetingSearch search(result, *watch, replay::RecordRequest().memory_limit);
    search.compile(true);
    const std::atomic<bool> cancel{false};
    while (search.running()) search.search_block(cancel);
    const auto found = search.found();
    EXPECT_EQ(found->problem, "");
    EXPECT_EQ(found->blocks_done, found->blocks);
    EXPECT_EQ(found->blocks_in_part, 0u);
    ASSERT_EQ(found->cells->cells.size(), 76u * 62);
    for (uint64_t cell = 0; cell < found->cells->cells.size(); ++cell)
        EXPECT_EQ(found->cells->has(cell), cell % 76 % 3 == 1 && cell / 76 > 40) << cell;
    EXPECT_GT(found->threads, found->cells->count()) << "idle threads meet it, too";
}

TEST(MeetingSearch, CountsPartlyRecordedBlocks) {
    const auto result = run("box_blur", "tiled", "noise:40x40");
    ASSERT_TRUE(result);
    const auto watch = replay::Watch::parse("lane == 0");
    ASSERT_TRUE(watch);
    MeetingSearch search(result, *watch, 60'000);
    search.compile(true);
    search.search_block(std::atomic<bool>{false});
    EXPECT_EQ(search.found()->blocks_done, 1u);
    EXPECT_EQ(search.found()->blocks_in_part, 1u);
    EXPECT_TRUE(search.running());
}

TEST(HasOrders, OnlyForTheLastLaunch) {
    const auto result = run("box_blur", "separable", "noise:40x40");
    ASSERT_TRUE(result);
    ASSERT_EQ(result->measured->launches().size(), 2u);
    simt::Finding race;
    race.kind = simt::FindingKind::race_shared;
    EXPECT_FALSE(has_orders(*result, race));
    race.launch = 1;
    EXPECT_TRUE(has_orders(*result, race));
    race.kind = simt::FindingKind::out_of_bounds;
    EXPECT_FALSE(has_orders(*result, race));
    EXPECT_TRUE(can_be_stepped_to(*result, race));
}

} // namespace
} // namespace warpscope::insight
