#include "driver.hpp"

namespace warpscope::ui {
namespace {

TEST(PaintTool, DragPaintsTheInput) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_I);
    driver.frames(3);
    ASSERT_TRUE(driver.model().painting.is_on);
    EXPECT_TRUE(driver.says("Paint the input in")) << driver.text();
    driver.drag(driver.at_cell("left view", 10, 20), driver.at_cell("left view", 20, 20));
    driver.settle();
    EXPECT_GE(driver.model().painting.painted_cells, 10u);
    EXPECT_FALSE(driver.model().scene->camera) << "the picture does not move";
    EXPECT_FALSE(driver.model().scene->pin);
    ASSERT_TRUE(driver.model().painting.changed);
    EXPECT_TRUE(driver.says("output cells changed")) << driver.text();
    EXPECT_TRUE(driver.says("gradient, painted")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(driver.model().painting.painted_cells, 0u);
}

TEST(PaintTool, RightClickTakesAValue) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.click("##paint 0");
    driver.frames(3);
    ASSERT_TRUE(driver.model().painting.is_on);
    driver.click_at(driver.at_cell("left view", 0, 15), ImGuiMouseButton_Right);
    driver.frames(3);
    EXPECT_EQ(driver.model().painting.value[0], 0) << "red begins with 0";
    EXPECT_FALSE(driver.model().scene->pin);
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(driver.model().painting.is_on);
}

TEST(PaintTool, OutputsRefuseTheBrush) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_I);
    driver.click_at(driver.at_cell("right view", 10, 20));
    driver.frames(3);
    EXPECT_TRUE(driver.says("Paint on an input.")) << driver.text();
    EXPECT_EQ(driver.model().painting.painted_cells, 0u);
}

} // namespace
} // namespace warpscope::ui
