// A moment within a launch: cells of unfinished blocks are hatched.
#include <algorithm>
#include <cstdlib>

#include "render/layout/cell_plane.hpp"
#include "render/maps/moment_mask.hpp"
#include "render/stage_fixture.hpp"
#include "scene/names.hpp"

namespace warpscope::render {
namespace {

using test::Image;
using test::Pixel;
using test::pixel_of;
using test::view_of;
using test::WithStage;

class MomentPixels : public WithStage {
protected:
    static constexpr uint32_t width = 480, height = 400;

    /// Returns a state in which blocks end in the order of their numbers, and two run at a time.
    static BlocksSoFar one_by_one(uint64_t blocks, uint32_t ended) {
        auto order = std::make_shared<BlocksSoFar::Order>();
        for (uint32_t i = 0; i < blocks; ++i) order->blocks.push_back({i + 1, i < 1 ? 0 : i - 1});
        return {std::move(order), ended};
    }
};

/// Returns whether two pixels are equal, except for rounding by other shader variants.
bool alike(Pixel a, Pixel b) {
    const auto near = [](uint8_t x, uint8_t y) { return std::abs(int{x} - int{y}) <= 2; };
    return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b);
}

size_t unlike(const Image& a, const Image& b) {
    size_t count = 0;
    for (uint32_t y = 0; y < a.height; ++y)
        for (uint32_t x = 0; x < a.width; ++x)
            count +=
                !alike(a.at(static_cast<int>(x), static_cast<int>(y)), b.at(static_cast<int>(x), static_cast<int>(y)));
    return count;
}

TEST_F(MomentPixels, OnlyEndedBlocksShowOutput) {
    const auto run = test::fake_run();
    stage().show(run);
    const uint64_t blocks = run->shown().config.blocks();
    for (const double zoom : {5.0, 1.0}) {
        for (const char* overlays : {"none", "blocks,warps,divergence"}) {
            ViewState state = view_of(*run, Space::output, overlays, width, height);
            state.camera.pixels_per_cell = zoom;
            const Image whole = stage().picture(state, width, height);
            state.so_far = one_by_one(blocks, 7);
            const Image some = stage().picture(state, width, height);
            EXPECT_FALSE(stage().textures().problem()) << stage().textures().problem()->text();
            size_t as_before = 0, hatched = 0;
            for (int64_t y = 3; y < 62; y += 4)
                for (int64_t x = 3; x < 76; x += 4) {
                    const Selection there =
                        pick(*run, Space::output, {static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
                    const uint64_t block = block_of(run->shown().config, there.thread);
                    const auto px = static_cast<double>(x), py = static_cast<double>(y);
                    const bool same = alike(pixel_of(some, state, px, py), pixel_of(whole, state, px, py));
                    if (block < 7) {
                        EXPECT_TRUE(same) << x << "," << y << " at zoom " << zoom << " with " << overlays;
                        ++as_before;
                    } else {
                        hatched += !same;
                    }
                }
            EXPECT_GT(as_before, 50u);
            EXPECT_GT(hatched, 80u); // some hatched pixels look the same by chance and are not counted
            state.so_far = one_by_one(blocks, static_cast<uint32_t>(blocks));
            EXPECT_EQ(unlike(stage().picture(state, width, height), whole), 0u)
                << "all have ended, zoom " << zoom << ", " << overlays;
        }
    }
}

TEST_F(MomentPixels, RunningBlocksHaveTheirColor) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "none", width, height);
    state.so_far = one_by_one(run->shown().config.blocks(), 7);
    const Image image = stage().picture(state, width, height);
    // Blocks are 16 by 16 cells, five per row. Blocks 7 and 8 run, 12 has not begun.
    size_t differs = 0;
    for (double at = 2; at < 14; ++at)
        differs += !(pixel_of(image, state, 2 * 16 + at, 16 + at) == pixel_of(image, state, 2 * 16 + at, 32 + at));
    EXPECT_GT(differs, 8u);
}

TEST_F(MomentPixels, InputIsCompleteFromTheStart) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::input, "blocks", width, height);
    const Image whole = stage().picture(state, width, height);
    state.so_far = one_by_one(run->shown().config.blocks(), 0);
    EXPECT_EQ(stage().picture(state, width, height), whole);
}

