// Statements about a moment must hold for that moment: splits, marks, barriers, banks, numbers of one block.
#include <algorithm>

#include <fmt/format.h>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

Start start_of(const std::string& experiment, const std::string& variant, const std::string& input) {
    Start start = start_with(setup_of(experiment, input));
    start.setup = with_variant(*start.setup, *start.catalog->find(experiment), variant);
    return start;
}

void enter_block(Driver& driver) {
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    ASSERT_TRUE(driver.model().moment) << driver.text();
}

bool has_mark_now(const Model& model, replay::MarkKind kind) {
    return std::ranges::any_of(*model.time.marks, [&](const TimeMark& mark) {
        return mark.kind == kind && mark.step == model.scene->moment.step;
    });
}

TEST(MomentAccuracy, SplitOfThisStepIsShown) {
    Driver driver(start_of("reduction", "shared", "index:2048"), 1366, 768);
    enter_block(driver);
    driver.key(ImGuiKey_X);
    driver.settle();
    driver.key(ImGuiKey_X); // second split: count = 16, stride = 8
    driver.settle();
    const Model& model = driver.model();
    ASSERT_EQ(model.moment->splits.size(), 1u);
    EXPECT_TRUE(driver.says("i = 0 to 7")) << driver.text();
    EXPECT_TRUE(driver.says("i = 8 to 31")) << driver.text();
    EXPECT_TRUE(driver.says("stride = 8, count = 16")) << driver.text();
    EXPECT_TRUE(driver.says("split 2 of ")) << driver.text();
    EXPECT_FALSE(driver.says("lanes 16 to 31")) << "of another step\n" << driver.text();
    // Tests the position of the mark, and the moment that a click on it leads to.
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::split));
    const uint64_t step = model.scene->moment.step;
    const Recorder::Item track = driver.item("time/track");
    const float share = static_cast<float>(step) / static_cast<float>(model.time.length);
    driver.key(ImGuiKey_Home);
    driver.settle();
    driver.click_at({track.min.x + share * (track.max.x - track.min.x) + 1, (track.min.y + track.max.y) / 2});
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, step);
    ASSERT_EQ(model.moment->splits.size(), 1u);
}

/// A loop counter has no single value for the whole launch.
TEST(MomentAccuracy, LoopCounterHasNoLaunchValue) {
    Start start = start_of("box_blur", "tiled", "gradient:60x40");
    start.setup->settings.values["radius"] = 3;
    start.pin = CellCoordinates{4, 20, 0};
    start.preferences.panes.inspector = 400;
    Driver driver(start, 1600, 950);
    driver.settle();
    ASSERT_TRUE(driver.says("WHY ITS WARP SPLIT")) << driver.text();
    EXPECT_TRUE(driver.says("width = 60")) << driver.text();
    EXPECT_FALSE(driver.says(", c = ")) << driver.text();
}

TEST(MomentAccuracy, BarrierMarkSaysAllArrived) {
    Driver driver(start_of("matmul", "tiled", "noise:48x48"), 1366, 768);
    enter_block(driver);
    driver.key(ImGuiKey_N);
    driver.settle();
    const Model& model = driver.model();
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::barrier));
    const std::string words = fmt::format("All warps have reached the barrier (warp {} last)", model.moment->acting);
    EXPECT_TRUE(driver.says(words)) << driver.text();
    driver.key(ImGuiKey_Comma);
    driver.settle();
    EXPECT_FALSE(driver.says("All warps have reached")) << driver.text();
    EXPECT_TRUE(driver.says("At the barrier:")) << driver.text();
}

TEST(MomentAccuracy, HistogramShowsTheBlocksShare) {
    Driver driver(start_of("histogram", "global", "noise:64x48"), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("nothing to do")) << driver.text();
    enter_block(driver);
    EXPECT_FALSE(driver.says("nothing to do")) << "each thread reads a value and counts it\n" << driver.text();
    EXPECT_TRUE(driver.says("sum of block 5 only")) << driver.text();
}

