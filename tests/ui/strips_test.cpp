// Nothing covers readable content: strips next to zoomed cells, space next to rows, legends below presented pictures.
#include "driver.hpp"

namespace warpscope::ui {
namespace {

Start start_folded(const scene::LaunchSetup& setup) {
    Start start = start_with(setup);
    start.preferences = {};
    return start;
}

TEST(Strips, ZoomedViewReservesStrips) {
    Driver driver(start_folded(setup_of("color_to_gray", "gradient:240x160")), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.has("right upper strip")) << "all of the picture is shown";
    driver.wheel(driver.middle("right view"), 17);
    driver.settle();
    ASSERT_GE(driver.model().camera.pixels_per_cell, 28);
    ASSERT_TRUE(driver.has("right upper strip"));
    ASSERT_TRUE(driver.has("right lower strip"));
    const auto upper = driver.item("right upper strip"), lower = driver.item("right lower strip");
    const auto legend = driver.item("right legend"), map = driver.item("right map");
    EXPECT_GE(legend.min.y, lower.min.y);
    EXPECT_LE(legend.max.x, map.min.x) << "beside the map";
    EXPECT_GE(map.min.y, lower.min.y);
    EXPECT_LE(map.max.y, lower.max.y);
    const auto pill = driver.item("blocks##1");
    EXPECT_LE(pill.max.y, upper.max.y);
    // A cell under a strip does not react to the mouse.
    driver.move({(lower.min.x + legend.max.x) / 2, lower.min.y + 3});
    driver.frames(3);
    EXPECT_EQ(driver.model().selection.thread, 0u);
    driver.move({(lower.min.x + lower.max.x) / 2, lower.min.y - 20});
    driver.frames(3);
    EXPECT_NE(driver.model().selection.thread, 0u);
}

TEST(Strips, RowNumbersHaveRoom) {
    Driver driver(start_folded(setup_of("dot_product", "noise:1000")), 700, 1000);
    driver.settle();
    driver.click("##alone 0");
    driver.settle();
    const auto view = driver.item("left view");
    const float left = driver.at_cell("left view", -0.5, 0).x - view.min.x;
    EXPECT_GE(left, 7.0f * 3) << "three digits";
}

TEST(Strips, PresentedLegendIsBelowThePicture) {
    Start start = start_folded(setup_of("matrix_fill", "gradient:4x4"));
    start.presentation = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    EXPECT_LE(driver.at_cell("right view", 0, 15.5).y, driver.item("right legend").min.y);
}

} // namespace
} // namespace warpscope::ui
