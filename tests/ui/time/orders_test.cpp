// Two thread orders side by side, a barrier left out, and threads that meet a condition.
#include <algorithm>

#include <fmt/format.h>

#include "ui/driver.hpp"
#include "ui/views/view_grid.hpp"

namespace warpscope::ui {
namespace {

Driver driver_with(const std::string& experiment, const std::string& variant, const std::string& input, Tab tab) {
    Start start = start_with(setup_of(experiment, input));
    start.setup = with_variant(*start.setup, *start.catalog->find(experiment), variant);
    start.pin = CellCoordinates{0, 0, 0};
    start.preferences.tab = tab;
    start.preferences.panes.drawer = 640;
    return Driver(start, 1400, 1200);
}

TEST(RaceOrders, RaceCanBeMadeToFail) {
    Driver driver = driver_with("bug_museum", "kogge_stone_missing_sync", "gradient:52x90", Tab::findings);
    driver.settle();
    driver.click("Make it fail##0");
    driver.settle();
    ASSERT_TRUE(driver.model().orders.found) << driver.text();
    const insight::FoundOrders& found = *driver.model().orders.found;
    ASSERT_TRUE(found.search.found) << driver.text();
    EXPECT_TRUE(driver.says("The result differs in this order")) << driver.text();
    EXPECT_TRUE(driver.says("IN THE USUAL ORDER")) << driver.text();
    EXPECT_TRUE(driver.says("IN THE OTHER ORDER")) << driver.text();
    EXPECT_TRUE(driver.says("First difference:")) << driver.text();
    EXPECT_TRUE(driver.says("section[threadIdx.x] +=")) << driver.text();
    EXPECT_FALSE(driver.says("// BUG")) << "the riddle stays open";
    ASSERT_TRUE(found.cells);
    EXPECT_GT(found.cells->count(), 0u);
    EXPECT_TRUE(ViewGrid::cells_of_orders(driver.model()));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    EXPECT_FALSE(ViewGrid::cells_of_orders(driver.model())) << "the picture no longer shows them";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    driver.click("findings##orders");
    driver.settle();
    EXPECT_FALSE(driver.model().orders.open());
    EXPECT_FALSE(driver.says("IN THE OTHER ORDER"));
}

TEST(RaceOrders, LoadAndStoreOfAnUpdateDiffer) {
    Driver driver = driver_with("bug_museum", "histogram_without_atomics", "gradient:52x90", Tab::findings);
    driver.settle();
    driver.click("Make it fail##0");
    driver.settle();
    ASSERT_TRUE(driver.model().orders.found && driver.model().orders.found->search.found) << driver.text();
    const auto& steps = driver.model().orders.found->second;
    const auto deciding = std::ranges::find_if(steps, &insight::OrderStep::reads);
    ASSERT_NE(deciding, steps.end());
    EXPECT_TRUE(deciding->loads);
    EXPECT_TRUE(std::ranges::any_of(steps, [&](const insight::OrderStep& step) {
        return step.line == deciding->line && step.stores && !step.loads;
    }));
    EXPECT_TRUE(driver.says("\nload\n") && driver.says("\nstore\n")) << driver.text();
}

TEST(RaceOrders, OtherOrderShowsItsStep) {
    Driver driver = driver_with("bug_museum", "kogge_stone_missing_sync", "gradient:52x90", Tab::findings);
    driver.settle();
    driver.click("Make it fail##0");
    driver.settle();
    ASSERT_TRUE(driver.model().orders.found && driver.model().orders.found->search.found) << driver.text();
    const std::shared_ptr<const insight::FoundOrders> found = driver.model().orders.found;
    const uint32_t step = found->search.found->read->second_step;
    driver.click("other order, step " + std::to_string(step + 1));
    driver.settle();
    ASSERT_TRUE(driver.model().moment) << driver.text();
    EXPECT_EQ(driver.model().moment->block->recording, found->search.found->second);
    EXPECT_EQ(driver.model().scene->moment.step, step + 1);
    EXPECT_EQ(driver.model().moment->now_line, 10u);
    EXPECT_TRUE(driver.says("tried order:")) << driver.text();
    driver.click("usual order##moment order");
    driver.settle();
    ASSERT_TRUE(driver.model().moment) << driver.text();
    EXPECT_FALSE(driver.model().moment->block->recording->contents().order);
    EXPECT_FALSE(driver.model().time.other_order);
}

TEST(RaceOrders, BarrierLineOffersTheQuestion) {
    Driver driver = driver_with("matmul", "tiled", "gradient:16x16", Tab::source);
    driver.settle();
    driver.click("source text 15", ImGuiMouseButton_Right);
    driver.settle();
    driver.click("What changes without this barrier?##line menu");
    driver.settle();
    ASSERT_TRUE(driver.model().orders.found) << driver.text();
    ASSERT_TRUE(driver.model().orders.found->search.found) << driver.text();
    EXPECT_TRUE(driver.says("without the barrier in line 15")) << driver.text();
}

void search_without_barrier(Driver& driver) {
    driver.settle();
    driver.click("source text 21", ImGuiMouseButton_Right);
    driver.settle();
    driver.click("What changes without this barrier?##line menu");
    driver.settle();
}

TEST(RaceOrders, ElementsAreNamedByRowAndColumn) {
    Driver driver = driver_with("box_blur", "tiled", "noise:40x40", Tab::source);
    search_without_barrier(driver);
    ASSERT_TRUE(driver.model().orders.found && driver.model().orders.found->search.found) << driver.text();
    const replay::OrderPair& pair = *driver.model().orders.found->search.found;
    const replay::DifferingElement& first = pair.elements.front();
    const std::string name = fmt::format("out[{}][{}] (channel {})", first.cell / 40, first.cell % 40, first.index % 3);
    EXPECT_TRUE(driver.says("first: " + name)) << driver.text();
    driver.wheel(driver.middle("drawer tab"), -100);
    driver.settle();
    const Recorder::Item button = driver.item(name + "##differing 0");
    EXPECT_GT(button.max.x, button.min.x);
}

TEST(RaceOrders, StepsOutsideTheFileSaySo) {
    Driver driver = driver_with("box_blur", "tiled", "noise:40x40", Tab::source);
    search_without_barrier(driver);
    ASSERT_TRUE(driver.model().orders.found && driver.model().orders.found->search.found) << driver.text();
    const auto& steps = driver.model().orders.found->second;
    if (std::ranges::none_of(steps, [](const insight::OrderStep& one) { return one.line == 0; }))
        GTEST_SKIP() << "this compiler has no lines for min() and max(), which are in a header";
    EXPECT_TRUE(driver.says("in another file")) << driver.text();
}

TEST(RaceOrders, LegendOfPresentationAgreesWithThePicture) {
    Driver driver = driver_with("box_blur", "tiled", "noise:40x40", Tab::source);
    search_without_barrier(driver);
    ASSERT_TRUE(ViewGrid::cells_of_orders(driver.model())) << driver.text();
    driver.key(ImGuiKey_F11);
    driver.settle();
    if (driver.model().drawer_open) driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    EXPECT_FALSE(driver.says("with a different result")) << driver.text();
    EXPECT_FALSE(ViewGrid::cells_of_orders(driver.model())) << "the Findings tab is closed";
}

/// On a laptop the listing is narrow, so the button covers the end of the line.
TEST(RaceOrders, BarrierButtonIsWhole) {
    Start start = start_with(setup_of("matmul", "noise:64x64"));
    start.setup = with_variant(*start.setup, *start.catalog->find("matmul"), "tiled");
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    driver.key(ImGuiKey_N);
    driver.settle();
    const Recorder::Item button = driver.item("without it?##barrier 15"), line = driver.item("source text 15");
    EXPECT_LE(button.max.x, line.max.x);
    EXPECT_GE(button.min.x, line.min.x);
    driver.move(driver.middle("without it?##barrier 15"));
    driver.settle();
    EXPECT_TRUE(driver.says("Runs the launch with and without this barrier")) << driver.text();
}

TEST(RaceOrders, PaletteOffersThem) {
    Driver driver = driver_with("bug_museum", "kogge_stone_missing_sync", "gradient:52x90", Tab::source);
    driver.settle();
    driver.search("without the barrier");
    EXPECT_TRUE(driver.says("What changes without the barrier in line 8?")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.search("make it fail");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.model().orders.found && driver.model().orders.found->search.found) << driver.text();
}

TEST(RaceOrders, MatchingThreadsArePainted) {
    Start start = start_with(setup_of("box_blur", "noise:40x40"));
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "naive");
    start.setup->settings.values["radius"] = 3;
    start.pin = CellCoordinates{0, 0, 0};
    Driver driver(start);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.click("##watch");
    driver.type("count == 16");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    driver.click("paint##watch 0");
    driver.settle();
    ASSERT_TRUE(driver.model().meeting && driver.model().meeting->cells) << driver.text();
    // The count of each thread in the picture reaches 16, because its window has at least 16 pixels.
    EXPECT_EQ(driver.model().meeting->cells->count(), 1600u);
    EXPECT_TRUE(driver.says("true for 1600 of 2304 threads") || driver.says("true for 1 600 of 2 304 threads"))
        << driver.text();
    driver.click("paint##watch 0");
    driver.settle();
    EXPECT_FALSE(driver.model().meeting);
}

TEST(RaceOrders, PaletteOpensTheResult) {
    Start start = start_with(setup_of("matmul", "gradient:16x16"));
    start.setup->variant = "tiled";
    start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    ASSERT_FALSE(driver.has("drawer tab"));
    driver.search("without the barrier");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.has("drawer tab"));
    EXPECT_EQ(driver.model().preferences->tab, Tab::findings);
    EXPECT_TRUE(driver.says("without the barrier in line 15")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
