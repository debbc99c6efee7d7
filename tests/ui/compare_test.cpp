// Comparison of a pinned launch with the current one: key, panel, table, and two runs side by side.
#include <algorithm>

#include <fmt/format.h>

#include "driver.hpp"
#include "ui/code/listing.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {
namespace {

scene::LaunchSetup transpose(const std::string& variant) {
    scene::LaunchSetup setup = setup_of("transpose", "index:48x32");
    setup.variant = variant;
    return setup;
}

/// Returns a start with two variants side by side.
Start start_with_both(const std::string& baseline, const std::string& current) {
    Start start = start_with(transpose(baseline));
    start.compare_with = current;
    return start;
}

TEST(CompareWindow, PinnedLaunchIsComparedInTable) {
    Driver driver(start_with(transpose("tiled")), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("Nothing yet. Press C to pin this launch.")) << driver.text();
    driver.key(ImGuiKey_C);
    driver.settle();
    EXPECT_TRUE(driver.says("Move a slider or choose another variant to compare.")) << driver.text();
    driver.click("Compare##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("No measured number differs.")) << driver.text();
    const auto first = driver.model().result;
    driver.click("variant");
    driver.frames(2);
    driver.click("Tile with a padding column##variant padded");
    driver.settle();
    ASSERT_EQ(driver.model().result->variant().name, "padded");
    EXPECT_EQ(driver.model().baseline.result, first);
    ASSERT_TRUE(driver.model().baseline.comparison);
    EXPECT_TRUE(driver.says("shared passes")) << driver.text();
    EXPECT_TRUE(driver.says("The outputs are equal in all 1536 elements.")) << driver.text();
    driver.key(ImGuiKey_C); // pins the current launch instead
    EXPECT_EQ(driver.model().baseline.result, driver.model().result);
    driver.key(ImGuiKey_C); // unpins, because it is already pinned
    driver.settle();
    EXPECT_FALSE(driver.model().baseline.result);
    EXPECT_TRUE(driver.says("Compare two runs")) << driver.text();
}

TEST(CompareWindow, HelpersAreNotCalledIdle) {
    scene::LaunchSetup setup = setup_of("box_blur", "gradient:61x40");
    setup.variant = "tiled";
    Start start = start_with(setup);
    start.compare_with = "naive";
    start.preferences.tab = Tab::compare;
    start.preferences.panes.drawer_open = true;
    Driver driver(start, 1400, 860);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.comparison) << driver.text();
    EXPECT_TRUE(driver.says("owners, threads without a cell")) << driver.text();
}

TEST(CompareWindow, TableShowsSourceDifferences) {
    Start start = start_with_both("tiled", "padded");
    start.preferences.tab = Tab::compare;
    start.preferences.panes.drawer_open = true;
    Driver driver(start, 1120, 640);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.comparison);
    EXPECT_TRUE(driver.says("SOURCE CHANGES")) << driver.text();
    const auto line_with = [](const std::string& source, std::string_view words) {
        for (const std::string_view line : insight::split_lines(source))
            if (line.find(words) != std::string_view::npos) return std::string(line);
        return std::string();
    };
    const std::string gone = line_with(driver.model().baseline.result->source, "__shared__"),
                      came = line_with(driver.model().result->source, "__shared__");
    ASSERT_NE(gone, came);
    EXPECT_TRUE(driver.says(" - " + gone)) << driver.text();
    EXPECT_TRUE(driver.says(" + " + came));
}

TEST(CompareWindow, TwoRunsShareTheCursor) {
    Driver driver(start_with_both("naive_row", "naive_column"), 1120, 640);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    EXPECT_EQ(driver.model().baseline.result->variant().name, "naive_row");
    EXPECT_EQ(driver.model().result->variant().name, "naive_column");
    EXPECT_EQ(driver.model().scene->views[0].space, render::Space::input) << "what is saved is not changed";
    for (const char* view : {"left view", "right view"}) {
        driver.move(driver.at_cell(view, 5, 9));
        driver.settle();
        const Model& model = driver.model();
        ASSERT_TRUE(model.selection.cell && model.baseline.selection.cell) << view;
        EXPECT_EQ(model.selected_in, render::Space::output) << view;
        EXPECT_EQ(*model.selection.cell, (render::CellIndex{5, 9})) << view;
        EXPECT_EQ(*model.baseline.selection.cell, (render::CellIndex{5, 9})) << view;
        EXPECT_NE(model.baseline.selection.thread, 0u);
        // The two variants assign the same cell to different threads.
        EXPECT_NE(model.baseline.selection.thread, model.selection.thread) << view;
        EXPECT_TRUE(driver.says("baseline naive_row: thread (")) << driver.text();
        EXPECT_TRUE(driver.says("current naive_column: thread (")) << driver.text();
        ASSERT_TRUE(model.baseline.trace);
    }
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[0].space, render::Space::input);
    EXPECT_TRUE(driver.model().baseline.result) << "the launch stays pinned";
}

