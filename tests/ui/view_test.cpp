#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "driver.hpp"
#include "ui/views/buffer_chart.hpp"
#include "ui/wording/inspector_text.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {
namespace {

class Views : public testing::Test {
protected:
    Driver driver{start_with(setup_of("box_blur", "gradient:76x62"))};
    void SetUp() override { driver.settle(); }
};
using ViewPixels = Views;

TEST_F(Views, HoverShowsThreadAndArithmetic) {
    EXPECT_TRUE(driver.says("Hover a cell"));
    driver.move(driver.at_cell("right view", 41, 25));
    driver.settle();
    EXPECT_TRUE(driver.says("THREAD UNDER THE CURSOR")) << driver.text();
    EXPECT_TRUE(driver.says("row 25, col 41"));
    EXPECT_TRUE(driver.says("blockIdx: (2, 1, 0)"));
    EXPECT_TRUE(driver.says("threadIdx: (9, 9, 0)"));
    EXPECT_TRUE(driver.says("warp, lane: 4, 25"));
    EXPECT_TRUE(driver.says("pixel = row * width + col"));
    EXPECT_TRUE(driver.says("row = blockIdx.y * blockDim.y + threadIdx.y")) << driver.text();
    EXPECT_TRUE(driver.says("1 * 16 + 9 = 25")) << driver.text();
    EXPECT_TRUE(driver.says("WINDOW, 49 CELLS")) << driver.text();
    EXPECT_TRUE(driver.says("active: 256 of 256"));
    EXPECT_TRUE(driver.says("halo: 228 cells")); // 22 x 22 cells without the block's 16 x 16
    driver.move({5, 5});
    EXPECT_TRUE(driver.says("Hover a cell"));
}

TEST_F(Views, MissingOverlayIsExplained) {
    driver.key(ImGuiMod_Shift | ImGuiKey_D);
    driver.settle();
    EXPECT_TRUE(driver.says("need a launch that was measured on a GPU")) << driver.text();
}

TEST(Inspector, NamesRefusedAccesses) {
    Driver driver(start_with_findings_of("outside", "__global__ void shift(const int* in, int* out, int n) {\n"
                                                    "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                                    "    if (i < n) out[i] = in[i - 2] + in[i - 1];\n}\n"));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 0, 0));
    driver.settle();
    EXPECT_TRUE(driver.says("refused: 2 accesses outside their buffer")) << driver.text();
    driver.click_at(driver.at_cell("right view", 5, 0));
    driver.settle();
    EXPECT_FALSE(driver.says("outside their buffer")) << driver.text();
}

TEST(Inspector, SaysTheIndexOnce) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:76x62")));
    driver.settle();
    driver.move(driver.at_cell("right view", 41, 25));
    driver.settle();
    EXPECT_TRUE(driver.says("pixel = row * width + col")) << driver.text();
    EXPECT_FALSE(driver.says("index: 25 * 76 + 41 = 1941")) << driver.text();
}

TEST(Inspector, NamesBothWritersOfACell) {
    Start start = start_with(setup_of("bug_museum", "gradient:90x52"));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "wrong_pitch_index");
    start.preferences.panes.inspector_open = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.search("thread (0,1) of block (0,0)");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("Two threads write out[0][52]")) << driver.text();
    EXPECT_TRUE(driver.says("(4, 0, 0) of block (3, 0, 0)")) << driver.text();
    EXPECT_FALSE(driver.says("Idle thread")) << driver.text();

    const session::RunResult& run = *driver.model().result;
    const auto facts = launch_facts(run);
    EXPECT_TRUE(std::ranges::any_of(facts, [](const NamedFact& one) { return one.name == "without a cell"; }));
    render::ViewState state;
    state.show(render::Space::output);
    state.overlays = *render::parse_overlays("surplus");
    const auto entries = render::legend(run, nullptr, state, {});
    ASSERT_FALSE(entries.empty());
    EXPECT_NE(entries.front().text.find("own no cell: the last of several writers owns a cell"), std::string::npos);
}

