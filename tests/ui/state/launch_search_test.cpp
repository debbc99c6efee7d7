// Searches through a whole launch, without a window.
#include "ui/workbench.hpp"
#include "workbench/time/launch_search.hpp"

#include <gmock/gmock.h>

#include "replay/watch.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/state/held_cursor.hpp"

namespace warpscope::ui {
namespace {

void settle(LaunchSearch& search, const RunPtr& run) {
    for (int k = 0; k < 3000 && search.busy(); ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        search.update(run);
    }
    EXPECT_FALSE(search.busy());
}

replay::Watch watch_of(const std::string& text) {
    auto watch = replay::Watch::parse(text);
    EXPECT_TRUE(watch);
    return watch ? *watch : replay::Watch();
}

TEST(LaunchSearch, PaintsMatchingThreadsCells) {
    const RunPtr run = run_of("color_to_gray/basic", "gradient:76x62");
    ASSERT_TRUE(run);
    Redraw redraw;
    LaunchSearch search(redraw, [] {});
    search.paint(run, watch_of("col % 3 == 1 && row > 40"), true);
    settle(search, run);
    ASSERT_TRUE(search.meeting() && search.meeting()->cells);
    const insight::CellSet& cells = *search.meeting()->cells;
    ASSERT_EQ(cells.cells.size(), 76u * 62);
    for (uint64_t cell = 0; cell < cells.cells.size(); ++cell)
        EXPECT_EQ(cells.has(cell), cell % 76 % 3 == 1 && cell / 76 > 40) << cell;
    EXPECT_EQ(search.meeting()->blocks_in_part, 0u);
    EXPECT_THAT(meeting_text(*search.meeting()), testing::StartsWith("true for "));
}

TEST(LaunchSearch, PartlySearchedBlocksAreReported) {
    const RunPtr run = run_of("box_blur/tiled", "noise:40x40");
    ASSERT_TRUE(run);
    Redraw redraw;
    LaunchSearch search(
        redraw, [] {}, 60'000);
    search.paint(run, watch_of("lane == 0"), true);
    settle(search, run);
    ASSERT_TRUE(search.meeting());
    EXPECT_EQ(search.meeting()->blocks_in_part, search.meeting()->blocks);
    EXPECT_THAT(meeting_text(*search.meeting()), testing::HasSubstr("9 blocks not fully searched"));
}

TEST(LaunchSearch, NewSearchEndsTheOldOne) {
    const RunPtr run = run_of("matmul/tiled", "noise:512x64", "");
    ASSERT_TRUE(run);
    Redraw redraw;
    LaunchSearch search(redraw, [] {});
    search.paint(run, watch_of("k == 100"), true);
    EXPECT_TRUE(search.busy());
    search.search_without_barrier(run, 0, 15);
    EXPECT_FALSE(search.meeting());
    EXPECT_TRUE(search.orders().running);
    search.paint(run, watch_of("k == 100"), true);
    EXPECT_FALSE(search.orders().open());
    EXPECT_TRUE(search.meeting());
}

} // namespace
} // namespace warpscope::ui
