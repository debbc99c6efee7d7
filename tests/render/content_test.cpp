// Contents of a view's pixels.
#include "render/view_pixels.hpp"

namespace warpscope::render {
namespace {

TEST_F(ViewPixels, MagnifiedCellsShowTheirValues) {
    const auto run = test::fake_run();
    stage().show(run);
    for (const Space space : {Space::input, Space::output}) {
        ViewState state = view_of(*run, space, "none", width, height);
        for (const double zoom : {1.0, 3.4, 40.0}) {
            state.camera.pixels_per_cell = zoom;
            state.camera.center = zoom == 1.0 ? Point{38, 31} : Point{38.3, 31.7};
            const Image image = stage().picture(state, width, height);
            const HostBuffer& buffer = space == Space::input ? run->input : run->output;
            for (const auto& [x, y] : {std::pair{38, 31}, {37, 30}, {41, 33}, {36, 32}})
                EXPECT_EQ(pixel_of(image, state, x, y), cell_of(buffer, static_cast<uint64_t>(y * 76 + x)))
                    << "cell " << x << ',' << y << " at " << zoom;
        }
    }
}

TEST_F(ViewPixels, MinifiedPicturesAreAverages) {
    // A checkerboard of single cells is gray from afar, without noise.
    auto run = std::make_shared<session::RunResult>(*test::fake_run({.shape = {256, 256, 1}}));
    Bytes bytes(run->output.layout.bytes());
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = (i / 3 % 256 + i / 3 / 256) % 2 == 0 ? std::byte{0} : std::byte{255};
    run->output.bytes = std::make_shared<const Bytes>(bytes);
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "none", 100, 100);
    for (const double zoom : {0.5, 0.3, 0.05}) {
        state.camera.pixels_per_cell = zoom;
        const Image image = stage().picture(state, 100, 100);
        EXPECT_LE(distance(image.at(50, 50), {128, 128, 128}), 30) << "at " << zoom;
    }
}

TEST_F(ViewPixels, DisablingAnOverlayRestoresThePicture) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 0, 2));
    stage().textures().set_probes(run, test::fake_probes(*run));
    for (const Space space : {Space::input, Space::output, Space::launch})
        for (const double zoom : {0.4, 3.0, 20.0}) {
            ViewState off = view_of(*run, space, "none", width, height);
            off.camera.pixels_per_cell = zoom;
            off.camera.center = {70, 56};
            // This center shows ghosts, the halo, and a border next to the selection.
            if (space == Space::input) off.camera.center = {11, 5};
            off.selection = pick(*run, Space::output, {3, 3});
            const Image plain = stage().picture(off, width, height);
            for (const OverlayInfo& info : overlays()) {
                ViewState on = off;
                on.overlays = on.overlays | info.overlay;
                const Image changed = stage().picture(on, width, height);
                const bool text = info.overlay == Overlay::values || info.overlay == Overlay::labels;
                if (space == Space::output && info.overlay == Overlay::accesses)
                    continue; // the selected thread's cell is outside the view
                const bool meant = has(offered(*run, space), info.overlay);
                // At other zooms, borders of threads, tints of warps, and small blocks are not drawn.
                if (!text && meant && zoom == 20.0) {
                    EXPECT_NE(changed, plain) << info.name;
                }
                if (!meant && space != Space::launch) {
                    EXPECT_EQ(changed, plain) << info.name;
                }
                EXPECT_EQ(stage().picture(off, width, height), plain) << info.name;
            }
        }
}

/// Returns a view in whose middle a cell of half a pixel is pinned.
ViewState small_pinned_cell(const session::RunResult& run, uint32_t width, uint32_t height) {
    ViewState state = view_of(run, Space::input, "halo", width, height);
    state.camera.pixels_per_cell = 0.5;
    state.camera.center = {0, 0};
    state.selection = pick(run, Space::output, {0, 0});
    state.selection.pinned = true;
    return state;
}

