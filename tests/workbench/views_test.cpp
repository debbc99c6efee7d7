#include <gtest/gtest.h>

#include "analysis/runs.hpp"
#include "insight/contents.hpp"
#include "workbench/document/pointing.hpp"
#include "workbench/document/view_camera.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::workbench {
namespace {

TEST(ViewCamera, UserInterruptsTheGlide) {
    ViewCamera view;
    const scene::Camera target{{10, 20}, 4};
    EXPECT_FALSE(view.follow(target, 0.01, true)); // the first call jumps
    EXPECT_EQ(view.now.pixels_per_cell, 4);
    const scene::Camera next{{10, 20}, 8};
    EXPECT_TRUE(view.follow(next, 0.01, true));
    EXPECT_GT(view.now.pixels_per_cell, 4);
    EXPECT_LT(view.now.pixels_per_cell, 8);
    EXPECT_FALSE(view.follow(next, 0.01, false));
    EXPECT_EQ(view.now.pixels_per_cell, 8);
    view.note_widths(100, 50); // views of another size
    EXPECT_TRUE(view.jump);
}

TEST(MeasuredUse, DistinguishesLoadsAndStores) {
    const auto result = analysis::run("math_functions", "float", "");
    ASSERT_TRUE(result);
    const auto x = insight::find_content(*result, "x");
    ASSERT_TRUE(x);
    const MeasuredUse use = measured_use(*result, *x);
    EXPECT_TRUE(use.stores);
    EXPECT_FALSE(use.loads) << "the kernel only stores its arguments there";
}

TEST(Pointing, PrefersThePinnedCell) {
    Pointing pointing;
    scene::Scene scene;
    EXPECT_FALSE(pointing.spot(scene));
    pointing.hover = scene::Spot{scene::Space::output, {1, 2}};
    EXPECT_EQ(pointing.spot(scene), pointing.hover);
    scene.pin = scene::Spot{scene::Space::launch, {3, 4}};
    EXPECT_EQ(pointing.spot(scene), scene.pin);
}

} // namespace
} // namespace warpscope::workbench
