// Tabs about one block: timeline, shared memory, epochs.
#include "driver.hpp"

#include "insight/block_view.hpp"

namespace warpscope::ui {
namespace {

Start start_at(Tab tab, const std::string& experiment, const std::string& variant, const std::string& input,
               const std::string& setting = {}, double value = 0) {
    Start start = start_with(setup_of(experiment, input));
    const catalog::Experiment& found = *start.catalog->find(experiment);
    start.setup = with_variant(*start.setup, found, variant);
    if (!setting.empty()) start.setup->settings.values[setting] = value;
    start.preferences.tab = tab;
    start.preferences.panes.drawer = 330;
    return start;
}

ImVec2 at_share(Driver& driver, std::string_view area, float x, float y) {
    const Recorder::Item found = driver.item(area);
    return {found.min.x + (found.max.x - found.min.x) * x, found.min.y + (found.max.y - found.min.y) * y};
}

TEST(BlockView, RecordingStartsWithATab) {
    Driver driver(start_at(Tab::source, "color_to_gray", "basic", "gradient:40x30"), 1120, 640);
    driver.settle();
    EXPECT_EQ(driver.model().block_view, nullptr);
    driver.click("Timeline##tab");
    driver.settle();
    ASSERT_NE(driver.model().block_view, nullptr);
    EXPECT_EQ(driver.model().block_view->trace->block, 1u); // the middle block of 3 x 2
    EXPECT_TRUE(driver.says("Block (1, 0) of 3 × 2")) << driver.text();
    driver.click_at(driver.at_cell("right view", 35, 20));
    driver.settle();
    EXPECT_EQ(driver.model().block_view->trace->block, 5u);
    EXPECT_TRUE(driver.says("pinned")) << driver.text();
    EXPECT_TRUE(driver.says("7 of 8 warps diverge")) << driver.text();
}

TEST(Banks, ColumnReadTakes32Passes) {
    Driver driver(start_at(Tab::shared, "transpose", "tiled", "noise:64x64,seed=1"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(
        driver.says("32 lanes, 32 passes: bank conflict, bank 0 serves 32 different words (without conflicts: 1)"))
        << driver.text();
    EXPECT_TRUE(driver.says("32 × 1.0")); // the store
    EXPECT_TRUE(driver.says("32 × 32"));
    driver.move(at_share(driver, "banks", 0.5f / 32, 5.5f / 32));
    EXPECT_TRUE(driver.says("bank 0, tile[5][0] (byte 640)")) << driver.text();
    EXPECT_TRUE(driver.says("Last written by thread 160 (warp 5, lane 0)."));
    EXPECT_TRUE(driver.says("Lane 5 in pass 6 of 32."));
    driver.click("›##bank warp more");
    EXPECT_TRUE(driver.says("warp 1:")) << driver.text();
    EXPECT_TRUE(driver.says("bank 1 serves 32 different words"));
    // Each request of the store takes one pass.
    const uint32_t pc = driver.model().block_view->banks.instructions[0].pc;
    driver.click("shared access " + std::to_string(pc));
    EXPECT_TRUE(driver.says("32 lanes, 1 pass: no conflict")) << driver.text();
}

TEST(Banks, PaddingHasNoConflict) {
    Driver driver(start_at(Tab::shared, "transpose", "padded", "noise:64x64,seed=1"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("32 lanes, 1 pass: no conflict")) << driver.text();
    driver.move(at_share(driver, "banks", 0.5f / 32, 1.5f / 33));
    EXPECT_TRUE(driver.says("Never written by this block.")) << driver.text();
    driver.move(at_share(driver, "banks", 1.5f / 32, 1.5f / 33));
    EXPECT_TRUE(driver.says("Lane 1 in pass 1 of 1.")) << driver.text();
}

TEST(Banks, MissingSharedMemoryIsReported) {
    Driver driver(start_at(Tab::shared, "color_to_gray", "basic", "gradient:40x30"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("This kernel uses no shared memory.")) << driver.text();
}

TEST(IntervalDiagram, HoverShowsASumsSources) {
    Driver driver(start_at(Tab::epochs, "scan", "kogge_stone", "index:8", "SECTION_SIZE", 8), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("section (shared)")) << driver.text();
    EXPECT_TRUE(driver.says("from input"));
    EXPECT_TRUE(driver.says("to output"));
    for (const char* threads : {"8", "7", "6", "4"}) EXPECT_TRUE(driver.says(std::string("\n") + threads + "\n"));
    bool seen = false;
    for (float y = 0.95f; y > 0.5f && !seen; y -= 0.05f) {
        driver.move(at_share(driver, "epochs", 7.5f / 8, y));
        seen = driver.says("section[7]: written by thread 7");
    }
    EXPECT_TRUE(seen) << driver.text();
    EXPECT_TRUE(driver.says("Computed from section[7], section[3].") ||
                driver.says("Computed from section[3], section[7]."))
        << driver.text();
    EXPECT_TRUE(driver.says("Based on 14 earlier writes")) << driver.text();
    driver.frames(2); // a tooltip gets its height in its second frame
    const Recorder::Item tip = driver.item("tooltip"), rows = driver.item("epochs");
    EXPECT_LE(tip.max.y, rows.min.y) << "the rows stay in sight";
    driver.click("output##array");
    EXPECT_TRUE(driver.says("from section")) << driver.text();
}

TEST(IntervalDiagram, RowsAreStepsWithStrides) {
    Driver driver(start_at(Tab::epochs, "scan", "kogge_stone", "index:8", "SECTION_SIZE", 8), 1120, 640);
    driver.settle();
    const insight::BlockView& block_view = *driver.model().block_view;
    const metrics::IntervalDiagram& diagram =
        block_view.diagrams[*chosen_array(block_view, driver.model().block_view_state)];
    ASSERT_EQ(diagram.rows.size(), 4u); // the first row loads the input and is not a step
    EXPECT_EQ(diagram.rows[0].step, 0u);
    for (uint32_t step = 1; step <= 3; ++step) {
        EXPECT_EQ(diagram.rows[step].step, step);
        EXPECT_EQ(diagram.rows[step].stride, uint64_t{1} << (step - 1));
        EXPECT_EQ(diagram.rows[step].interval, 2 * step); // in the odd intervals, threads only read
    }
    EXPECT_TRUE(driver.says("step 3 · stride 4")) << driver.text();
    EXPECT_TRUE(driver.says("interval 7"));
    EXPECT_TRUE(driver.says("3 intervals without writes are hidden"));
    EXPECT_TRUE(driver.says("circles have the color of their warp")) << driver.text();
}

TEST(IntervalDiagram, CrowdedRowsExplainTheirLines) {
    Start start = start_at(Tab::epochs, "reduction", "simple", "index:2048");
    start.preferences.panes.drawer = 600;
    Driver driver(std::move(start), 1000, 900);
    driver.settle();
    EXPECT_TRUE(driver.says("threads that write")) << driver.text();
    EXPECT_FALSE(driver.says("circles have the color of their warp")) << driver.text();
    EXPECT_TRUE(driver.says(" is drawn") || driver.says(" lines\n")) << driver.text();
}

TEST(IntervalDiagram, EarlierLaunchesCanBeSelected) {
    Driver driver(start_at(Tab::epochs, "scan", "hierarchical", "index:64", "SECTION_SIZE", 16), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("3 of 3")) << driver.text();
    driver.click("‹##launch less");
    driver.settle();
    driver.click("‹##launch less");
    driver.settle();
    EXPECT_EQ(driver.model().block_view->trace->launch, 0u);
    EXPECT_TRUE(driver.says("1 of 3")) << driver.text();
}

TEST(Timeline, DivergenceIsReported) {
    Driver driver(start_at(Tab::timeline, "bug_museum", "divergent_barrier", "index:64"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("1 of 1 warp diverges")) << driver.text();
    bool seen = false;
    float x = 0.5f;
    for (; x < 1 && !seen; x += 0.02f) {
        driver.move(at_share(driver, "timeline", x, 0.5f));
        seen = driver.says("warp 0: 16 of 32 lanes active, 16 wait");
    }
    ASSERT_TRUE(seen) << driver.text();
    EXPECT_TRUE(driver.says("after 1 barrier"));
    driver.click_at(at_share(driver, "timeline", x - 0.02f, 0.5f));
    EXPECT_EQ(driver.model().preferences->tab, Tab::source);
}

TEST(Timeline, WheelZoomsAndDragMoves) {
    Driver driver(start_at(Tab::timeline, "reduction", "simple", "index:512"), 1120, 640);
    driver.settle();
    const auto strip = [&] { return driver.model().block_view_state.timeline; };
    EXPECT_EQ(strip(), Strip{});
    const ImVec2 middle = at_share(driver, "timeline", 0.5f, 0.5f);
    driver.wheel(middle, 5);
    EXPECT_GT(strip().width, 0);
    EXPECT_GT(strip().first, 0);
    const double before = strip().first;
    driver.drag(middle, {middle.x - 60, middle.y});
    EXPECT_NEAR(strip().first, before + 60 / static_cast<double>(strip().width), 1e-3);
    EXPECT_EQ(driver.model().preferences->tab, Tab::timeline); // a click would show the source
    driver.wheel(middle, -9);
    EXPECT_EQ(strip(), Strip{});
}

TEST(Strip, ZoomKeepsThePlaceUnderCursor) {
    const Strip all = fitted({}, 100, 500, 50);
    EXPECT_EQ(all, (Strip{0, 5}));
    const Strip close = zoomed({}, 100, 500, 50, 250, 2);
    EXPECT_EQ(close.width, 10);
    EXPECT_NEAR(close.first + 250.0 / 10, 50, 1e-9);
    EXPECT_EQ(zoomed(close, 100, 500, 50, 250, 100).width, 50); // maximum width
    EXPECT_EQ(moved(close, 100, 500, 50, 100000).first, 0);
    EXPECT_EQ(moved(close, 100, 500, 50, -100000).first, 50);
    EXPECT_EQ(zoomed(close, 100, 500, 50, 0, 0.1f), Strip{});
    EXPECT_EQ(fitted({}, 2, 500, 50).width, 50); // a few items do not fill the width
}

} // namespace
} // namespace warpscope::ui
