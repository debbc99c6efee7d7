// Single barrier intervals, and threads selected in a diagram.
#include <cstdlib>
#include <set>

#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/driver.hpp"
#include "ui/wording/phase_text.hpp"

namespace warpscope::ui {
namespace {

Start tiled() {
    Start start = start_with(setup_of("matmul", "noise:64x48"));
    start.setup = with_variant(*start.setup, *start.catalog->find("matmul"), "tiled");
    start.setup->settings.values["TILE_DIM"] = 16;
    start.setup->settings.values["columns"] = 80;
    return start;
}

/// Returns the highlighted cells of a buffer as (column, row).
std::set<std::pair<int64_t, int64_t>> lit(const Model& model, const std::string& name) {
    const auto& buffers = model.result->prepared.plan.buffers;
    uint32_t buffer = 0;
    while (buffer < buffers.size() && buffers[buffer].layout.name != name) ++buffer;
    const render::Content content = render::canonical(*model.result, {render::Space::buffer, buffer});
    const render::FocusMask mask =
        render::focus_mask(*model.result, *model.trace, content, render::accesses_of(*model.result, *model.trace),
                           {std::nullopt, std::nullopt, model.interval});
    std::set<std::pair<int64_t, int64_t>> cells;
    for (int64_t y = mask.rect.y; y < mask.rect.y + mask.rect.height; ++y)
        for (int64_t x = mask.rect.x; x < mask.rect.x + mask.rect.width; ++x)
            if ((mask.at({x, y}) & render::focus_interval) != 0) cells.insert({x, y});
    return cells;
}

std::set<std::pair<int64_t, int64_t>> square(int64_t x, int64_t y) {
    std::set<std::pair<int64_t, int64_t>> cells;
    for (int64_t dy = 0; dy < 16; ++dy)
        for (int64_t dx = 0; dx < 16; ++dx) cells.insert({x + dx, y + dy});
    return cells;
}

TEST(Intervals, PhasesOfOneIntervalAreNotCounted) {
    insight::IntervalWork sum;
    sum.targets = sum.sources = {"partial"};
    sum.kind = insight::IntervalWork::Kind::add;
    insight::Phases phases;
    phases.intervals = {insight::IntervalWork(), sum, sum};
    phases.first = 1;
    phases.length = 1;
    phases.rounds = 2;
    EXPECT_EQ(phase_text(phases, 2), "interval 3 of 3: **add up in partial**");
}

TEST(Intervals, ProgramCanStartInOne) {
    Start start = tiled();
    start.interval = 4;
    Driver driver(start);
    driver.settle();
    EXPECT_TRUE(driver.model().selection.pinned);
    EXPECT_EQ(driver.model().interval, 4u);
    EXPECT_EQ(lit(driver.model(), "M"), square(32, 16)); // cells of block (2, 1)
}

TEST(Intervals, KeysStepThroughTiles) {
    Driver driver(tiled());
    driver.settle();
    EXPECT_FALSE(driver.says("PHASES OF THE BLOCK")) << "nothing is pinned yet";
    driver.key(ImGuiMod_Shift | ImGuiKey_K); // pins the middle block, (2, 1) of 5 x 3
    driver.settle();
    EXPECT_FALSE(driver.says("uses shared memory only"));
    driver.key(ImGuiMod_Shift | ImGuiKey_K); // goes to the interval that multiplies the tiles
    driver.settle();
    EXPECT_TRUE(driver.says("uses shared memory only")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_J);
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.trace);
    EXPECT_TRUE(model.selection.pinned);
    EXPECT_EQ(model.trace->block_index, (Dim3{2, 1, 0}));
    // Every second interval loads tiles; the others work in shared memory. The last one writes P.
    EXPECT_EQ(model.intervals, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    for (uint32_t tile = 0; tile < 4; ++tile) {
        ASSERT_EQ(model.interval, 2 * tile);
        EXPECT_EQ(lit(model, "M"), square(16 * tile, 16));
        EXPECT_EQ(lit(model, "N"), square(32, 16 * tile));
        EXPECT_TRUE(lit(model, "P").empty());
        EXPECT_TRUE(driver.says("reads 256 cells of M")) << driver.text();
        const std::string phase = ", phase " + std::to_string(tile + 1) + " of 4: ",
                          loads = "interval " + std::to_string(2 * tile + 1) + " of 9" + phase +
                                  "**load tile_M, tile_N**, barrier, multiply and add from tile_M, tile_N",
                          works = "interval " + std::to_string(2 * tile + 2) + " of 9" + phase +
                                  "load tile_M, tile_N, barrier, **multiply and add from tile_M, tile_N**";
        EXPECT_EQ(phase_text(*model.phases, 2 * tile), loads);
        EXPECT_EQ(phase_text(*model.phases, 2 * tile + 1), works);
        EXPECT_TRUE(driver.says("multiply and add")) << driver.text();
        driver.key(ImGuiMod_Shift | ImGuiKey_K);
        driver.settle();
        EXPECT_TRUE(lit(model, "M").empty());
        driver.key(ImGuiMod_Shift | ImGuiKey_K);
        driver.settle();
    }
    EXPECT_EQ(phase_text(*model.phases, 8), "interval 9 of 9: **store P**");
    EXPECT_TRUE(lit(model, "M").empty());
    EXPECT_EQ(lit(model, "P"), square(32, 16));
    EXPECT_TRUE(driver.says("writes 256 cells of P")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_K); // after the last interval, the key shows all intervals
    driver.settle();
    EXPECT_FALSE(model.interval);
    driver.key(ImGuiMod_Shift | ImGuiKey_J);
    driver.settle();
    EXPECT_EQ(model.interval, 8u);
}

TEST(Intervals, EscapeShowsAllAgain) {
    Driver driver(tiled());
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.settle();
    EXPECT_TRUE(driver.says("interval: all")) << driver.text();
    EXPECT_TRUE(driver.says("9 intervals, separated by barriers"));
    driver.slide("interval", 1);
    driver.settle();
    EXPECT_EQ(driver.model().interval, 8u);
    EXPECT_TRUE(driver.says("store P")) << driver.text();
    driver.slide("interval", 0);
    driver.settle();
    EXPECT_FALSE(driver.model().interval);
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    EXPECT_EQ(driver.model().interval, 0u);
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.model().interval);
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(IntervalPixels, UntouchedCellsAreDimmed) {
    Driver driver(tiled());
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 20)); // block (1, 1)
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    driver.move({-1000, -1000});
    driver.settle();
    const Picture dimmed = driver.picture();
    driver.key(ImGuiKey_Escape);
    driver.settle();
    const Picture plain = driver.picture();
    const auto change = [&](ImVec2 at) {
        const size_t i = 4 * (static_cast<size_t>(at.y) * plain.width + static_cast<size_t>(at.x));
        int sum = 0;
        for (size_t c = 0; c < 3; ++c) sum += std::abs(int{plain.rgba[i + c]} - int{dimmed.rgba[i + c]});
        return sum;
    };
    EXPECT_GT(change(driver.at_cell("right view", 70, 5)), 60); // an element of P, which only the last interval writes
}