// The ring surrounds the block and its halo, so it may extend far beyond the edge of the data.
TEST_F(ViewPixels, SmallCellHasACompleteRing) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 0, 40));
    const Image image = stage().picture(small_pinned_cell(*run, width, height), width, height);
    const auto ring_color = [&](int x, int y) { return distance(image.at(x, y), pixel(palette::thread)) < 60; };
    int right = 0, left = 0;
    for (int x = 0; x < static_cast<int>(width) / 2 - 20; ++x) { // the selected cell is in the middle
        left += ring_color(x, height / 2);
        right += ring_color(static_cast<int>(width) - 1 - x, height / 2);
    }
    EXPECT_GT(right, 0);
    EXPECT_GT(left, 0) << "the ring continues outside the data";
}

TEST_F(ViewPixels, RingDoesNotGrowWithDistantReads) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 0, 300));
    const Image image = stage().picture(small_pinned_cell(*run, width, height), width, height);
    int near = 0, far = 0;
    for (int x = 0; x < static_cast<int>(width); ++x) {
        if (distance(image.at(x, height / 2), pixel(palette::thread)) >= 60) continue;
        (std::abs(x - static_cast<int>(width) / 2) < 20 ? near : far) += 1;
    }
    EXPECT_GT(near, 0);
    EXPECT_EQ(far, 0);
}

TEST_F(ViewPixels, SelectionIsSkyBlue) {
    const auto run = test::fake_run();
    stage().show(run);
    for (const Space space : {Space::input, Space::output, Space::launch})
        for (const double zoom : {2.0, 8.0}) {
            ViewState state = view_of(*run, space, "none", width, height);
            state.camera.pixels_per_cell = zoom;
            state.camera.center = {40, 24};
            state.selection = pick(*run, Space::output, {41, 25});
            const Image image = stage().picture(state, width, height);
            const Point edge = state.camera.to_pixel({32, 20}, {width, height}); // left side of block (2, 1)
            int blue = 0;
            for (int x = -3; x <= 3; ++x)
                blue += distance(image.at(static_cast<int>(edge.x) + x, static_cast<int>(edge.y)),
                                 pixel(palette::sky_blue)) <= 12;
            EXPECT_GE(blue, 2) << "space " << static_cast<int>(space) << " at " << zoom;
        }
}

TEST_F(ViewPixels, LaunchSpaceNeedsNoOwners) {
    const auto run = test::fake_run({.shape = {20, 9, 1}, .block = {7, 5, 1}, .owns = false});
    stage().show(run);
    ViewState state = view_of(*run, Space::launch, "blocks,surplus", width, height);
    const Image image = stage().picture(state, width, height);
    const Grays gray = grays(false);
    EXPECT_GT(count_in_cell(image, state, 3, 2, [&](Pixel p) { return distance(p, pixel(gray.idle_fill)) <= 3; }), 30);
    state.overlays = 0;
    EXPECT_EQ(pixel_of(stage().picture(state, width, height), state, 3, 2), pixel(gray.unowned));
}

TEST_F(ViewPixels, EmptyViewShowsBackground) {
    ViewState state;
    state.overlays = parse_overlays("all").value();
    state.theme.background = 0xff302010;
    const Image image = stage().picture(state, 33, 17);
    for (int i = 0; i < 17 * 33; ++i) ASSERT_EQ(image.at(i % 33, i / 33), (Pixel{0x10, 0x20, 0x30}));
}

TEST_F(ViewPixels, OddSizesDraw) {
    for (const test::FakeSettings& settings :
         {test::FakeSettings{.shape = {1, 1, 1}, .block = {7, 5, 1}}, test::FakeSettings{.shape = {1, 97, 1}},
          test::FakeSettings{.shape = {1009, 1, 1}, .block = {33, 1, 1}}}) {
        const auto run = test::fake_run(settings);
        stage().show(run, test::fake_trace(*run, 0, 2));
        for (const Space space : {Space::input, Space::output, Space::launch})
            for (const auto& [w, h] : {std::pair{1u, 1u}, {201u, 3u}, {97u, 89u}}) {
                ViewState state = view_of(*run, space, "all", w, h);
                state.selection = pick(*run, Space::output, {0, 0});
                EXPECT_EQ(stage().picture(state, w, h).rgba.size(), size_t{4} * w * h);
            }
    }
}

} // namespace
} // namespace warpscope::render
