// A launch in time: its blocks on the multiprocessors, and an output that fills in.
#include <fmt/format.h>
#include <set>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

TEST(LaunchTimePixels, OutputFillsBlockByBlock) {
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    EXPECT_TRUE(driver.says("0 of 12 blocks have ended")) << driver.text();
    EXPECT_TRUE(driver.says("H100 SXM, modeled")) << driver.text();
    ASSERT_TRUE(driver.model().so_far.order);
    EXPECT_EQ(driver.model().so_far.ended, 0u);
    EXPECT_TRUE(driver.says("not written yet")) << "the legend names the hatching";
    EXPECT_FALSE(driver.has("##tick")) << "what is of a block's steps is not offered";
    const Picture begin = driver.picture();
    // The chart is the slider; at its right end all blocks have ended.
    const Recorder::Item chart = driver.item("blocks in time");
    driver.click_at({chart.max.x - 1, (chart.min.y + chart.max.y) / 2});
    driver.settle();
    EXPECT_GT(driver.model().scene->moment.step, 0u);
    const Recorder::Item view = driver.item("right view");
    const auto output = [&](const Picture& picture) {
        return cropped(picture, static_cast<uint32_t>(view.min.x), static_cast<uint32_t>(view.min.y + 60),
                       static_cast<uint32_t>(view.max.x - view.min.x), 200)
            .rgba;
    };
    EXPECT_NE(output(driver.picture()), output(begin)) << "the picture fills in";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment, scene::Moment());
    EXPECT_FALSE(driver.model().so_far.order);
    EXPECT_FALSE(driver.has("blocks in time"));
}

TEST(LaunchTime, EarlyRequestIsShownLater) {
    for (const bool blocks : {true, false}) {
        Driver driver(start_with(setup_of("box_blur", "noise:1500x1000")));
        driver.frames(3); // the run takes some tenths of a second
        driver.click(blocks ? "##scope launch" : "##scope warp");
        driver.settle();
        EXPECT_EQ(driver.has("blocks in time"), blocks);
        EXPECT_EQ(driver.model().scene->moment.scope, blocks ? scene::Scope::launch : scene::Scope::warp);
    }
}

TEST(LaunchTime, SteppingIntoABlockEndsIt) {
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    driver.click("##time play");
    driver.click("##scope block");
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment.scope, scene::Scope::block);
    EXPECT_FALSE(driver.model().launch_time.playing);
    EXPECT_FALSE(driver.model().launch_time.order) << "a run is kept by it";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    EXPECT_TRUE(driver.says("0 of 12 blocks have ended")) << driver.text();
    EXPECT_FALSE(driver.model().launch_time.playing) << "it does not go on where it was left";
}

/// Twelve equal blocks fit on the multiprocessors at once, so several end at the same time.
TEST(LaunchTime, SimultaneousBlocksAreOneStep) {
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    const auto& order = driver.model().launch_time.order;
    ASSERT_TRUE(order);
    std::set<uint64_t> ends;
    for (const analysis::BlockSpan& block : order->dispatch.blocks) ends.insert(block.end);
    ASSERT_LT(ends.size(), 12u);
    for (size_t k = 1; k <= ends.size(); ++k) {
        driver.key(ImGuiKey_Period);
        driver.settle();
        const uint64_t step = driver.model().scene->moment.step;
        EXPECT_EQ(order->dispatch.ended_by(*std::next(ends.begin(), static_cast<ptrdiff_t>(k) - 1)), step);
        EXPECT_TRUE(driver.says(fmt::format("{} of 12 blocks have ended", step))) << driver.text();
    }
    for (size_t k = ends.size(); k-- > 0;) {
        driver.key(ImGuiKey_Comma);
        driver.settle();
        EXPECT_EQ(driver.model().scene->moment.step,
                  k == 0 ? 0u : order->dispatch.ended_by(*std::next(ends.begin(), static_cast<ptrdiff_t>(k) - 1)));
    }
}

TEST(LaunchTime, PlaysToTheEnd) {
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    driver.click("##time play");
    uint64_t last = 0;
    bool stands_between = false;
    for (int frame = 0; frame < 700 && last < 12; ++frame) { // 60 frames per second
        driver.frames();
        EXPECT_GE(driver.model().scene->moment.step, last);
        last = driver.model().scene->moment.step;
        stands_between = stands_between || (last > 0 && last < 12);
    }
    EXPECT_EQ(last, 12u);
    EXPECT_TRUE(stands_between);
    EXPECT_FALSE(driver.model().launch_time.playing);
}

TEST(LaunchTime, UnorderedLaunchIsExplained) {
    Driver driver(start_with(setup_of("histogram", "noise:32x32")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.settle();
    EXPECT_TRUE(driver.says("add up in the cells")) << driver.text();
    EXPECT_FALSE(driver.model().so_far.order);
}

} // namespace
} // namespace warpscope::ui