TEST(CompareWindow, BothRunsHaveTheirSectors) {
    Driver driver(start_with_both("naive_row", "tiled"), 1120, 640);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    driver.key(ImGuiMod_Shift | ImGuiKey_S);
    driver.settle();
    EXPECT_TRUE(driver.says("32 sectors per request (scale 1 to 32)")) << driver.text();
    EXPECT_TRUE(driver.says("4 sectors per request (scale 1 to 32)")) << driver.text();
    EXPECT_FALSE(driver.says("not measured")) << driver.text();
    const auto& made = driver.model().baseline_probes.made;
    ASSERT_EQ(made.size(), 1u);
}

TEST(CompareWindow, DescribesBarsBesideThePin) {
    Start start = start_with(setup_of("histogram", "gradient:64x64"));
    start.compare_with = "private_shared";
    start.pin = CellCoordinates{40, 0};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    for (const std::string_view view : {"left view", "right view"}) {
        driver.move(driver.middle(view));
        driver.settle();
        EXPECT_TRUE(driver.has("hover card")) << view;
    }
}

/// Returns the hover card's line about the thread's warp.
std::string warp_line(const session::RunResult& run, const render::Selection& selection) {
    const insight::ThreadFacts facts = thread_facts(run, selection);
    return fmt::format("warp {}, lane {}: {}", facts.warp, facts.lane, warp_state(run, facts, nullptr));
}

/// Different threads of the two runs read the same input element, and their warps diverge a different number of times.
TEST(CompareWindow, CardMatchesTheViewUnderCursor) {
    for (const bool presented : {false, true}) {
        Start start = start_with(setup_of("scan", "index:64"));
        start.setup->settings.values["SECTION_SIZE"] = 64;
        start.compare_with = "brent_kung";
        start.preferences.panes.inspector_open = false;
        start.presentation = presented;
        Driver driver(start, 1366, 768);
        driver.settle();
        if (presented) { // switches from the trees to the views
            driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
            driver.settle();
        }
        for (const bool left : {true, false}) {
            driver.move(driver.at_cell(left ? "left view" : "right view", 40, 0));
            driver.settle();
            const Model& model = driver.model();
            ASSERT_NE(model.selection.thread, 0u) << driver.text();
            ASSERT_NE(model.baseline.selection.thread, 0u);
            const std::string pinned = warp_line(*model.baseline.result, model.baseline.selection),
                              present = warp_line(*model.result, model.selection);
            ASSERT_NE(pinned, present);
            EXPECT_EQ(driver.says(pinned), left) << driver.text();
            EXPECT_EQ(driver.says(present), !left) << driver.text();
        }
    }
}

TEST(CompareWindow, EditedKernelDiffersFromFile) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::source;
    start.is_drawer_requested = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.key(ImGuiKey_F2);
    driver.settle();
    std::string text = driver.model().edited->text;
    const uint32_t line = 1 + static_cast<uint32_t>(std::ranges::count(text.substr(0, text.find("out[")), '\n'));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Home);
    for (uint32_t i = 1; i < line; ++i) driver.key(ImGuiKey_DownArrow);
    driver.key(ImGuiKey_End);
    driver.key(ImGuiKey_Enter);
    driver.type("out[0] = 200;");
    driver.settle();
    const std::string name = driver.model().result->variant().name;
    ASSERT_TRUE(driver.model().result->request.text);
    EXPECT_TRUE(driver.says("baseline " + name + " (as in the file)")) << driver.text();
    EXPECT_TRUE(driver.says("current " + name + " (edited)")) << driver.text();
    driver.click("Compare##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("The kernel sources differ in 1 line.")) << driver.text();
    EXPECT_FALSE(driver.says("All settings are equal.")) << driver.text();
    driver.key(ImGuiKey_F11);
    driver.settle();
    ASSERT_TRUE(driver.model().presentation);
    EXPECT_TRUE(driver.says("baseline " + name + " (as in the file)")) << driver.text();
    EXPECT_TRUE(driver.says("current " + name + " (edited)")) << driver.text();
}

TEST(CompareWindow, UnpinButtonHasRoom) {
    Driver driver(start_with(transpose("tiled")), 1366, 1400);
    driver.settle();
    driver.key(ImGuiKey_C);
    driver.settle();
    const float edge = driver.item("TILE_DIM").max.x; // the button stays within the panel's padding
    EXPECT_LE(driver.item("unpin##baseline").max.x, edge - 10);
    driver.click("unpin##baseline");
    driver.settle();
    EXPECT_FALSE(driver.model().baseline.result) << driver.text();
}

TEST(CompareWindow, DifferentShapeIgnoresTheCursor) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1120, 640);
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    driver.app().open_files({WARPSCOPE_SOURCE_DIR "/assets/harbour.png"});
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    driver.move(driver.at_cell("right view", 100, 100));
    driver.settle();
    EXPECT_TRUE(driver.model().selection.cell);
    EXPECT_FALSE(driver.model().baseline.selection.cell);
    const Recorder::Item left = driver.item("left view");
    driver.move({(left.min.x + left.max.x) / 2, (left.min.y + left.max.y) / 2});
    driver.settle();
    EXPECT_FALSE(driver.model().selection.cell);
}