TEST(Intervals, KernelWithoutBarriersHasNone) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.settle();
    EXPECT_FALSE(driver.says("PHASES OF THE BLOCK"));
}

TEST(PointedThread, DiagramElementSelectsItsWriter) {
    Start start = start_with(setup_of("scan", "index:32"));
    start.setup->settings.values["SECTION_SIZE"] = 8;
    start.preferences.tab = Tab::epochs;
    start.preferences.panes.drawer = 330;
    Driver driver(start, 1200, 760);
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 0u);
    ASSERT_EQ(driver.model().block_view->trace->block, 1u); // the middle block of 4
    const Recorder::Item area = driver.item("epochs");
    driver.move({area.min.x + (area.max.x - area.min.x) * 5.5f / 8, area.max.y - 32});
    driver.settle();
    EXPECT_TRUE(driver.says("written by thread 5")) << driver.text();
    EXPECT_EQ(driver.model().selection.thread, 1u * 8 + 5 + 1);
    EXPECT_FALSE(driver.model().selection.pinned);
    driver.move({5, 5});
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 0u);
    // Pointing also replaces a pin temporarily.
    driver.click_at(driver.at_cell("right view", 9, 0));
    driver.settle();
    const metrics::ThreadId pinned = driver.model().selection.thread;
    ASSERT_NE(pinned, 0u);
    driver.move({area.min.x + (area.max.x - area.min.x) * 5.5f / 8, area.max.y - 32});
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 1u * 8 + 5 + 1);
    driver.move({5, 5});
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, pinned);
    EXPECT_TRUE(driver.model().selection.pinned);
}

} // namespace
} // namespace warpscope::ui
