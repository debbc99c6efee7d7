// Sliders of the LAUNCH panel, their explanations, and undo.
#include <algorithm>

#include "driver.hpp"
#include "input/scratch_folder.hpp"
#include "session/require_run.hpp"

namespace warpscope::ui {
namespace {

constexpr auto undo_key = ImGuiMod_Ctrl | ImGuiKey_Z;
constexpr auto redo_key = ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z;

TEST(Launch, DescribesTheLaunch) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:76x62")));
    driver.settle();
    EXPECT_TRUE(
        driver.says("5 × 4 blocks of 16 × 16 threads cover 76 × 62 pixels. 408 of 5120 threads have nothing to do."))
        << driver.text();
    EXPECT_TRUE(driver.says("A warp is two rows of a block. 31 of 160 warps diverge.")) << driver.text();
}

TEST(Launch, TransposedGridCoversNoOutput) {
    Driver driver(start_with(setup_of("transpose", "index:96x64")));
    driver.settle();
    ASSERT_EQ(driver.model().setup->variant, "naive_row");
    EXPECT_FALSE(driver.says("threads cover")) << driver.text();
    EXPECT_TRUE(driver.says("the output has 64 × 96 cells")) << driver.text();
}

TEST(Launch, ReportsUnwrittenCells) {
    scene::LaunchSetup setup = setup_of("matrix_fill", "gradient:4x4");
    setup.settings.block = {4, 4, 1};
    Start start = start_with(setup);
    start.pin = CellCoordinates{9, 9};
    Driver driver(std::move(start));
    driver.settle();
    const auto& maps = driver.model().result->shown().maps;
    const auto unowned = std::count(maps.front().owner.begin(), maps.front().owner.end(), 0u);
    ASSERT_GT(unowned, 0) << "the launch is to be too small";
    EXPECT_TRUE(driver.says(std::to_string(unowned) + " of 100 cells are written by no thread.")) << driver.text();
    EXPECT_FALSE(driver.says("threads cover")) << driver.text();
    EXPECT_TRUE(driver.says(std::to_string(unowned) + " cells written by no thread"))
        << "the legend: " << driver.text();
    EXPECT_TRUE(driver.says("matrix[9][9]")) << driver.text(); // the pinned last cell is unwritten
    EXPECT_TRUE(driver.says("owner: none")) << driver.text();
}

TEST(Launch, TinyImageCornerHasFewerPixels) {
    Driver driver(start_with(setup_of("box_blur", "gradient:1x1")));
    driver.settle();
    EXPECT_TRUE(driver.says("only 1 of them exist")) << driver.text();
}

/// The panel must not say that the block covers the whole output: the rest keeps its initial contents.
TEST(Launch, PartlyWrittenOutputIsNotCovered) {
    const ScratchFolder folder;
    folder.write("part.cu", "__global__ void part(int* out) {\n    out[threadIdx.x] = 7;\n}\n");
    const auto experiment = folder.write(
        "part.toml", "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"s32\"\nshape = [100]\ncontents = 0\n"
                     "[[launch]]\nkernel = \"part\"\ngrid = [1]\nblock = [64]\narguments = [\"out\"]\n");
    Driver driver(start_with_file(experiment));
    driver.settle();
    EXPECT_TRUE(driver.says("1 block of 64 threads; the output has 100 cells. All 64 threads own a cell."))
        << driver.text();
}

TEST(Launch, UnlaunchableKernelIsStillReadable) {
    scene::LaunchSetup setup = setup_of("box_blur", "noise:37x23,seed=3");
    setup.settings.block = {64, 64, 1};
    Start start = start_with(setup);
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.model().failure);
    EXPECT_EQ(driver.model().failure->kind, ErrorKind::usage);
    EXPECT_FALSE(driver.model().result);
    EXPECT_TRUE(driver.says("box_blur/naive.cu")) << driver.text();
    EXPECT_TRUE(driver.says("__global__ void box_blur")) << driver.text();
}

TEST(Launch, RadiusSliderChangesTheOutput) {
    Driver driver(start_with(setup_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const HostBuffer before = driver.model().result->output;
    driver.slide("radius", 0.9f);
    driver.settle();
    EXPECT_GT(driver.model().setup->settings.values.at("radius"), 8);
    EXPECT_EQ(driver.model().result->request.settings, driver.model().setup->settings);
    EXPECT_NE(*before.bytes, *driver.model().result->output.bytes);
}

TEST(Launch, ClickOnSliderNumberEditsIt) {
    Driver driver(start_with(setup_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const Recorder::Item track = driver.item("block y/track");
    const float above = track.min.y - (track.max.y - track.min.y) / 2;
    driver.click_at({track.max.x - 6, above});
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{16, 16, 1})) << "the click changes nothing";
    driver.type("8");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{16, 8, 1}));
    driver.click_at({track.min.x + 10, above});
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{16, 8, 1})) << "nor does one on the title";
}

