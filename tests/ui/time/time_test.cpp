// The window at a moment: time bar, variables of a warp, flags in the source, shared memory.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "ui/driver.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

Start gray() {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.compiler = compile::CompilerChoice::clang;
    start.pin = CellCoordinates{25, 50, 0};
    return start;
}

Start tiled(double radius = 3) {
    Start start = start_with(setup_of("box_blur", "noise:64x48"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "tiled");
    start.setup->settings.values["radius"] = radius;
    return start;
}

/// Returns the variable's value in the pinned lane; empty if it is unset or unknown.
std::string value_of(const Model& model, const std::string& name) {
    if (!model.moment) return "no moment";
    const LaunchConfig& config = model.result->shown().config;
    const auto lane = (model.selection.thread - 1) % config.threads_per_block() % warp_size;
    const auto row = std::ranges::find(model.moment->rows, name, &insight::VariableRow::name);
    return row == model.moment->rows.end() ? "" : row->text[lane];
}

TEST(TimeBar, SmallWindowCollectsTheMenus) {
    Driver driver(gray(), 800, 600);
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    ASSERT_TRUE(driver.has("more    ##time more")) << driver.text();
    driver.click("more    ##time more");
    driver.frames(2);
    driver.click("10 / s##speed");
    driver.settle();
    EXPECT_EQ(driver.model().time.speed, 10);
}

TEST(TimeBar, WholeLaunchShowsNoMoment) {
    Driver driver(gray());
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment, scene::Moment{});
    EXPECT_FALSE(driver.model().moment);
    EXPECT_TRUE(driver.says("complete launch")) << driver.text();
    EXPECT_TRUE(driver.has("##time play"));
}

TEST(TimeBar, ColorToGrayPixelIs3825) {
    Driver driver(gray());
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(model.scene->moment.scope, Scope::warp);
    EXPECT_EQ(model.scene->moment.step, 0u);
    EXPECT_EQ(model.moment->warp, 1u);
    EXPECT_TRUE(driver.says(fmt::format("step 0 of {}", model.time.length))) << driver.text();
    EXPECT_EQ(value_of(model, "pixel"), "");
    bool just_set = false;
    for (int k = 0; k < 12 && value_of(model, "pixel").empty(); ++k) {
        driver.key(ImGuiKey_Period);
        driver.settle();
        const auto row = std::ranges::find(model.moment->rows, "pixel", &insight::VariableRow::name);
        just_set = row != model.moment->rows.end() && row->changed == ~simt::LaneMask{0};
    }
    EXPECT_EQ(value_of(model, "pixel"), "3825");
    EXPECT_TRUE(just_set);
    EXPECT_TRUE(driver.says("3825")) << "in the table\n" << driver.text();
    EXPECT_TRUE(driver.says("unoptimized")) << driver.text();
    // One step back, `pixel` is unset again.
    driver.key(ImGuiKey_Comma);
    driver.settle();
    EXPECT_EQ(value_of(model, "pixel"), "");
}

TEST(TimeBar, CornerBlurCountIs16) {
    Start start = start_with(setup_of("box_blur", "noise:40x40"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "naive");
    start.setup->settings.values["radius"] = 3;
    start.pin = CellCoordinates{0, 0, 0};
    start.moment = *scene::parse_moment("warp:end");
    Driver driver(start);
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(model.scene->moment.step, model.time.length);
    // The variable's scope ends with the body of the `if`, so an earlier step has its last value.
    std::string last;
    for (int k = 0; k < 6; ++k) {
        if (last = value_of(model, "count"); !last.empty()) break;
        driver.key(ImGuiKey_Comma);
        driver.settle();
    }
    EXPECT_EQ(last, "16");
}

TEST(TimeBar, FocusedBarReceivesTheKeys) {
    Driver driver(tiled());
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_TRUE(model.time.focused);
    EXPECT_TRUE(model.selection.pinned) << "a block is needed";
    const auto pin = model.scene->pin;
    driver.key(ImGuiKey_RightArrow);
    driver.key(ImGuiKey_RightArrow);
    driver.key(ImGuiKey_LeftArrow);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 1u);
    EXPECT_EQ(model.scene->pin, pin) << "arrows are the bar's";
    driver.key(ImGuiKey_End);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, model.time.length);
    EXPECT_GT(model.time.length, 100u);
    driver.key(ImGuiKey_Home);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 0u);
    driver.key(ImGuiKey_Space);
    EXPECT_TRUE(model.time.playing);
    driver.frames(40);
    EXPECT_GT(model.scene->moment.step, 0u);
    driver.key(ImGuiKey_Space);
    EXPECT_FALSE(model.time.playing);
    driver.settle();
    // Outside the time bar, arrow keys move the pin, and the comma still steps.
    const Recorder::Item bar = driver.item("time bar");
    driver.click_at({bar.min.x + 400, bar.max.y + 60});
    EXPECT_FALSE(model.time.focused);
    const uint64_t now = model.scene->moment.step;
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, now);
    EXPECT_NE(model.scene->pin, pin);
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_EQ(model.scene->moment.scope, Scope::all);
    EXPECT_TRUE(model.scene->pin) << "Esc leaves time first";
}

