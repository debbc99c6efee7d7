// Views of a whole block at a moment: everything after the moment's barrier interval is pale.
#include "ui/driver.hpp"
#include "ui/panels/block/moment_veil.hpp"

namespace warpscope::ui {
namespace {

/// Starts a scan. Its tree and timeline are long enough to stop in the middle.
Start scan(Tab tab) {
    Start start = start_with(setup_of("scan", "index:64"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("scan"), "kogge_stone");
    start.setup->settings.values["SECTION_SIZE"] = 64;
    start.preferences.tab = tab;
    return start;
}

TEST(IntervalVeil, TreeAndTimelineFollowTheMoment) {
    for (const Tab tab : {Tab::epochs, Tab::timeline}) {
        Driver driver(scan(tab));
        driver.settle();
        EXPECT_FALSE(driver.has("comes later")) << "at all of it";
        driver.click("##scope block");
        driver.settle();
        driver.click(tab == Tab::epochs ? "Data flow##tab" : "Timeline##tab");
        driver.settle();
        const Model& model = driver.model();
        ASSERT_TRUE(model.moment) << driver.text();
        ASSERT_TRUE(model.block_view);
        EXPECT_EQ(interval_now(model, *model.block_view), 0u);
        EXPECT_TRUE(driver.has("comes later")) << driver.text();
        uint32_t before = 0;
        for (int k = 0; k < 4; ++k) { // each barrier starts the next interval
            driver.key(ImGuiKey_N);
            driver.key(ImGuiKey_Period);
            driver.settle();
            const auto now = interval_now(model, *model.block_view);
            ASSERT_TRUE(now) << driver.text();
            EXPECT_GT(*now, before);
            before = *now;
            if (tab != Tab::timeline) continue;
            // The cursor of the pinned warp moves within its interval, line by line.
            const auto& barriers = model.block_view->timeline.barriers;
            double place = 0;
            for (int line = 0; line < 2; ++line) {
                const uint32_t warp = model.moment->acting;
                const auto places = warps_now(model, *model.block_view);
                ASSERT_GT(places.size(), warp);
                ASSERT_TRUE(places[warp]);
                EXPECT_GT(*places[warp], place);
                EXPECT_GE(*places[warp], barriers[*now - 1]);
                EXPECT_LE(*places[warp], barriers[*now]);
                EXPECT_TRUE(driver.has(fmt::format("warp {} is here", warp))) << driver.text();
                place = *places[warp];
                for (int turn = 0; turn < 8 && (turn == 0 || model.moment->acting != warp); ++turn) {
                    driver.key(ImGuiKey_Period);
                    driver.settle();
                }
            }
        }
        driver.click("##time last");
        driver.settle();
        EXPECT_EQ(interval_now(model, *model.block_view), std::nullopt) << "all has happened";
        EXPECT_FALSE(driver.has("comes later")) << driver.text();
    }
}

} // namespace
} // namespace warpscope::ui
