#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/fake_run.hpp"
#include "render/maps/buffer_picture.hpp"
#include "render/style/level_of_detail.hpp"
#include "scene/names.hpp"

namespace warpscope::render {
namespace {

using testing::ElementsAre;

TEST(Overlays, HaveTheNamesOfScenes) {
    for (const OverlayInfo& info : overlays()) EXPECT_EQ(scene::name_of(info.overlay), info.name);
    EXPECT_EQ(overlays().size(), scene::all_overlays().size());
}

TEST(Overlays, NamesAreParsed) {
    EXPECT_EQ(parse_overlays("blocks,halo").value(), Overlay::blocks | Overlay::halo);
    EXPECT_EQ(parse_overlays("none").value(), 0u);
    EXPECT_EQ(parse_overlays("").value(), 0u);
    OverlaySet together = 0; // a view shows one heat map at a time
    for (const OverlayInfo& info : overlays())
        if (info.heat == nullptr || info.overlay == Overlay::reuse) together = together | info.overlay;
    EXPECT_EQ(parse_overlays("all").value(), together);
    const auto wrong = parse_overlays("blocks,halos");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
    EXPECT_THAT(wrong.error().text(), testing::HasSubstr("'halos'"));
    EXPECT_THAT(wrong.error().text(), testing::HasSubstr("ghosts"));
}

ViewState state_of(Space space, std::string_view names) {
    ViewState state;
    state.space = space;
    state.overlays = parse_overlays(names).value();
    return state;
}

std::vector<std::string> texts(const session::RunResult& run, const metrics::BlockTrace* trace,
                               const ViewState& state) {
    std::vector<std::string> lines;
    for (const LegendEntry& entry : legend(run, trace, state)) lines.push_back(entry.text);
    return lines;
}

TEST(Legend, GrayPicturesHaveAScale) {
    const ViewState state = state_of(Space::output, "none");
    const auto texts_with = [&](uint32_t channels, const std::optional<ValueScale>& scale) {
        const auto run = test::fake_run({.channels = channels});
        if (scale) run->derived.get<ValueScale>(NotFinite::key(*run, Content(Space::output)), [&] { return *scale; });
        return texts(*run, nullptr, state);
    };
    EXPECT_THAT(texts_with(1, std::nullopt), ElementsAre()) << "its picture is not made yet";
    EXPECT_THAT(texts_with(1, ValueScale{{-2, 7.5}, {}}), ElementsAre("-2 to 7.5"));
    EXPECT_THAT(texts_with(1, ValueScale{{0, 90976}, {}}), ElementsAre("0 to 90\u00a0976"))
        << "whole numbers are exact";
    EXPECT_THAT(texts_with(1, ValueScale{{0, 1}, 1.0}), ElementsAre("all values are 1")) << "not white like nothing";
    EXPECT_THAT(texts_with(3, ValueScale{{0, 255}, {}}), ElementsAre()) << "colors have no scale";
}

TEST(Legend, CountsShownOverlays) {
    const auto run = test::fake_run();
    ViewState state = state_of(Space::output, "all");
    EXPECT_THAT(texts(*run, nullptr, state),
                ElementsAre("20 blocks of 16 x 16", "5120 threads", "160 warps, 8 per block", "408 idle threads",
                            "31 of 160 warps diverged"));
    state.space = Space::input;
    state.selection = pick(*run, Space::output, {41, 25});
    const auto trace = test::fake_trace(*run, 7, 2);
    EXPECT_THAT(texts(*run, trace.get(), state),
                ElementsAre("20 blocks of 16 x 16", "5120 threads", "160 warps, 8 per block", "144 halo cells",
                            "0 ghost cells (declared)", "9 to 25 loads per cell", "thread reads 25 cells",
                            "block (2, 1)"));
}

TEST(Overlays, OnlyDrawableOnesAreOffered) {
    const auto run = test::fake_run();
    EXPECT_TRUE(has(offered(*run, Space::input), Overlay::halo));
    EXPECT_TRUE(has(offered(*run, Space::output), Overlay::idle_threads));
    EXPECT_FALSE(has(offered(*run, Space::output), Overlay::reuse)) << "nothing reads the output";
    auto other = std::make_shared<session::RunResult>(*run);
    other->input.layout.shape = {31, 2, 1};
    const OverlaySet unrelated = offered(*other, Space::input);
    for (const Overlay overlay : {Overlay::blocks, Overlay::threads, Overlay::warps, Overlay::halo, Overlay::ghosts})
        EXPECT_FALSE(has(unrelated, overlay)) << "cells of the input are not those of the output";
    EXPECT_TRUE(has(unrelated, Overlay::values));
    EXPECT_TRUE(has(unrelated, Overlay::accesses));
}

TEST(Legend, OmitsHiddenOverlays) {
    const auto run = test::fake_run();
    EXPECT_TRUE(legend(*run, nullptr, state_of(Space::output, "none")).empty());
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::output, "surplus")), ElementsAre("408 idle threads"));
}

TEST(Legend, HelpersAreNotIdle) {
    const auto run = test::fake_run({.helpers = 3});
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::output, "surplus")), ElementsAre("408 threads without a cell"));
}

TEST(Legend, OmitsZeroIdleThreads) {
    const auto run = test::fake_run({.shape = {32, 32, 1}, .block = {16, 16, 1}});
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::output, "surplus")), ElementsAre());
}

TEST(Legend, MarksDeclaredValues) {
    const auto run = test::fake_run();
    const ViewState state = state_of(Space::input, "halo,ghosts");
    const auto trace = test::fake_trace(*run, 0, 2);
    const std::vector<LegendEntry> entries = legend(*run, trace.get(), state);
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_FALSE(entries[0].declared);
    EXPECT_TRUE(entries[1].declared);
    EXPECT_EQ(entries[1].text, "76 ghost cells (declared)");
}