// The thread reads an input cell at a position other than its output cell's.
TEST(Cards, ShowTheReadCells) {
    Driver driver(start_with(setup_of("transpose", "index:40x40")));
    driver.settle();
    driver.move(driver.at_cell("right view", 3, 5));
    driver.settle();
    EXPECT_TRUE(driver.says("row 5, col 3")) << driver.text();
    EXPECT_TRUE(driver.says("reads: in[3][5] = 125")) << driver.text();
    EXPECT_TRUE(driver.says("output: 125")) << driver.text();
}

TEST(Cards, CountReadCellsPerBuffer) {
    Driver driver(start_with(setup_of("convolution", "gradient:40x30")));
    driver.settle();
    driver.move(driver.at_cell("right view", 20, 15));
    driver.settle();
    EXPECT_FALSE(driver.says("50 cells")) << driver.text();
    EXPECT_TRUE(driver.says("25 cells of ")) << driver.text();
}

TEST(Cards, MergedSumsMarkNoLetter) {
    Start start = start_with(setup_of("text_histogram", "index:8"));
    start.preferences.panes.inspector_open = false;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    driver.move(driver.middle("right view"));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed) << driver.text();
    ASSERT_TRUE(driver.model().trace);
    EXPECT_TRUE(driver.says("threads added the sums of 5 blocks to this cell")) << driver.text();
    EXPECT_FALSE(driver.says("thread reads 1 cell")) << driver.text();
}

TEST(Cards, CountThreadsThatAddUp) {
    Start start = start_with(setup_of("histogram", "gradient:64x64"));
    start.preferences.panes.inspector_open = false;
    Driver driver(std::move(start));
    driver.settle();
    driver.click("##space 1");
    driver.click("As cells");
    driver.settle();
    driver.move(driver.middle("right view"));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed) << driver.text();
    EXPECT_TRUE(driver.says("to this cell")) << driver.text();
    EXPECT_FALSE(driver.says("thread (")) << driver.text();
}

TEST(PinnedBlock, KeepsItsHaloWhileDragging) {
    scene::LaunchSetup setup = setup_of("box_blur", "noise:200x150");
    setup.settings.values["radius"] = 2;
    Driver driver(start_with(setup));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 50, 40));
    driver.settle();
    ASSERT_TRUE(driver.says("144 halo cells")) << driver.text();
    for (const auto& [radius, words] : {std::pair{3, "228 halo cells"}, {4, "320 halo cells"}, {5, "420 halo cells"}}) {
        driver.key(ImGuiKey_RightBracket);
        for (int frame = 0; frame < 2000 && !driver.app().settled(); ++frame) {
            driver.frames(1);
            ASSERT_NE(driver.model().trace, nullptr) << "radius " << radius << ", frame " << frame;
            ASSERT_FALSE(driver.says("hover a block")) << "radius " << radius << ", frame " << frame;
            ASSERT_FALSE(driver.says("halo: measuring…")) << "radius " << radius << ", frame " << frame;
        }
        EXPECT_TRUE(driver.says(words)) << driver.text();
    }
}

TEST_F(Views, IdleThreadsAreShownOutside) {
    driver.move(driver.at_cell("right view", 78, 3));
    driver.settle();
    EXPECT_TRUE(driver.says("Idle thread")) << driver.text();
    EXPECT_TRUE(driver.says("= 78")) << driver.text();
}

