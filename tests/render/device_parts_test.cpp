// Slabs and ghost rows of a run on several devices.
#include "render/maps/device_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "render/fake_run.hpp"

namespace warpscope::render {
namespace {

/// Returns a run with its output in three parts. The second part has ghost rows from the first and the third.
std::shared_ptr<const session::RunResult> divided(Shape shape, uint64_t part_cells, uint64_t row_cells) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run());
    ExecutionPlan& plan = run->prepared.plan;
    const uint32_t output = run->prepared.output_buffer;
    PlannedBuffer& buffer = plan.buffers[output];
    buffer.layout.shape = shape;
    const uint64_t cell = buffer.layout.cell_bytes();
    buffer.part_bytes = part_cells * cell;
    plan.devices = 3;
    const auto copy = [&](uint64_t from, uint32_t from_device, uint64_t to, uint32_t to_device, uint32_t before) {
        plan.copies.push_back(
            {{output, from * cell, from_device}, {output, to * cell, to_device}, row_cells * cell, before});
    };
    copy(0, 0, part_cells, 1, 0); // a copy of an earlier step
    copy(part_cells - row_cells, 0, part_cells, 1, 1);
    copy(2 * part_cells, 2, 2 * part_cells - row_cells, 1, 1);
    return run;
}

TEST(DeviceParts, PictureIsDividedIntoRows) {
    const auto run = divided({5, 11, 1}, 4 * 5, 5);
    const DeviceParts parts = device_parts(*run, Space::output);
    ASSERT_EQ(parts.slabs.size(), 3u);
    EXPECT_EQ(parts.slabs[1].rects, (std::vector<CellRect>{{0, 4, 5, 4}}));
    EXPECT_EQ(parts.slabs[2].rects, (std::vector<CellRect>{{0, 8, 5, 3}})) << "the last slab has one row less";
    ASSERT_EQ(parts.ghosts.size(), 2u) << "of the last step only";
    EXPECT_EQ(parts.ghosts[0].from, 0u);
    EXPECT_EQ(parts.ghosts[0].source, (CellRect{0, 3, 5, 1}));
    EXPECT_EQ(parts.ghosts[0].target, (CellRect{0, 4, 5, 1}));
    EXPECT_EQ(parts.ghosts[1].from, 2u);
    EXPECT_EQ(parts.ghosts[1].source, (CellRect{0, 8, 5, 1}));
}

TEST(DeviceParts, EmptyPartsAreNotDrawn) {
    EXPECT_EQ(device_parts(*divided({5, 4, 1}, 4 * 5, 5), Space::output).slabs.size(), 1u);
}

TEST(DeviceParts, WrappedLineIsDividedIntoPieces) {
    const auto run = divided({500, 1, 1}, 167, 1);
    const Content content(Space::buffer, run->prepared.output_buffer);
    const auto width = plane_of(*run, content).width();
    ASSERT_TRUE(plane_of(*run, content).wrapped());
    const DeviceParts parts = device_parts(*run, content);
    ASSERT_EQ(parts.slabs.size(), 3u);
    int64_t at = 0;
    for (const DeviceSlab& slab : parts.slabs)
        for (const CellRect& rect : slab.rects) {
            EXPECT_EQ(rect.y * width + rect.x, at);
            EXPECT_LE(rect.x + rect.width, width);
            EXPECT_EQ(rect.height, 1);
            at += rect.width;
        }
    EXPECT_EQ(at, 500);
}

TEST(DeviceParts, UndrawableContentHasNoParts) {
    const auto run = divided({5, 11, 1}, 4 * 5, 5);
    EXPECT_FALSE(device_parts(*run, Space::launch).any());
    const uint32_t output = run->prepared.output_buffer;
    EXPECT_FALSE(device_parts(*run, {Space::buffer, output, Lay::transposed}).any());
    EXPECT_FALSE(device_parts(*test::fake_run(), Space::output).any()) << "one device";
    EXPECT_TRUE(has(offered(*run, Space::output), Overlay::devices));
    EXPECT_FALSE(has(offered(*test::fake_run(), Space::output), Overlay::devices));
}

TEST(DeviceParts, LegendCountsDevicesRowsAndBytes) {
    const auto run = divided({5, 11, 1}, 4 * 5, 5);
    ViewState state;
    state.overlays = static_cast<OverlaySet>(Overlay::devices);
    const uint64_t bytes = 2 * 5 * run->prepared.plan.buffers[run->prepared.output_buffer].layout.cell_bytes();
    std::vector<std::string> texts;
    for (const LegendEntry& entry : legend(*run, nullptr, state)) texts.push_back(entry.text);
    EXPECT_NE(std::ranges::find(texts, "3 devices"), texts.end());
    EXPECT_NE(std::ranges::find(texts, fmt::format("2 ghost rows per step, {} bytes", bytes)), texts.end());
}

TEST(DeviceParts, LineLegendCountsCells) {
    const auto run = divided({500, 1, 1}, 167, 1);
    ViewState state;
    state.show(Content(Space::buffer, run->prepared.output_buffer));
    state.overlays = static_cast<OverlaySet>(Overlay::devices);
    std::vector<std::string> texts;
    for (const LegendEntry& entry : legend(*run, nullptr, state)) texts.push_back(entry.text);
    EXPECT_TRUE(std::ranges::any_of(texts, [](std::string_view text) { return text.starts_with("2 ghost cells per"); }))
        << testing::PrintToString(texts);
}

TEST(DeviceParts, VolumeLegendCountsPlanes) {
    const auto run = divided({4, 3, 6}, 2 * 12, 12);
    ViewState state;
    state.show(Content(Space::buffer, run->prepared.output_buffer));
    state.overlays = static_cast<OverlaySet>(Overlay::devices);
    const uint64_t bytes =
        uint64_t{2} * 12 * run->prepared.plan.buffers[run->prepared.output_buffer].layout.cell_bytes();
    std::vector<std::string> texts;
    for (const LegendEntry& entry : legend(*run, nullptr, state)) texts.push_back(entry.text);
    EXPECT_NE(std::ranges::find(texts, fmt::format("2 ghost planes per step, {} bytes", bytes)), texts.end());
}

/// The initial layout of halo_exchange_volume has three planes per device, and a ghost plane on each side.
TEST(DeviceParts, DevicesHaveOwnRowsOfPlanes) {
    for (const uint32_t planes : {3u, 5u}) {
        const Plane plane = Plane::of_data({11, 14, 2 * planes});
        EXPECT_EQ(plane.slice(planes - 1).y, plane.slice(0).y) << planes;
        EXPECT_GT(plane.slice(planes).y, plane.slice(0).y) << planes;
    }
}

} // namespace
} // namespace warpscope::render
