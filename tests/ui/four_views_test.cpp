// Four views: the launch's costs below input and output. Settings and scenes store which views are shown.
#include "driver.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::ui {
namespace {

constexpr std::array all_four{"left view", "right view", "lower left view", "lower right view"};

TEST(FourViews, OneClickShowsCosts) {
    Driver driver(start_with(setup_of("box_blur", "gradient:76x62")));
    driver.settle();
    EXPECT_FALSE(driver.has("lower left view"));
    driver.click("##four views");
    driver.settle();
    for (const char* view : all_four) EXPECT_TRUE(driver.has(view)) << view;
    const Recorder::Item upper = driver.item("left view"), lower = driver.item("lower right view");
    EXPECT_GT(lower.min.y, upper.max.y);
    EXPECT_GT(lower.min.x, upper.max.x);
    EXPECT_TRUE(driver.says("loads per cell")) << driver.text();
    EXPECT_TRUE(driver.says("sectors per request")) << driver.text();
    // All four views share the cursor and the zoom.
    driver.move(driver.at_cell("lower left view", 41, 25));
    driver.settle();
    EXPECT_TRUE(driver.says("row 25, col 41")) << driver.text();
    const float one = driver.at_cell("lower right view", 42, 25).x - driver.at_cell("lower right view", 41, 25).x;
    EXPECT_FLOAT_EQ(one, driver.at_cell("left view", 42, 25).x - driver.at_cell("left view", 41, 25).x);
    driver.click("##four views");
    driver.settle();
    EXPECT_FALSE(driver.has("lower left view"));
}

TEST(FourViews, OverlayKeysAffectHoveredView) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.preferences.four = true;
    Driver driver(start);
    driver.settle();
    const auto overlays = [&](size_t view) { return driver.model().scene->views[view].overlays; };
    const std::array before{overlays(0), overlays(1), overlays(2), overlays(3)};
    driver.move(driver.at_cell("lower right view", 20, 20));
    driver.key(ImGuiKey_W);
    EXPECT_TRUE(render::has(overlays(3), render::Overlay::warps));
    for (size_t view = 0; view < 3; ++view) EXPECT_EQ(overlays(view), before[view]) << view;
    // With two views, the key switches the overlay in both. The reuse overlay is off at first.
    driver.key(ImGuiMod_Shift | ImGuiKey_M);
    driver.settle();
    driver.move({5, 5});
    driver.key(ImGuiKey_R);
    EXPECT_TRUE(render::has(overlays(0), render::Overlay::reuse));
}

TEST(FourViews, OneViewCanBeMaximized) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.preferences.four = true;
    Driver driver(start);
    driver.settle();
    driver.move(driver.at_cell("lower left view", 20, 20));
    driver.key(ImGuiKey_M);
    driver.settle();
    EXPECT_TRUE(driver.has("lower left view"));
    EXPECT_FALSE(driver.has("left view"));
    driver.key(ImGuiKey_M);
    driver.settle();
    for (const char* view : all_four) EXPECT_TRUE(driver.has(view)) << view;
    driver.key(ImGuiMod_Shift | ImGuiKey_M);
    driver.settle();
    EXPECT_FALSE(driver.has("lower left view"));
    EXPECT_TRUE(driver.has("right view"));
}

TEST(FourViews, ComparisonShowsTwoRuns) {
    Start start = start_with(setup_of("transpose", "index:48x32"));
    start.compare_with = "padded";
    start.preferences.four = true;
    Driver driver(start, 1400, 900);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    const scene::Views before = start.preferences.views;
    EXPECT_EQ(driver.model().scene->views, before) << "what is saved is not changed";
    for (const char* view : all_four) EXPECT_TRUE(driver.has(view)) << view;
    for (const char* view : {"left view", "right view"}) {
        driver.move(driver.middle(view));
        driver.settle();
        EXPECT_EQ(driver.model().selected_in, render::Space::output) << view;
        EXPECT_TRUE(driver.model().baseline.selection.cell) << view;
    }
    // The outputs of both runs share the overlays of view 1.
    driver.move(driver.middle("left view"));
    driver.key(ImGuiKey_W);
    driver.settle();
    EXPECT_NE(driver.model().scene->views[1].overlays, before[1].overlays);
    EXPECT_EQ(driver.model().scene->views[0], before[0]);
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[0], before[0]);
    EXPECT_EQ(driver.model().scene->views[3], before[3]);
}

TEST(FourViews, AreSavedWithTheirContents) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    Driver driver(start);
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_M);
    driver.settle();
    Preferences p;
    p.four = true;
    p.panes.rows = 0.3f;
    p.views[3] = {render::Space::launch, "", render::Overlay::warps | render::Overlay::blocks};
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, p);
    scene::SavedScene saved;
    saved.scene = *driver.model().scene;
    saved.scene.views[2].overlays = 0;
    const auto again = scene::from_text(scene::to_text(saved), "four.wscope");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(again->scene.four);
    EXPECT_EQ(again->scene.views, saved.scene.views);
}

TEST(FourViews, PresentationAvoidsSlidersAndCaption) {
    Start start = start_with(setup_of("color_to_gray", "gradient:96x64"));
    start.preferences = {};
    start.preferences.four = true;
    start.presentation = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    EXPECT_LT(driver.at_cell("lower left view", 0, 63.5).y, driver.item("block x/track").min.y);
    EXPECT_GT(driver.at_cell("left view", 0, -0.5).y, 768 * 0.04f);
}

} // namespace
} // namespace warpscope::ui
