// Text over a view, as ImGui draws it.
#include <cmath>

#include <imgui.h>

#include "render/stage_fixture.hpp"

namespace warpscope::render {
namespace {

using test::Image;
using test::view_of;
using test::WithStage;
class Text : public WithStage {};

int text_pixels(test::Stage& stage, const ViewState& state, uint32_t width, uint32_t height) {
    const Image with = stage.whole(state, width, height), without = stage.picture(state, width, height);
    int changed = 0;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            changed += with.at(static_cast<int>(x), static_cast<int>(y)) !=
                       without.at(static_cast<int>(x), static_cast<int>(y));
    return changed;
}

TEST_F(Text, FindingMarksAreWholeAndApart) {
    const auto pixels = [&](std::vector<uint64_t> cells, Point center) {
        test::FakeSettings settings;
        for (const uint64_t cell : cells) {
            simt::Finding finding;
            finding.space = ptx::Space::global;
            finding.address = test::fake_address(1, cell);
            finding.bytes = 1;
            settings.findings.push_back(finding);
        }
        const auto run = test::fake_run(settings);
        stage().show(run);
        ViewState state = view_of(*run, Space::output, "none", 300, 200);
        state.camera.pixels_per_cell = 2;
        state.camera.center = center;
        return text_pixels(stage(), state, 300, 200);
    };
    const int one = pixels({0}, {0, 0});
    EXPECT_GT(one, 200);
    EXPECT_GE(pixels({0}, {75, 50}), one) << "in the view's corner";
    EXPECT_EQ(pixels({0, 1}, {0, 0}), one) << "neighbors have one mark";
    EXPECT_GT(pixels({0, 20}, {0, 0}), 1.8 * one);
    EXPECT_EQ(pixels({0}, {175, 150}), 0) << "outside the view";
}

TEST_F(Text, ValuesAppearAt28Pixels) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "values", 300, 200);
    state.camera.pixels_per_cell = 20;
    EXPECT_EQ(text_pixels(stage(), state, 300, 200), 0);
    state.camera.pixels_per_cell = 36;
    EXPECT_GT(text_pixels(stage(), state, 300, 200), 1000);
}

TEST_F(Text, ThreadLabelsAppearAt56Pixels) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::launch, "labels", 300, 200);
    state.camera.center = {40, 24}; // no more than one block number is visible
    state.camera.pixels_per_cell = 40;
    const int block_number = text_pixels(stage(), state, 300, 200);
    state.camera.pixels_per_cell = 64;
    EXPECT_GT(text_pixels(stage(), state, 300, 200), block_number + 500);
}

TEST_F(Text, BlockNumbersNeedRoom) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "labels", 640, 480);
    EXPECT_GT(text_pixels(stage(), state, 640, 480), 1000);
    state.camera.pixels_per_cell = 1.2; // a block is 19 pixels wide
    EXPECT_EQ(text_pixels(stage(), state, 640, 480), 0);
}

TEST_F(Text, TopBlockNumbersDoNotOverlap) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "labels", 300, 200);
    state.camera.pixels_per_cell = 40;
    const auto with_border_at = [&](double pixels_from_top) {
        state.camera.center = {24, 16 + (100 - pixels_from_top) / 40};
        return text_pixels(stage(), state, 300, 200);
    };
    EXPECT_LT(with_border_at(18), 0.7 * with_border_at(100)) << "one number instead of two";
}

// If the block's upper border is not visible, its number is drawn on another line between cells, not on values.
TEST_F(Text, BlockNumbersAvoidCellCenters) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "labels", 300, 200);
    state.camera.pixels_per_cell = 40;
    for (const double down : {0.0, 0.3, 0.7}) {
        state.camera.center = {24, 24 + down};
        const Image with = stage().whole(state, 300, 200), without = stage().picture(state, 300, 200);
        int seen = 0;
        for (int y = 0; y < 200; ++y)
            for (int x = 0; x < 300; ++x) {
                if (with.at(x, y) == without.at(x, y)) continue;
                ++seen;
                const double row = state.camera.to_plane({x + 0.5, y + 0.5}, {300, 200}).y;
                ASSERT_GT(std::abs(row - std::floor(row) - 0.5), 0.2) << "row " << row;
            }
        EXPECT_GT(seen, 50) << down;
    }
}

TEST_F(Text, BlockNumbersAvoidTheLegend) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "labels", 300, 200);
    state.camera.pixels_per_cell = 40;
    state.camera.center = {24, 16 - (170 - 100) / 40.0}; // a border is 30 pixels above the bottom
    const int64_t all = text_pixels(stage(), state, 300, 200);
    state.covered_below = 36;
    EXPECT_LT(text_pixels(stage(), state, 300, 200), 0.7 * all) << "one number instead of two";
}

TEST_F(Text, OnlyVisibleCellsAreWritten) {
    const auto run = test::fake_run({.shape = {512, 512, 1}, .radius = 0});
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "values,labels", 300, 200);
    state.camera.pixels_per_cell = 60;
    ASSERT_EQ(stage().picture(state, 300, 200).width, 300u);
    ImGui::GetIO().DisplaySize = {300, 200};
    const Image shown = stage().whole(state, 300, 200); // a frame that loads the fonts
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    stage().view().draw_text(list, *run, state, {0, 0}, {300, 200});
    const int vertices = list.VtxBuffer.Size;
    ImGui::EndFrame();
    EXPECT_GT(vertices, 0);
    EXPECT_LT(vertices, 6 * 5 * 30 * 4 + 400) << "about 30 cells of at most 30 glyphs";
}

TEST_F(Text, StaysInsideTheView) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "values,labels", 150, 100);
    state.camera.pixels_per_cell = 64;
    ASSERT_EQ(stage().picture(state, 150, 100).width, 150u);
    const Image shown = stage().whole(state, 150, 100);
    ImGui::GetIO().DisplaySize = {400, 300};
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    stage().view().draw_text(list, *run, state, {100, 50}, {150, 100});
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.ElemCount == 0) continue;
        EXPECT_GE(command.ClipRect.x, 100);
        EXPECT_LE(command.ClipRect.w, 150);
    }
    ImGui::EndFrame();
}

TEST_F(Text, SwatchesStayInTheirRectangle) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "none", 120, 60);
    const Image first = stage().whole(state, 120, 60);
    for (int mark = 0; mark <= static_cast<int>(Mark::lit); ++mark) {
        ImGui::NewFrame();
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        draw_swatch(list, {Overlay::none, static_cast<Mark>(mark), ""}, {10, 10}, {26, 18}, {});
        EXPECT_GT(list.VtxBuffer.Size, 0) << mark;
        for (const ImDrawCmd& command : list.CmdBuffer)
            if (command.ElemCount > 0) {
                EXPECT_GE(command.ClipRect.x, 10) << mark;
                EXPECT_LE(command.ClipRect.z, 36) << mark;
            }
        ImGui::EndFrame();
    }
}

} // namespace
} // namespace warpscope::render