/// Starts with Kogge-Stone pinned, another scan next to it, and the tab Epochs open.
Start two_trees(const std::string& other) {
    Start start = start_with(setup_of("scan", "index:16"));
    start.setup->settings.values["SECTION_SIZE"] = 16;
    start.preferences.tab = Tab::epochs;
    start.preferences.panes.drawer = 330;
    start.compare_with = other;
    return start;
}

TEST(CompareWindow, TwoTreesAreSideBySide) {
    Driver driver(two_trees("brent_kung"), 1400, 760);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.block_view) << driver.text();
    const Recorder::Item left = driver.item("pinned epochs"), right = driver.item("epochs");
    EXPECT_LT(left.max.x, right.min.x);
    EXPECT_TRUE(driver.says("baseline: kogge_stone")) << driver.text();
    EXPECT_TRUE(driver.says("current: brent_kung")) << driver.text();
    EXPECT_EQ(driver.model().baseline.block_view->result, driver.model().baseline.result);
    EXPECT_EQ(driver.model().block_view->result, driver.model().result);
    EXPECT_TRUE(driver.says("step 4 · stride 8")); // both scans have step 4; only Brent-Kung has step 7
    EXPECT_TRUE(driver.says("step 7 · stride 1"));
    EXPECT_TRUE(driver.says("warps that write")) << "half a window has room for the numbers";
    // All rows have the same height, so four steps need less height than seven.
    EXPECT_LT(left.max.y, right.max.y - 20);
    // Pointing at an element selects a thread only in the current run's tree.
    driver.move({(left.min.x + left.max.x) / 2, left.max.y - 40});
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 0u);
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    EXPECT_FALSE(driver.has("pinned epochs"));
    EXPECT_FALSE(driver.model().baseline.block_view) << "it is not kept while nobody sees it";
}

TEST(CompareWindow, TableOpensBothTrees) {
    Start start = two_trees("brent_kung");
    start.preferences.tab = Tab::compare;
    Driver driver(start, 1400, 760);
    driver.settle();
    EXPECT_FALSE(driver.model().baseline.block_view);
    driver.click("both data-flow diagrams##compare");
    driver.settle();
    EXPECT_TRUE(driver.has("pinned epochs"));
    EXPECT_TRUE(driver.has("epochs"));
}

/// The window requests four traces at once: the pinned cell's block and a block of the first launch, in both runs.
TEST(CompareWindow, BothRunsTraceEarlierLaunches) {
    Start start = two_trees("hierarchical");
    start.setup->input = *input::parse_spec("index:64");
    start.pin = CellCoordinates{40};
    Driver driver(start, 1400, 760);
    driver.settle();
    ASSERT_TRUE(driver.model().block_view) << driver.text();
    EXPECT_EQ(driver.model().block_view->trace->launch, 2u);
    driver.click("‹##launch less");
    driver.settle();
    driver.click("‹##launch less");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.block_view && model.baseline.block_view && model.trace && model.baseline.trace) << driver.text();
    EXPECT_EQ(model.block_view->result, model.result);
    EXPECT_EQ(model.block_view->trace->launch, 0u);
    EXPECT_EQ(model.trace->launch, 2u);
    EXPECT_EQ(model.baseline.block_view->result, model.baseline.result);
    EXPECT_EQ(model.baseline.block_view->trace->block, 2u) << "the pinned cell's section";
    // The timing of the trace thread decides which request comes last, so one cell is not enough.
    for (const int cell : {3, 20, 50, 5, 33}) {
        driver.click_at(driver.at_cell("right view", cell, 0));
        driver.settle();
        EXPECT_EQ(driver.model().block_view->trace->block, static_cast<uint64_t>(cell / 16));
        EXPECT_EQ(driver.model().baseline.block_view->trace->block, static_cast<uint64_t>(cell / 16));
    }
}

TEST(Compare, NewExperimentResetsPinAndZoom) {
    Driver driver(start_with(setup_of("box_blur", "gradient:200x150")));
    driver.settle();
    driver.key(ImGuiKey_C);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.result);
    driver.wheel(driver.at_cell("right view", 100, 75), 6);
    driver.settle();
    ASSERT_TRUE(driver.model().scene->camera);
    driver.search("index formulas");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().scene->source.experiment, "index_formulas");
    EXPECT_FALSE(driver.model().baseline.result);
    EXPECT_FALSE(driver.model().scene->camera) << "fitted";
}

TEST(CompareWindow, AnotherVariantIsOneClickAway) {
    Start start = start_with(setup_of("box_blur", "gradient:48x32"));
    start.preferences.tab = Tab::compare;
    start.preferences.panes.drawer_open = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.click("tiled##compared");
    driver.settle();
    EXPECT_EQ(driver.model().setup->variant, "tiled");
    ASSERT_TRUE(driver.model().baseline.comparison);
    EXPECT_TRUE(driver.model().baseline.side_by_side);
    EXPECT_EQ(driver.model().preferences->tab, Tab::compare);
}

} // namespace
} // namespace warpscope::ui
