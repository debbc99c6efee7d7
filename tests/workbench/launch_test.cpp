#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "lesson/lesson.hpp"
#include "workbench/finish_jobs.hpp"
#include "workbench/launch/initial_layout.hpp"
#include "workbench/launch/legal_values.hpp"

namespace warpscope::workbench {
namespace {

catalog::Experiment experiment() {
    const catalog::Catalog all = catalog::load_catalog(catalog::catalog_folder());
    return *all.find("box_blur");
}

TEST(LegalValues, WaitForTheInputShape) {
    const catalog::Experiment blur = experiment();
    const catalog::Variant& variant = blur.variants.front();
    Worker worker({});
    Redraw redraw;
    LegalValues legal(worker, redraw);
    const scene::LaunchSetup setup = default_setup(blur, "picture.png");
    legal.update(setup, variant, nullptr, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // the picture is still unknown
    auto run = std::make_shared<session::RunResult>();
    run->request.input = setup.input;
    run->input.layout.shape = {64, 64, 1};
    legal.update(setup, variant, run, DeviceLimits{});
    EXPECT_FALSE(worker.idle());
    finish(worker);
    legal.update(setup, variant, run, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // nothing has changed
}

TEST(InitialLayoutState, ReplacesTheUsersViewsAndDrawer) {
    scene::Scene scene;
    Preferences preferences;
    WindowState window;
    Start start;
    scene.views[0] = {render::Space::buffer, "columns", {}};
    scene.four = true;
    preferences.panes.alone = 0;
    preferences.panes.drawer_open = true;
    preferences.tab = Tab::findings;
    InitialLayoutState layout;
    catalog::Experiment plain = experiment();
    plain.initial_layout = {};
    layout.show(plain, scene, preferences, window, start);
    EXPECT_EQ(scene.views[0].space, render::Space::input);
    EXPECT_FALSE(scene.four);
    EXPECT_FALSE(preferences.panes.alone);
    EXPECT_FALSE(preferences.panes.drawer_open);
    plain.initial_layout.tab = "findings";
    layout.show(plain, scene, preferences, window, start);
    EXPECT_TRUE(preferences.panes.drawer_open);
}

TEST(InitialLayoutState, RemembersOverlaysPerExperiment) {
    scene::Scene scene;
    Preferences preferences;
    WindowState window;
    Start start;
    InitialLayoutState layout;
    catalog::Experiment first = experiment(), second = experiment();
    first.name = "first";
    second.name = "second";
    first.initial_layout = second.initial_layout = {};
    second.initial_layout.overlays = "sectors";
    const auto open = [&](const catalog::Experiment& next) {
        layout.show(next, scene, preferences, window, start);
        scene.source.experiment = next.name;
    };
    const auto reuse = *render::parse_overlays("reuse");
    open(first);
    EXPECT_EQ(scene.views[0].overlays, Preferences().views[0].overlays);
    scene.views[0].overlays = reuse;
    open(second);
    EXPECT_EQ(scene.views[0].overlays, *render::parse_overlays("sectors"));
    EXPECT_EQ(scene.views[2].overlays, Preferences().views[2].overlays);
    open(first);
    EXPECT_EQ(scene.views[0].overlays, reuse);
}

TEST(LessonInput, IsNoRecentFile) {
    EXPECT_TRUE(comes_with_the_program((lesson::lessons_folder() / "harbour-96x64.png").string()));
    EXPECT_FALSE(comes_with_the_program("/tmp/own.png"));
}

TEST(ExperimentInput, StaysWithItsExperiment) {
    const catalog::Catalog all = catalog::load_catalog(catalog::catalog_folder());
    const catalog::Experiment &rows = *all.find("orthogonality"), &scaling = *all.find("scaling");
    const std::string picture = catalog::default_picture().string();
    const input::InputSpec own = initial_setup(rows, picture).input;
    ASSERT_TRUE(own.file.ends_with("permutation.png")) << own.file;
    EXPECT_TRUE(comes_with_the_program(own.file));
    const input::InputSpec usual = initial_setup(scaling, picture).input;
    EXPECT_EQ(input_for(scaling, scaling.variants.front(), own, {}, usual), usual);
    const input::InputSpec photo{.file = "/tmp/own.png"};
    EXPECT_EQ(input_for(scaling, scaling.variants.front(), photo, {}, usual), photo);
}

TEST(Block, StaysWithinDeviceLimits) {
    const DeviceLimits limits;
    EXPECT_EQ(change_block({16, 16, 1}, Axis::y, 64, limits).block, (Dim3{16, 64, 1}));
    EXPECT_TRUE(change_block({16, 16, 1}, Axis::y, 64, limits).why.empty());
    const BlockChange over = change_block({16, 16, 1}, Axis::y, 65, limits);
    EXPECT_EQ(over.block, (Dim3{16, 64, 1}));
    EXPECT_EQ(over.why, "16 × 65 would be 1040 threads. A block has at most 1024, so y stops at 64.");
    EXPECT_EQ(change_block({7, 5, 1}, Axis::x, 1000, limits).block, (Dim3{204, 5, 1}));
    EXPECT_EQ(change_block({1, 1, 1}, Axis::z, 65, limits).block, (Dim3{1, 1, 64}));
    EXPECT_EQ(change_block({8, 8, 1}, Axis::x, 0, limits).block, (Dim3{1, 8, 1}));
}

} // namespace
} // namespace warpscope::workbench