TEST_F(MomentPixels, UnwrittenCellsShowNoValues) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "values", width, height);
    state.camera.pixels_per_cell = 60;
    state.camera.center = {20, 20}; // within block 6
    state.so_far = one_by_one(run->shown().config.blocks(), 0);
    const Image text = stage().whole(state, width, height), bare = stage().picture(state, width, height);
    EXPECT_EQ(text, bare);
    state.so_far.ended = 7;
    EXPECT_NE(stage().whole(state, width, height), stage().picture(state, width, height));
}

/// Returns accesses to the first `done` cells of the block of 16 x 16 cells at (16, 16).
std::shared_ptr<const MomentCells> cells_at(const session::RunResult& run, uint64_t done) {
    auto moment = std::make_shared<MomentCells>();
    moment->buffers.resize(run.prepared.plan.buffers.size());
    const uint64_t width = run.prepared.plan.buffers[run.prepared.output_buffer].layout.shape.width;
    for (MomentCells::Buffer& cells : moment->buffers) {
        for (uint64_t k = 0; k < 256; ++k) {
            const uint64_t cell = (16 + k / 16) * width + 16 + k % 16;
            if (k < done) cells.read.push_back(cell), cells.written.push_back(cell);
            if (k >= done) cells.pending.push_back(cell);
            if (k / 4 == done / 4) cells.now_read.push_back(cell);
        }
        cells.all_read = cells.all_written = 256;
    }
    return moment;
}

TEST_F(MomentPixels, IncrementalMomentMatchesFullDrawing) {
    const auto run = test::fake_run();
    stage().show(run);
    for (const Space space : {Space::input, Space::output})
        for (const double zoom : {12.0, 5.0, 0.7}) {
            ViewState state = view_of(*run, space, "blocks,threads,accesses,halo", width, height);
            state.camera.pixels_per_cell = zoom;
            state.moment = cells_at(*run, 0);
            (void)stage().picture(state, width, height);
            for (const uint64_t done : {1u, 40u, 41u, 255u, 256u, 17u}) {
                state.moment = cells_at(*run, done);
                const Image over = stage().picture(state, width, height);
                ViewState other = state;
                other.moment = nullptr;
                const Image without = stage().picture(other, width, height);
                const Image redrawn = stage().picture(state, width, height);
                size_t wrong = 0, changed = 0;
                for (int y = 0; y < static_cast<int>(height); ++y)
                    for (int x = 0; x < static_cast<int>(width); ++x) {
                        wrong += !(over.at(x, y) == redrawn.at(x, y));
                        changed += !(without.at(x, y) == redrawn.at(x, y));
                    }
                EXPECT_EQ(wrong, 0u) << done << " of " << scene::name_of(space) << " at zoom " << zoom;
                EXPECT_GT(changed, 20u);
            }
        }
}

TEST_F(MomentPixels, MasksHoldEachBlockCell) {
    const auto run = test::fake_run();
    const auto moment = cells_at(*run, 37);
    const MomentCells::Buffer& cells = moment->buffers[run->prepared.output_buffer];
    const FocusMask mask = moment_mask(*run, *moment, Space::output);
    const Plane plane = plane_of(*run, Space::output);
    const auto is_in = [](const std::vector<uint64_t>& list, uint64_t cell) {
        return std::ranges::binary_search(list, cell);
    };
    for (uint64_t cell = 0; cell < plane.items(); ++cell) {
        const int bits = (is_in(cells.read, cell) ? focus_block : 0) |
                         (is_in(cells.now_read, cell) ? focus_window : 0) |
                         (is_in(cells.pending, cell) ? focus_pending : 0);
        ASSERT_EQ(mask.at(plane.place_of(cell)), bits) << cell;
    }
    EXPECT_EQ(mask.rect, (CellRect{16, 16, 16, 16}));
}

} // namespace
} // namespace warpscope::render
