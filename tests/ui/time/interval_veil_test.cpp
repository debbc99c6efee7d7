// The moment in the views of a whole block: what comes behind its interval between barriers is pale.
#include "ui/driver.hpp"
#include "ui/panels/block/moment_veil.hpp"

namespace warpscope::ui {
namespace {

/// A scan's block, whose tree and timeline are long enough to be in the middle of.
Start scan(Tab tab) {
    Start start = start_with(choice_of("scan", "index:64"));
    start.compiler = compile::CompilerChoice::clang;
    start.choice = with_variant(*start.choice, *start.catalog->find("scan"), "kogge_stone");
    start.choice->settings.values["SECTION_SIZE"] = 64;
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
        driver.click(tab == Tab::epochs ? "Epochs##tab" : "Timeline##tab");
        driver.settle();
        const Model& model = driver.model();
        ASSERT_TRUE(model.moment) << driver.text();
        ASSERT_TRUE(model.block_view);
        EXPECT_EQ(interval_now(model, *model.block_view), 0u);
        EXPECT_TRUE(driver.has("comes later")) << driver.text();
        uint32_t before = 0;
        for (int k = 0; k < 4; ++k) { // behind each barrier one interval more
            driver.key(ImGuiKey_N);
            driver.key(ImGuiKey_Period);
            driver.settle();
            const auto now = interval_now(model, *model.block_view);
            ASSERT_TRUE(now) << driver.text();
            EXPECT_GT(*now, before);
            before = *now;
        }
        driver.click("##time last");
        driver.settle();
        EXPECT_EQ(interval_now(model, *model.block_view), std::nullopt) << "all has happened";
        EXPECT_FALSE(driver.has("comes later")) << driver.text();
    }
}

} // namespace
} // namespace warpscope::ui