TEST(TimeBar, SliderAndNumberReachAnyStep) {
    Driver driver(tiled());
    driver.settle();
    const Recorder::Item track = driver.item("time/track");
    const float y = (track.min.y + track.max.y) / 2;
    driver.drag({track.max.x - 2, y}, {(track.min.x + track.max.x) / 2, y});
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(model.scene->moment.scope, Scope::block);
    const auto length = static_cast<double>(model.time.length);
    EXPECT_GT(static_cast<double>(model.scene->moment.step), 0.2 * length);
    EXPECT_LT(static_cast<double>(model.scene->moment.step), 0.8 * length);
    driver.click("##step number");
    driver.type("214");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 214u);
    EXPECT_EQ(model.moment->moment.step, 214u);
    EXPECT_TRUE(driver.says(fmt::format("step 214 of {}", grouped(model.time.length)))) << driver.text();
}

TEST(TimeBar, BarrierShowsFullTileAndWaiters) {
    Driver driver(tiled());
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    ASSERT_EQ(model.moment->shared.size(), 1u);
    EXPECT_EQ(model.moment->shared[0].written, 0u);
    EXPECT_TRUE(driver.has("shared grid"));
    EXPECT_TRUE(driver.has("shared row 0")) << "rows have their index";
    const uint64_t elements = model.moment->shared[0].values.size();
    driver.key(ImGuiKey_N); // goes to the barrier
    driver.settle();
    EXPECT_EQ(model.moment->shared[0].written, elements);
    EXPECT_TRUE(driver.says(fmt::format("{} of {} written", grouped(elements), grouped(elements)))) << driver.text();
    // One step before the barrier opens, a warp still waits for the others.
    driver.key(ImGuiKey_Comma);
    driver.settle();
    EXPECT_TRUE(std::ranges::any_of(model.moment->warps, [](const insight::WarpFlag& warp) {
        return warp.state == replay::WarpState::at_barrier;
    }));
}

TEST(TimeBar, InactiveLanesAreExplained) {
    Start start = tiled();
    start.pin = CellCoordinates{0, 0, 0};
    Driver driver(start);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    bool told = false;
    for (int k = 0; k < 8 && !told; ++k) {
        driver.key(ImGuiKey_X); // goes to the step at which lanes diverge
        driver.key(ImGuiKey_Period);
        driver.settle();
        for (const insight::InactiveLanes& lanes : model.moment->inactive)
            told = told || (inactive_text(lanes).find("` was false at line") != std::string::npos);
    }
    EXPECT_TRUE(told) << driver.text();
}

TEST(TimeBar, NewPinIsFollowed) {
    Driver driver(gray());
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.key(ImGuiKey_End);
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment);
    const uint64_t block = model.moment->moment.block;
    driver.key(ImGuiKey_Escape);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5, 5));
    driver.click("##scope warp");
    driver.settle();
    ASSERT_TRUE(model.moment);
    EXPECT_NE(model.moment->moment.block, block);
    EXPECT_EQ(model.moment->warp, 2u); // row 5 of a block of 16 x 16
}

TEST(TimeBarPixels, PicturesShowTheBlocksProgress) {
    Driver driver(tiled());
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    const auto& cells = [&]() -> const insight::MomentCells::Buffer& {
        return model.moment->cells->buffers[model.result->prepared.output_buffer];
    };
    EXPECT_EQ(cells().pending.size(), 256u);
    EXPECT_TRUE(driver.says("256 of 256 not yet written")) << driver.text();
    EXPECT_TRUE(driver.says("0 of 484 cells read")) << driver.text();
    const Picture before = driver.picture();
    driver.key(ImGuiKey_End);
    driver.settle();
    EXPECT_TRUE(cells().pending.empty());
    EXPECT_TRUE(cells().values.empty()) << "at its end it holds what the run has left";
    EXPECT_TRUE(driver.says("484 of 484 cells read")) << driver.text();
    const Picture after = driver.picture();
    // Takes a cell that the block writes only at the end.
    const std::vector<uint64_t>& written = cells().written;
    const uint32_t width = model.result->output.layout.shape.width;
    const uint64_t cell = written[written.size() / 2 + 5];
    const ImVec2 at =
        driver.at_cell("right view", static_cast<double>(cell % width), static_cast<double>(cell / width));
    const size_t i = 4 * (static_cast<size_t>(at.y) * before.width + static_cast<size_t>(at.x));
    EXPECT_NE(before.rgba[i], after.rgba[i]);
}