TEST(Launch, TypingANumberMovesNothing) {
    Driver driver(start_with(setup_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const Recorder::Item track = driver.item("block y/track"), next = driver.item("radius/track");
    driver.click_at({track.max.x - 6, track.min.y - (track.max.y - track.min.y) / 2});
    driver.settle();
    ASSERT_FALSE(driver.has("block y/number")) << "the field takes its place";
    EXPECT_FLOAT_EQ(driver.item("radius/track").min.y, next.min.y);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.has("block y/number"));
}

TEST(Launch, AnotherExperimentBeginsAtTheTop) {
    Start start = start_with(setup_of("box_blur", "noise:37x23,seed=3"));
    start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1366, 520);
    driver.settle();
    const float top = driver.item("block x/track").min.y;
    driver.wheel({80, 300}, -20);
    driver.settle();
    ASSERT_FALSE(driver.has("block x/track")) << "scrolled out of sight";
    driver.search("experiment Color to gray");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().setup->experiment, "color_to_gray");
    EXPECT_EQ(driver.item("block x/track").min.y, top);
}

/// A block of 1024 x 16 threads is too large: the slider stops at 64, no matter how far the mouse moves.
TEST(Launch, IllegalDragDrawsNoFrames) {
    Driver driver(start_with(setup_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const Recorder::Item track = driver.item("block x/track");
    const float y = (track.min.y + track.max.y) / 2;
    driver.press({track.min.x + 5, y});
    driver.move({track.max.x - 20, y});
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{64, 16, 1}));
    driver.settle();
    EXPECT_GT(driver.app().idle_seconds(), 0) << "the mouse rests";
    EXPECT_TRUE(driver.says("so x stops at 64")) << driver.text();
    driver.move({track.max.x - 10, y}); // still too far
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{64, 16, 1}));
    driver.move({track.min.x + 5, y}); // back to a legal value in the same drag
    EXPECT_LT(driver.model().setup->settings.block.x, 64u);
    driver.release();
    driver.key(undo_key);
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{16, 16, 1})) << "one drag is one step";
}

TEST(Launch, OneDragIsOneUndoStep) {
    Driver driver(start_with(setup_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const scene::LaunchSetup start = *driver.model().setup;
    driver.slide("radius", 0.9f);
    const scene::LaunchSetup dragged = *driver.model().setup;
    ASSERT_NE(start, dragged);
    driver.slide("block x", 0.1f);
    const scene::LaunchSetup narrow = *driver.model().setup;
    ASSERT_NE(dragged.settings.block, narrow.settings.block);
    driver.key(undo_key);
    EXPECT_EQ(*driver.model().setup, dragged);
    driver.key(undo_key);
    EXPECT_EQ(*driver.model().setup, start);
    driver.key(undo_key); // nothing is left to undo
    EXPECT_EQ(*driver.model().setup, start);
    driver.key(redo_key);
    EXPECT_EQ(*driver.model().setup, dragged);
    driver.settle();
    EXPECT_EQ(driver.model().result->request.settings, dragged.settings);
}

TEST(Launch, BlockStopsAt1024Threads) {
    Driver driver(start_with(setup_of("box_blur", "gradient:76x62")));
    driver.settle();
    const Recorder::Item track = driver.item("block x/track");
    const float y = (track.min.y + track.max.y) / 2;
    driver.press({track.min.x + 5, y});
    driver.move({track.max.x, y});
    driver.frames(2);
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{64, 16, 1}));
    EXPECT_TRUE(driver.says("1024 × 16 would be 16384 threads. A block has at most 1024, so x stops at 64."))
        << driver.text();
    driver.release();
    driver.frames(2);
    EXPECT_FALSE(driver.says("so x stops at")) << "nobody chose 1024";
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{64, 16, 1}));
}

TEST(Launch, SlidersExplainImpossibleValues) {
    scene::LaunchSetup setup = setup_of("box_blur", "gradient:76x62");
    Start start = start_with(setup);
    start.setup = with_variant(setup, *start.catalog->find("box_blur"), "tiled");
    start.setup->settings.block = {512, 1, 1};
    Driver driver(start);
    driver.settle();
    const catalog::IllegalValues& illegal = driver.model().illegal;
    ASSERT_TRUE(illegal.contains("radius")); // from r = 15 on, a tile exceeds 49152 bytes: 3 (512 + 2 r)(1 + 2 r)
    EXPECT_EQ(illegal.at("radius").front().first, 15);
    EXPECT_EQ(illegal.at("radius").front().last, 16);
    EXPECT_EQ(illegal.at("block y").front().first, 3); // at most 2 rows of 512 threads
    EXPECT_FALSE(illegal.contains("block x"));
    EXPECT_FALSE(driver.has("block x/impossible 0"));
    const Recorder::Item hatched = driver.item("radius/impossible 0"), track = driver.item("radius/track");
    EXPECT_GT(hatched.min.x, track.min.x + 0.7f * (track.max.x - track.min.x));
    EXPECT_NEAR(hatched.max.x, track.max.x, 1);
    driver.move({(hatched.min.x + hatched.max.x) / 2, (hatched.min.y + hatched.max.y) / 2});
    for (int i = 0; i < 60; ++i) driver.frames(1); // the tooltip appears after a delay
    EXPECT_TRUE(driver.says("15 to 16 is not available with the current settings.")) << driver.text();
    EXPECT_TRUE(driver.says("bytes of shared memory")) << driver.text();
    // Choosing an illegal value explains the limit; the hatching stays.
    driver.slide("radius", 0.97f);
    driver.settle();
    ASSERT_TRUE(driver.model().failure);
    EXPECT_EQ(driver.model().failure->kind, ErrorKind::usage);
    EXPECT_TRUE(driver.has("radius/impossible 0"));
    // The largest legal radius depends on other settings.
    driver.slide("block x", 0.2f);
    driver.settle();
    EXPECT_FALSE(driver.model().illegal.contains("radius"));
    EXPECT_FALSE(driver.has("radius/impossible 0"));
}