TEST(StartPin, UsesOutputCoordinates) {
    struct Case {
        const char *experiment, *input;
        CellCoordinates cell;
        uint64_t index;
    };
    for (const Case& c : {Case{"vector_add", "index:1000x1", {700}, 700},                    // drawn wrapped, at 28,21
                          Case{"stencil", "noise:8x6x4", {3, 2, 3}, (3 * 6 + 2) * 8 + 3}}) { // slices side by side
        Start start = start_with(setup_of(c.experiment, c.input));
        start.pin = c.cell;
        Driver driver(start);
        driver.settle();
        const render::Selection& selection = driver.model().selection;
        EXPECT_TRUE(selection.pinned) << c.experiment;
        ASSERT_TRUE(selection.pointed) << c.experiment;
        EXPECT_EQ(selection.pointed->index, c.index) << c.experiment;
        const std::vector<std::string> again = driver.app().restart_arguments();
        const auto option = std::find(again.begin(), again.end(), "--pin");
        ASSERT_NE(option, again.end()) << c.experiment;
        EXPECT_EQ(parse_cell(*(option + 1)), c.cell) << c.experiment;
    }
}

TEST(StartPin, OutsideTheOutputIsReported) {
    Start start = start_with(setup_of("vector_add", "index:1000x1"));
    start.pin = CellCoordinates{1000};
    Driver driver(start);
    driver.settle();
    EXPECT_FALSE(driver.model().selection.pinned);
    EXPECT_TRUE(driver.says("The output has no cell 1000,0.")) << driver.text();
}

TEST_F(Views, ClickPinsAndEscapeUnpins) {
    driver.click_at(driver.at_cell("left view", 10, 20));
    driver.move(driver.at_cell("right view", 60, 40));
    EXPECT_TRUE(driver.says("PINNED THREAD"));
    EXPECT_TRUE(driver.says("row 20, col 10"));
    driver.key(ImGuiKey_RightArrow);
    EXPECT_TRUE(driver.says("row 20, col 11"));
    driver.key(ImGuiKey_Escape);
    driver.frames(2);
    EXPECT_TRUE(driver.says("row 40, col 60")) << driver.text();
}

TEST_F(Views, WheelZoomsAndFitRestores) {
    // ImGui rounds the cursor to whole pixels.
    const ImVec2 cell = driver.at_cell("right view", 20, 30), at{std::floor(cell.x), std::floor(cell.y)};
    const auto under_cursor = [&] {
        const Recorder::Item view = driver.item("right view");
        return driver.model().camera.to_plane({at.x - view.min.x, at.y - view.min.y},
                                              {view.max.x - view.min.x, view.max.y - view.min.y});
    };
    driver.move(at);
    driver.settle();
    const double before = driver.model().camera.pixels_per_cell;
    const render::Point place = under_cursor();
    driver.wheel(at, 10);
    EXPECT_NEAR(driver.model().camera.pixels_per_cell, before * std::pow(1.2, 10), 1e-6);
    EXPECT_NEAR(under_cursor().x, place.x, 1e-6);
    EXPECT_NEAR(under_cursor().y, place.y, 1e-6);
    driver.move({5, 5});
    driver.settle();
    driver.key(ImGuiKey_F);
    driver.settle();
    EXPECT_NEAR(driver.model().camera.pixels_per_cell, before, 1e-6);
    driver.key(ImGuiKey_1);
    EXPECT_EQ(driver.model().camera.pixels_per_cell, 1);
}

TEST_F(Views, DragMovesWithoutPinning) {
    const ImVec2 from = driver.at_cell("left view", 30, 30);
    driver.drag(from, {from.x + 50, from.y - 20});
    const ImVec2 now = driver.at_cell("left view", 30, 30);
    EXPECT_NEAR(now.x, from.x + 50, 0.5f);
    EXPECT_NEAR(now.y, from.y - 20, 0.5f);
    EXPECT_FALSE(driver.says("PINNED THREAD"));
}

TEST(WideViews, PillsAndKeysToggleOverlays) {
    Driver driver(start_with(setup_of("box_blur", "gradient:76x62")), 1600, 900); // has room for all pills
    driver.settle();
    using render::Overlay;
    const auto overlays = [&](size_t view) { return driver.model().scene->views[view].overlays; };
    ASSERT_FALSE(render::has(overlays(0), Overlay::warps));
    driver.click("warps##0");
    EXPECT_TRUE(render::has(overlays(0), Overlay::warps));
    EXPECT_FALSE(render::has(overlays(1), Overlay::warps));
    driver.key(ImGuiKey_W); // only one view shows warps; the key turns them off in both
    EXPECT_FALSE(render::has(overlays(0), Overlay::warps));
    driver.key(ImGuiKey_W);
    EXPECT_TRUE(render::has(overlays(0), Overlay::warps));
    EXPECT_TRUE(render::has(overlays(1), Overlay::warps));
    driver.key(ImGuiKey_D);
    EXPECT_FALSE(render::has(overlays(1), Overlay::divergence));
}

