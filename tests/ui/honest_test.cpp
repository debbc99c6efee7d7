// The window's behavior with failed launches, pins and menus.
#include "driver.hpp"

namespace warpscope::ui {
namespace {

TEST(WindowBehavior, FailedLaunchIsReported) {
    Start start = start_with(setup_of("bug_museum", "index:64"));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "block_of_2048");
    Driver driver(start);
    driver.settle();
    EXPECT_TRUE(driver.says("Launch failed")) << driver.text();
    EXPECT_TRUE(driver.has("right banner")) << "over the output, which nobody has written";
    EXPECT_FALSE(driver.says("measured on the emulator in")) << "nothing was";
    EXPECT_FALSE(driver.says("No warp")) << driver.text();
}

TEST(WindowBehavior, PinEndsWithItsExperiment) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5, 5));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pinned);
    driver.click("experiment");
    driver.frames(3);
    driver.click("Color to gray##experiment color_to_gray");
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "color_to_gray");
    EXPECT_FALSE(driver.model().selection.pinned);
}

TEST(WindowBehavior, OpenMenuReceivesTheKeys) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:40x30")));
    driver.settle();
    const render::OverlaySet before = driver.model().scene->views[1].overlays;
    driver.click("experiment");
    driver.frames(3);
    driver.key(ImGuiKey_B);
    EXPECT_EQ(driver.model().scene->views[1].overlays, before) << "B switched the borders of blocks";
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    driver.key(ImGuiKey_B);
    EXPECT_NE(driver.model().scene->views[1].overlays, before);
}

TEST(WindowBehavior, MenusOpenBelowTheirButtons) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:40x30")));
    driver.settle();
    const Recorder::Item button = driver.item("variant");
    driver.click("variant");
    driver.frames(3);
    std::string first;
    for (const std::string& label : driver.labels())
        if (label.find("##variant ") != std::string::npos && first.empty()) first = label;
    ASSERT_FALSE(first.empty());
    EXPECT_GE(driver.item(first).min.y, button.max.y);
    EXPECT_NEAR(driver.item(first).min.x, button.min.x, 20);
}

} // namespace
} // namespace warpscope::ui