TEST(Legend, HaloNeedsADeclaredWindow) {
    const auto run = test::fake_run();
    auto undeclared = std::make_shared<session::RunResult>(*run);
    undeclared->prepared.window.reset();
    const auto trace = test::fake_trace(*undeclared, 0, 2);
    EXPECT_THAT(texts(*undeclared, trace.get(), state_of(Space::input, "halo")),
                ElementsAre("loads 68 cells outside its tile"));
    EXPECT_THAT(texts(*undeclared, nullptr, state_of(Space::input, "halo")),
                ElementsAre("hover a block to see loads outside its tile"));
}

TEST(Legend, ExplainsInvisibleIdleThreads) {
    const auto run = test::fake_run({.shape = {77, 5, 1}, .block = {8, 2, 1}, .cells_per_thread = 3});
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::output, "surplus")),
                ElementsAre("62 idle threads (shown in Launch space)"));
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::launch, "surplus")), ElementsAre("62 idle threads"));
}

TEST(Legend, IncompleteWarpsArePartlyIdle) {
    const auto run = test::fake_run({.shape = {33, 4, 1}, .block = {33, 1, 1}});
    EXPECT_THAT(texts(*run, nullptr, state_of(Space::output, "divergence")),
                ElementsAre("0 of 8 warps diverged", "4 of 8 warps partly idle"));
}

LevelOfDetail at(double pixels_per_cell, const BlockExtent& block = {16, 16}, float scale = 1) {
    ViewState state = state_of(Space::output, "all");
    state.camera.pixels_per_cell = pixels_per_cell;
    state.theme.scale = scale;
    return level_of_detail(state, block);
}

TEST(LevelOfDetail, DetailsAppearWithSize) {
    EXPECT_EQ(at(0.3)[Overlay::blocks], 0) << "blocks under 6 pixels";
    EXPECT_GT(at(0.5)[Overlay::blocks], 0);
    EXPECT_EQ(at(4)[Overlay::threads], 0);
    EXPECT_GT(at(5)[Overlay::threads], 0);
    EXPECT_LT(at(2)[Overlay::warps], 1);
    EXPECT_EQ(at(2.5)[Overlay::warps], 1);
    EXPECT_EQ(at(24.8)[Overlay::values], 0) << "half-faded numbers look like smudges";
    EXPECT_EQ(at(25)[Overlay::values], 1);
    EXPECT_EQ(at(47)[Overlay::labels], 0);
    EXPECT_EQ(at(64)[Overlay::labels], 1);
    EXPECT_EQ(at(0.01)[Overlay::divergence], 1) << "seen from any distance";
    EXPECT_EQ(at(0.01)[Overlay::halo], 1);
    EXPECT_EQ(at(12, {16, 16}, 2)[Overlay::values], 0);
    EXPECT_LT(at(2.5, {16, 16}, 2)[Overlay::warps], 1) << "a larger scale needs larger cells";
}

TEST(LevelOfDetail, WidespreadDivergenceKeepsDataVisible) {
    ViewState state = state_of(Space::output, "all");
    state.camera.pixels_per_cell = 12;
    const auto shown = [&](double diverged) { return level_of_detail(state, {16, 16}, diverged)[Overlay::divergence]; };
    EXPECT_EQ(shown(0.05), 1);
    EXPECT_EQ(shown(0.25), 1);
    EXPECT_LT(shown(0.6), 0.25f);
    EXPECT_GT(shown(1), 0.15f) << "the overlay stays visible";
    state.camera.pixels_per_cell = 30;
    EXPECT_GT(shown(1), 0.5f) << "large cells are visible between the lines";
    EXPECT_LT(shown(1), 0.75f);
    state.camera.pixels_per_cell = 12;
    EXPECT_EQ(level_of_detail(state, {16, 16}, 0.25).cross_spacing, 1);
    EXPECT_EQ(level_of_detail(state, {16, 16}, 1).cross_spacing, 2) << "fewer crosses";
}

TEST(LevelOfDetail, DetailsFadeSmoothly) {
    LevelOfDetail before = at(0.01);
    for (double zoom = 0.01; zoom < 500; zoom *= 1.01) {
        const LevelOfDetail now = at(zoom);
        for (const auto member : {&LevelOfDetail::border_scale, &LevelOfDetail::thread_casing, &LevelOfDetail::window,
                                  &LevelOfDetail::selected_warp})
            ASSERT_LT(std::abs(now.*member - before.*member), 0.08f) << "at " << zoom;
        ASSERT_LT(std::abs(now.patterns - before.patterns), 0.08f) << "at " << zoom;
        for (const OverlayInfo& overlay : overlays())
            if (overlay.overlay != Overlay::values) {
                ASSERT_LT(std::abs(now[overlay.overlay] - before[overlay.overlay]), 0.08f)
                    << overlay.name << " at " << zoom;
            }
        before = now;
    }
}

TEST(LevelOfDetail, DenseBlocksHaveNoBorders) {
    EXPECT_EQ(at(0.6, {8, 32})[Overlay::blocks], 0) << "blocks would look as wide as the picture";
    EXPECT_GT(at(2, {8, 32})[Overlay::blocks], 0);
    EXPECT_EQ(at(4.2, {100, 1})[Overlay::blocks], 0) << "blocks would look as high as the picture";
}

TEST(LevelOfDetail, BlocksInALineHaveBorders) { EXPECT_GT(at(3, {64, 1, true})[Overlay::blocks], 0.9f); }

} // namespace
} // namespace warpscope::render