TEST(WideViews, GapBetweenPillsTakesTheClick) {
    Driver driver(start_with(setup_of("box_blur", "gradient:76x62")), 1600, 900);
    driver.settle();
    driver.wheel(driver.middle("left view"), 5); // the picture reaches below the pills, without values
    driver.settle();
    const Recorder::Item pill = driver.item("warps##0"), next = driver.item("halo##0");
    ASSERT_GT(next.min.x, pill.max.x + 2);
    const ImVec2 gap{(pill.max.x + next.min.x) / 2, (pill.min.y + pill.max.y) / 2};
    driver.move(gap);
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 0u) << "no cell is pointed at";
    driver.click_at(gap);
    driver.settle();
    EXPECT_FALSE(driver.model().scene->pin);
    driver.click("warps##0");
    EXPECT_TRUE(render::has(driver.model().scene->views[0].overlays, render::Overlay::warps));
}

TEST_F(ViewPixels, OverlayChangesThePicture) {
    driver.key(ImGuiKey_B);
    driver.frames(3);
    const Picture without = driver.picture();
    driver.key(ImGuiKey_B);
    driver.frames(3);
    EXPECT_NE(driver.picture().rgba, without.rgba);
}

TEST_F(ViewPixels, HaloOfTheBlockIsDrawn) {
    driver.click_at(driver.at_cell("left view", 24, 24));
    driver.settle();
    const ImVec2 inside = driver.at_cell("left view", 24, 20), halo = driver.at_cell("left view", 33, 20);
    const auto color = [&](const Picture& picture, ImVec2 at) {
        const size_t i = 4 * (static_cast<size_t>(at.y) * picture.width + static_cast<size_t>(at.x));
        return std::array{picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]};
    };
    const Picture with = driver.picture();
    driver.click("halo##0");
    driver.move({5, 5});
    driver.settle();
    const Picture without = driver.picture();
    EXPECT_NE(color(with, halo), color(without, halo));
    EXPECT_EQ(color(with, inside), color(without, inside));
}

TEST_F(Views, ViewCanShowLaunchSpace) {
    driver.click("##space 1");
    driver.click("Launch space");
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].space, render::Space::launch);
    driver.move(driver.at_cell("right view", 79, 63)); // outside the data, where only a thread is
    driver.settle();
    EXPECT_TRUE(driver.says("blockIdx: (4, 3, 0)")) << driver.text();
    EXPECT_TRUE(driver.says("Idle thread"));
}

/// Starts matmul with 16 x 12 cells of M; M is 16 wide, N and P are 80 wide.
Start matmul() { return start_with(setup_of("matmul", "noise:16x12")); }

TEST(Matrices, HoverHighlightsReadElements) {
    Driver driver(matmul());
    driver.settle();
    // At first, the arrangement of matrices replaces the input. Hovers an element of P.
    const render::Content shown = content_of(*driver.model().result, driver.model().scene->views[0]);
    EXPECT_EQ(shown.space, render::Space::matrices);
    EXPECT_EQ(content_title(*driver.model().result, shown), "M, N and P");
    driver.move(driver.at_cell("right view", 20, 10));
    driver.settle();
    EXPECT_TRUE(driver.says("row 10, col 20")) << driver.text();
    EXPECT_TRUE(driver.says("M: reads 16 cells")) << driver.text();
    EXPECT_TRUE(driver.says("N: reads 16 cells"));
    EXPECT_TRUE(driver.says("P: writes 1 cell"));
    EXPECT_TRUE(driver.says("thread reads 32 cells, writes 1 cell")) << "the legend of the arrangement";
    EXPECT_TRUE(driver.says("block reads 448 cells")) << "12 rows of M and 16 columns of N, 16 long: " << driver.text();
}