TEST(MomentAccuracy, UpdatedInputShowsItsSums) {
    Start start = start_of("reduction", "simple", "index:2048");
    start.pin = CellCoordinates{0};
    Driver driver(std::move(start), 1600, 900);
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    const auto input_now = [&] {
        const session::RunResult& run = *driver.model().result;
        return insight::accesses_to(driver.model().moment.get(), run, scene::Space::input);
    };
    ASSERT_NE(input_now(), nullptr);
    EXPECT_TRUE(input_now()->values.empty()) << "before the first step, the input is as it was";
    EXPECT_FALSE(driver.says("not yet written")) << "each cell is read before it is updated\n" << driver.text();
    driver.key(ImGuiKey_End);
    driver.settle();
    ASSERT_NE(input_now(), nullptr);
    const uint64_t segment = 512 * driver.model().moment->moment.block;
    ASSERT_TRUE(input_now()->values.contains(segment));
    const HostBuffer& before = driver.model().result->input;
    double sum = 0;
    for (uint64_t k = 0; k < 512; ++k) sum += element_as_double(before.bytes->data(), before.layout.type, segment + k);
    EXPECT_EQ(element_as_double(input_now()->values.at(segment).data(), before.layout.type, 0), sum);
}

TEST(MomentAccuracy, BanksMatchTheStep) {
    Driver driver(start_of("transpose", "tiled", "index:96x64"), 1366, 768);
    enter_block(driver);
    driver.click("Shared memory##tab");
    driver.settle();
    driver.click("bank conflicts##shared banks");
    driver.settle();
    for (int k = 0; k < 4; ++k) {
        driver.key(ImGuiKey_U);
        driver.settle();
    }
    const Model& model = driver.model();
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::conflict));
    EXPECT_GT(model.moment->acting, 0u);
    EXPECT_TRUE(driver.says(fmt::format("warp {}:", model.moment->acting))) << driver.text();
    EXPECT_TRUE(driver.says("32 lanes, 32 passes")) << driver.text();
}

TEST(MomentAccuracy, ClickPinsALane) {
    Driver driver(start_of("matmul", "tiled", "noise:48x48"), 1366, 768);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.key(ImGuiKey_End);
    driver.settle();
    for (int k = 0; k < 4; ++k) driver.key(ImGuiKey_Comma);
    driver.settle();
    const Recorder::Item row = driver.item("variable sum");
    const float cell = (row.max.x - row.min.x) / 32;
    driver.click_at({row.min.x + 5.5f * cell, (row.min.y + row.max.y) / 2});
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.time.followed) << driver.text();
    EXPECT_EQ(model.time.followed->lane, 5u);
    const uint64_t threads = model.result->shown().config.threads_per_block();
    EXPECT_EQ((model.selection.thread - 1) % threads % warp_size, 5u);
    EXPECT_TRUE(driver.says("LANE 5")) << driver.text();
    driver.search("transpose");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_FALSE(model.time.followed);
}

TEST(MomentAccuracy, IdleThreadHasNoUnexecutedValue) {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.preferences.panes.inspector = 400;
    start.pin = CellCoordinates{75, 14, 0};
    Driver driver(start, 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.says("pixel = row * width + col")) << driver.text();
    const auto view = driver.at_cell("right view", 78.5, 14.5);
    driver.click_at(view);
    driver.settle();
    ASSERT_TRUE(driver.says("Idle thread")) << driver.text();
    EXPECT_TRUE(driver.says("= 4 * 16 + 14 = 78")) << driver.text();
    EXPECT_FALSE(driver.says("1142")) << "row * width + col\n" << driver.text();
    // "show splits" distinguishes the warps that the line splits from the others.
    std::string pill;
    for (const std::string& label : driver.labels())
        if (label.starts_with("show splits##line ")) pill = label;
    ASSERT_FALSE(pill.empty());
    driver.click("##drawer");
    driver.settle();
    ASSERT_FALSE(driver.model().preferences->panes.drawer_open);
    driver.click(pill);
    driver.settle();
    EXPECT_TRUE(driver.says("0 to 1 split")) << driver.text();
    EXPECT_TRUE(driver.model().preferences->panes.drawer_open) << "the line is shown";
}

TEST(MomentAccuracy, TimeKeysWorkEverywhere) {
    Driver driver(start_of("box_blur", "tiled", "noise:40x40"), 1366, 768);
    enter_block(driver);
    const Recorder::Item view = driver.item("left view");
    driver.click_at({(view.min.x + view.max.x) / 2, (view.min.y + view.max.y) / 2});
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    ASSERT_FALSE(model.time.focused);
    driver.key(ImGuiKey_End);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, model.time.length);
    driver.key(ImGuiKey_Home);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 0u);
    driver.key(ImGuiKey_Space);
    EXPECT_TRUE(model.time.playing);
}

} // namespace
} // namespace warpscope::ui
