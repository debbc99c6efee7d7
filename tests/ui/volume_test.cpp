// Volumes: slices with their numbers next to a small cube.
#include "driver.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::ui {
namespace {

TEST(Volume, CubeNamesSliceAndBlock) {
    Driver driver(start_with(setup_of("stencil", "noise:24x20x12")), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.says("12 slices")) << driver.text();
    EXPECT_TRUE(driver.has("right cube"));
    EXPECT_FALSE(driver.has("left cube")) << "one is enough";
    driver.key(ImGuiKey_PageDown);
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    EXPECT_TRUE(driver.says("slice 1 of 0 to 11")) << driver.text();
    // Cell (12, 10, 1) belongs to a block that covers the first planes.
    driver.move(driver.at_cell("right view", 12, 10));
    driver.settle();
    EXPECT_TRUE(driver.says("slice 1 of 0 to 11; this block's cells: ")) << driver.text();
}

TEST(Volume, CubeDragSelectsTheSlice) {
    Driver driver(start_with(setup_of("stencil", "noise:24x20x12")), 1366, 768);
    driver.settle();
    const Recorder::Item cube = driver.item("right cube/drawing");
    driver.drag({cube.min.x + 2, cube.max.y - 2}, {cube.max.x - 2, cube.min.y + 2});
    driver.settle();
    ASSERT_TRUE(driver.model().slice);
    EXPECT_GE(*driver.model().slice, 9u);
    const Recorder::Item again = driver.item("right cube/drawing"); // the cube's label may have moved the cube
    driver.drag({again.max.x - 2, again.min.y + 2}, {again.min.x + 2, again.max.y - 2});
    driver.settle();
    EXPECT_LE(*driver.model().slice, 2u);
}

TEST(Volume, SliceFollowsThePinnedCell) {
    Driver driver(start_with(setup_of("stencil", "noise:24x20x12")), 1366, 768);
    driver.settle();
    for (const char* const button : {">##slice 1", "<##slice 1"}) {
        SCOPED_TRACE(button);
        driver.click("all 12 slices##1");
        driver.settle();
        const auto& run = *driver.model().result;
        const uint64_t cell = (uint64_t{7} * 20 + 9) * 24 + 11; // cell (11, 9, 7)
        const render::CellIndex place = render::place_of(run, render::Space::output, cell);
        driver.click_at(driver.at_cell("right view", static_cast<double>(place.x), static_cast<double>(place.y)));
        driver.settle();
        ASSERT_TRUE(driver.model().scene->pin);
        driver.click(button);
        driver.settle();
        EXPECT_EQ(driver.model().slice, 7u);
        ASSERT_TRUE(driver.model().scene->pin) << "it stays pinned";
        EXPECT_EQ(driver.model().selection.pointed->index, cell);
    }
    driver.click(">##slice 1");
    driver.settle();
    EXPECT_EQ(driver.model().slice, 8u) << "from there on one by one";
}

TEST(Volume, ElementNumberReplacesMisleadingIndex) {
    Start start = start_with(setup_of("index_formulas", "index:12x8x3"));
    start.preferences.panes.inspector_open = true;
    start.pin = CellCoordinates{5, 4, 1};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.says("in[133] = 133 (the view shows memory order)")) << driver.text();
    EXPECT_FALSE(driver.says("in[1][3][1] = 133")) << driver.text();
}

TEST(Volume, FlatDataHaveNoCube) {
    Driver driver(start_with(setup_of("box_blur", "noise:24x20")), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.has("right cube"));
}

TEST(Volume, CubeAvoidsSlices) {
    Start start = start_with(setup_of("stencil", "checkerboard:32x32x32"));
    start.preferences.panes.inspector_open = start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    const Recorder::Item cube = driver.item("right cube"), view = driver.item("right view");
    const render::Plane plane = render::plane_of(*driver.model().result, render::Space::output);
    ASSERT_EQ(plane.slices(), 32u);
    for (uint32_t z = 0; z < plane.slices(); ++z) {
        const render::CellRect r = plane.slice(z);
        const ImVec2 low = driver.at_cell("right view", static_cast<double>(r.x), static_cast<double>(r.y));
        const ImVec2 high = driver.at_cell("right view", static_cast<double>(r.x + r.width - 1),
                                           static_cast<double>(r.y + r.height - 1));
        EXPECT_FALSE(cube.min.x < high.x && cube.max.x > low.x && cube.min.y < high.y && cube.max.y > low.y) << z;
    }
    const Recorder::Item legend = driver.item("right legend");
    EXPECT_TRUE(cube.min.x >= legend.max.x || cube.max.y <= legend.min.y);
    EXPECT_LE(cube.max.y, view.max.y);
}

} // namespace
} // namespace warpscope::ui