TEST(Matrices, StepsFollowRowAndColumn) {
    Driver driver(matmul());
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 10));
    driver.settle();
    driver.key(ImGuiKey_K);
    driver.settle();
    ASSERT_TRUE(driver.model().step);
    EXPECT_TRUE(driver.says("access 1 of 33")) << driver.text();
    for (int i = 0; i < 6; ++i) driver.key(ImGuiKey_K);
    driver.settle();
    EXPECT_TRUE(driver.says("access 7 of 33")) << driver.text();
    EXPECT_TRUE(driver.says("[10][3]") || driver.says("[3][20]")) << "the fourth step of k: " << driver.text();
    driver.key(ImGuiKey_J);
    driver.settle();
    EXPECT_TRUE(driver.says("access 6 of 33"));
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.model().step) << "the first Esc ends the walk";
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(Buffers, EveryBufferCanBeSelected) {
    Driver driver(matmul());
    driver.settle();
    driver.click("##space 1");
    driver.click("input: N");
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].buffer, "N");
    EXPECT_FALSE(driver.has("blocks##1")) << "nobody owns a cell of N";
    EXPECT_FALSE(driver.has("halo##1"));
    EXPECT_TRUE(driver.has("reuse##1"));
    const Recorder::Item view = driver.item("right view");
    driver.move({(view.min.x + view.max.x) / 2, (view.min.y + view.max.y) / 2 - 30}); // above the strip of the legend
    driver.settle();
    EXPECT_TRUE(driver.says("N[")) << driver.text();
    EXPECT_TRUE(driver.says("read: 12 times")) << "once per row of P: " << driver.text();
}

TEST(Buffers, NoInputShowsTheLaunch) {
    scene::LaunchSetup setup = setup_of("box_blur", "gradient:4x4");
    setup.experiment = "matrix_fill";
    setup.variant = "basic";
    const auto catalog = start_with(setup).catalog;
    setup.settings = catalog::default_settings(*catalog->find("matrix_fill")->find("basic"));
    Driver driver(start_with(setup));
    driver.settle();
    ASSERT_TRUE(driver.model().result);
    const render::Content shown = content_of(*driver.model().result, driver.model().scene->views[0]);
    EXPECT_EQ(shown.space, render::Space::launch);
    for (const ContentItem& item : content_items(*driver.model().result, shown))
        EXPECT_TRUE(item.title.find("Input") == std::string::npos) << item.title;
}

TEST(Charts, TicksAreRoundNumbers) {
    EXPECT_EQ(round_ticks(0, 4123, 5), (std::vector<double>{0, 1000, 2000, 3000, 4000}));
    EXPECT_EQ(round_ticks(-1, 1, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
    EXPECT_TRUE(round_ticks(0, 0, 5).empty());
    EXPECT_LE(round_ticks(0, 7.3e9, 5).size(), 6u);
}

TEST(Charts, HistogramShowsBarsWithCounts) {
    Driver driver(start_with(setup_of("histogram", "gradient:64x64")));
    driver.settle();
    const session::RunResult& result = *driver.model().result;
    const render::Content output = render::Space::output;
    EXPECT_EQ(form_of(result, output, Form::automatic), Form::bars);
    EXPECT_EQ(form_of(result, output, Form::cells), Form::cells);
    EXPECT_EQ(form_of(result, render::Space::input, Form::bars), Form::cells) << "an image has no bars";
    const BarChart chart = bar_chart(result, output);
    EXPECT_EQ(chart.values.size(), 256u);
    EXPECT_EQ(std::accumulate(chart.values.begin(), chart.values.end(), 0.0), 64.0 * 64);
    const Recorder::Item view = driver.item("right view");
    driver.move({(view.min.x + view.max.x) / 2, (view.min.y + view.max.y) / 2});
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed);
    const uint64_t bin = driver.model().selection.pointed->index;
    EXPECT_TRUE(driver.says("histogram[" + std::to_string(bin) + "] = ")) << driver.text();
    EXPECT_TRUE(driver.says("Threads add up in the output cells: no thread owns one.")) << driver.text();
    driver.click("##space 1");
    driver.click("As cells");
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].form, Form::cells);
    EXPECT_TRUE(driver.has("blocks##1")) << "overlays are back";
}