TEST(TimeBar, QuestionsOpenTheAnsweringStep) {
    Driver driver(tiled());
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.click("##scope block");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    driver.click("next change##ask");
    driver.settle();
    ASSERT_TRUE(model.moment->step);
    const uint64_t cell = 20u * 64 + 20;
    const auto& now = model.moment->cells->buffers[model.result->prepared.output_buffer].now_written;
    EXPECT_TRUE(std::ranges::binary_search(now, cell)) << "the step that writes it";
    EXPECT_TRUE(driver.says("writes out[20][20]")) << driver.text();
    const uint64_t written = model.scene->moment.step;
    driver.click("##time first");
    driver.settle();
    driver.click("last write##ask");
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 0u);
    EXPECT_TRUE(driver.says("Nothing in this block writes out[20][20] before this moment.")) << driver.text();
    driver.click("##time last");
    driver.settle();
    driver.click("last write##ask");
    driver.settle();
    // Channels are stored one after the other, so the last channel's store is the latest.
    EXPECT_GE(model.scene->moment.step, written);
    EXPECT_LT(model.scene->moment.step, model.time.length);
    EXPECT_TRUE(std::ranges::binary_search(
        model.moment->cells->buffers[model.result->prepared.output_buffer].now_written, cell));
}

TEST(TimeBar, RightClickOffersQuestions) {
    Driver driver(tiled());
    driver.settle();
    driver.click_at(driver.at_cell("left view", 20, 20), ImGuiMouseButton_Right);
    EXPECT_TRUE(driver.says("Next read of in[20][20]")) << driver.text();
    driver.click("Next read of in[20][20]##question");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(model.scene->moment.scope, Scope::block);
    const auto& now = model.moment->cells->buffers[model.result->prepared.input_buffer].now_read;
    EXPECT_TRUE(std::ranges::binary_search(now, uint64_t{1300}));
}

TEST(TimeBar, HeatMapDoesNotHideTheProgress) {
    Start start = start_with(setup_of("matvec", "noise:96x128"));
    for (scene::View& view : start.preferences.views)
        view.overlays = static_cast<scene::OverlaySet>(scene::Overlay::sectors);
    Driver driver(std::move(start), 1600, 900);
    driver.settle();
    EXPECT_TRUE(driver.says("sectors per request")) << driver.text();
    driver.click("##scope block");
    driver.settle();
    EXPECT_FALSE(driver.says("sectors per request")) << driver.text();
    EXPECT_TRUE(driver.says(" cells read")) << driver.text();
}

TEST(TimeBar, ViewNamesWhatTheBlockReadsInstead) {
    Start start = start_with(setup_of("gaussian_blur", "gradient:96x64"));
    start.setup = with_variant(*start.setup, *start.catalog->find("gaussian_blur"), "separable");
    Driver driver(std::move(start), 1600, 900);
    driver.settle();
    EXPECT_FALSE(driver.says("this block reads"));
    driver.click("##scope block");
    driver.settle();
    EXPECT_TRUE(driver.says("this block reads weights, blurred")) << driver.text();
}

TEST(TimeBar, SharedMemoryTabShowsTheMoment) {
    Driver driver(tiled(), 1366, 768);
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    driver.key(ImGuiKey_N);
    driver.settle();
    const float bar = driver.item("##time play").min.y;
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    const std::string written = fmt::format("{} of {} written", grouped(model.moment->shared.at(0).written),
                                            grouped(model.moment->block->arrays.at(0).elements()));
    for (const char* const tab :
         {"Shared memory##tab", "Data flow##tab", "PTX##tab", "Source##tab", "Shared memory##tab"}) {
        driver.click(tab);
        driver.settle();
        EXPECT_EQ(driver.item("##time play").min.y, bar) << tab;
    }
    EXPECT_TRUE(driver.says(written)) << driver.text();
    driver.click("bank conflicts##shared banks");
    driver.settle();
    EXPECT_TRUE(driver.has("banks")) << driver.text();
}

TEST(TimeBar, KeyOpensNextBankConflict) {
    Start start = start_with(setup_of("transpose", "noise:64x64"));
    start.setup = with_variant(*start.setup, *start.catalog->find("transpose"), "tiled");
    Driver driver(start);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.key(ImGuiKey_U);
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    ASSERT_GT(model.scene->moment.step, 0u);
    // The step reads a column of the tile: 32 elements of one bank.
    std::set<uint64_t> columns;
    const insight::SharedContents& tile = model.moment->shared.at(0);
    constexpr uint64_t width = 32; // of the kernel's tile; NVRTC's build has only the tile's total size
    size_t read = 0;
    for (uint64_t k = 0; k < tile.now.size(); ++k)
        if ((tile.now[k] & 1) != 0) {
            columns.insert(k % width);
            ++read;
        }
    EXPECT_EQ(read, 32u);
    EXPECT_EQ(columns.size(), 1u);
}

} // namespace
} // namespace warpscope::ui