TEST(Launch, AccumulatingThreadsAreNotIdle) {
    Driver driver(start_with(setup_of("histogram", "gradient:64x64")), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("the output has 256 cells. These cells get 4096 stores or atomics in all."))
        << driver.text();
    EXPECT_FALSE(driver.says("own no cell")) << driver.text();
    EXPECT_FALSE(driver.says("idle")) << driver.text();
    EXPECT_FALSE(driver.has("idle##1"));
    driver.click("##space 0");
    driver.click("Launch space");
    driver.settle();
    driver.click("left view");
    driver.settle();
    ASSERT_NE(driver.model().selection.thread, 0u);
    EXPECT_TRUE(driver.says("Threads add up in the output cells: no thread owns one.")) << driver.text();
    EXPECT_FALSE(driver.says("Surplus")) << driver.text();
}

TEST(Launch, ControlClickTypesANumber) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    driver.click("radius/track");
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    driver.frames(2);
    driver.type("11");
    driver.key(ImGuiKey_Enter);
    EXPECT_EQ(driver.model().setup->settings.values.at("radius"), 11);
    driver.click("radius/track", ImGuiMouseButton_Right);
    EXPECT_EQ(driver.model().setup->settings.values.at("radius"), 3);
}

TEST(Launch, KeysMoveTheSliders) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_RightBracket);
    EXPECT_EQ(driver.model().setup->settings.values.at("radius"), 4);
    driver.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{17, 16, 1}));
}

/// Counts the pixels that differ in a widget's area.
size_t apart(const Picture& one, const Picture& other, const Recorder::Item& area) {
    size_t count = 0;
    for (auto y = static_cast<size_t>(area.min.y); y < static_cast<size_t>(area.max.y); ++y)
        for (auto x = static_cast<size_t>(area.min.x); x < static_cast<size_t>(area.max.x); ++x)
            for (size_t k = 4 * (y * one.width + x), end = k + 3; k < end; ++k)
                if (one.rgba.at(k) != other.rgba.at(k)) {
                    ++count;
                    break;
                }
    return count;
}

TEST(LaunchPixels, SlowKernelShowsFinishedBlocks) {
    scene::LaunchSetup setup = setup_of("box_blur", "noise:900x700");
    setup.settings.values["radius"] = 14;
    Driver window(start_with(setup));
    window.settle();
    const auto before = window.model().result;
    REQUIRE_RUN(before);
    window.move({0, 0}); // points at no block, so no halo is drawn
    window.settle();
    const Picture at_first = window.picture();
    EXPECT_FALSE(window.model().partial);
    window.key(ImGuiKey_RightBracket);
    for (int frame = 0; frame < 100'000 && !window.model().partial && window.model().busy; ++frame) window.frames();
    if (!window.model().partial) {
        window.settle();
        GTEST_SKIP() << "this machine is too fast";
    }
    EXPECT_GT(*window.model().partial, 0.0f);
    EXPECT_EQ(window.model().result, before);
    if (*window.model().partial < 1) { // a fast machine shows the whole picture first
        EXPECT_TRUE(window.says("new where blocks have run: ")) << window.text();
    }
    const Picture on_the_way = window.picture();
    const Recorder::Item view = window.item("right view");
    if (window.model().partial) {
        EXPECT_GT(apart(at_first, on_the_way, view), 0u);
    }
    // Canceling removes the partial picture, unless the run has already ended.
    window.key(ImGuiMod_Ctrl | ImGuiKey_Period);
    window.settle();
    EXPECT_FALSE(window.model().partial);
    EXPECT_FALSE(window.says("new where blocks have run: "));
    if (window.model().result == before) {
        // A message over the picture says for a while that the run was canceled.
        for (int frame = 0; frame < 100'000 && window.says("Canceled. "); ++frame) window.frames();
        window.settle();
        EXPECT_EQ(apart(at_first, window.picture(), view), 0u);
    }
    window.key(ImGuiKey_LeftBracket);
    window.key(ImGuiKey_LeftBracket);
    window.settle();
    EXPECT_NE(window.model().result, before);
    EXPECT_FALSE(window.model().partial);
}

} // namespace
} // namespace warpscope::ui