TEST(Charts, SingleValueIsALargeNumber) {
    Driver driver(start_with(setup_of("reduction", "index:1000")));
    driver.settle();
    EXPECT_EQ(form_of(*driver.model().result, render::Space::output, Form::automatic), Form::number);
    EXPECT_TRUE(driver.says(insight::cell_text(driver.model().result->output, 0))) << driver.text();
}

TEST(Charts, NumbersFrameHoldsItsUnit) {
    Driver driver(start_with(setup_of("count_condition", "gradient:8x8")));
    driver.settle();
    driver.move(driver.middle("right view"));
    driver.settle();
    ASSERT_TRUE(driver.has("selected number")) << driver.text();
    const Recorder::Item frame = driver.item("selected number"), unit = driver.item("number unit 0");
    EXPECT_LT(unit.max.y, frame.max.y);
    EXPECT_GT(unit.min.x, frame.min.x);
    EXPECT_LT(unit.max.x, frame.max.x);
}

TEST(Slices, KeysVisitAllSlices) {
    Driver driver(start_with(setup_of("stencil", "checkerboard:8x8x4")));
    driver.settle();
    const auto content = [&] {
        return content_of(*driver.model().result, driver.model().scene->views[1], driver.model().slice);
    };
    EXPECT_EQ(content(), render::Content(render::Space::output)) << "all slices at first";
    EXPECT_TRUE(driver.has("all 4 slices##1"));
    EXPECT_FALSE(driver.has("z = 4294967295##1"));
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    EXPECT_EQ(content(), render::Content(render::Space::output, 0, render::Lay::slice, 0));
    EXPECT_TRUE(driver.has("z = 0##1")) << "the header says which";
    driver.key(ImGuiKey_PageUp);
    driver.settle();
    EXPECT_FALSE(driver.model().slice) << "before the first come all of them";
}

TEST(Launch, ChoicesAreNamedButtons) {
    Driver driver(start_with(setup_of("gaussian_blur", "gradient:16x16")));
    driver.settle();
    driver.click("mirror##BORDER");
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.values.at("BORDER"), 2);
    EXPECT_TRUE(driver.says("Now: mirror")) << driver.text();
}

TEST(Cells, SmallOutputFillsItsView) {
    Driver driver(start_with(setup_of("reduction", "noise:2000")));
    driver.settle();
    const Recorder::Item right = driver.item("right view");
    const ImVec2 middle{(right.min.x + right.max.x) / 2, (right.min.y + right.max.y) / 2};
    driver.move(middle);
    driver.settle();
    const std::optional<render::CellIndex> cell = driver.model().selection.cell;
    ASSERT_TRUE(cell) << "the one cell of the output is where the middle of its view is";
    EXPECT_EQ(*cell, (render::CellIndex{0, 0}));
    driver.wheel(middle, 3); // zooming keeps the cell under the cursor
    driver.settle();
    EXPECT_TRUE(driver.model().selection.cell);
}

TEST(Cells, OnePixelPictureWorks) {
    Driver driver(start_with(setup_of("box_blur", "gradient:1x1")));
    driver.settle();
    EXPECT_TRUE(driver.says("1 block of 16 × 16 threads covers 1 cell.")) << driver.text();
    driver.move(driver.at_cell("right view", 0, 0));
    driver.settle();
    EXPECT_TRUE(driver.says("WINDOW, 1 CELL AND 48 GHOSTS")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
