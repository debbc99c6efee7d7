// Colors of overlays in rendered cells.
#include "render/view_pixels.hpp"

namespace warpscope::render {
namespace {

TEST_F(ViewPixels, DivergedCellsAreHatchedVermilion) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "divergence", width, height);
    state.camera.pixels_per_cell = 24;
    state.camera.center = {70, 20};
    const Image image = stage().picture(state, width, height);
    const Pixel filled = tinted(cell_of(run->output, 20 * 76 + 70), palette::vermilion, fill::diverged);
    EXPECT_GT(count_in_cell(image, state, 70, 20, [&](Pixel p) { return distance(p, filled) <= 6; }), 100);
    EXPECT_GT(count_in_cell(image, state, 70, 20, [&](Pixel p) { return distance(p, filled) > 100; }), 30)
        << "the hatch is missing";
    EXPECT_EQ(count_in_cell(image, state, 63, 20, [&](Pixel p) { return p != cell_of(run->output, 20 * 76 + 63); }), 0)
        << "the warp left of it converged";
}

/// Orange over black would look brown, so dark data stay dark and get light lines. Light data stay light and get dark
/// lines.
TEST_F(ViewPixels, WarmTintsStayVisibleOnDark) {
    for (const uint8_t value : {uint8_t{0}, uint8_t{60}, uint8_t{255}}) {
        auto run = std::make_shared<session::RunResult>(*test::fake_run());
        run->output.bytes = std::make_shared<std::remove_const_t<SharedBytes::element_type>>(run->output.bytes->size(),
                                                                                             std::byte{value});
        stage().show(run);
        ViewState state = view_of(*run, Space::output, "divergence", width, height);
        state.camera.pixels_per_cell = 48;
        state.camera.center = {70, 20};
        const Image image = stage().picture(state, width, height);
        const auto luma = [](Pixel p) { return 0.299 * p.r + 0.587 * p.g + 0.114 * p.b; };
        const int near = count_in_cell(image, state, 70, 20, [&](Pixel p) {
            return distance(p, {value, value, value}) < 100;
        });
        const int lines = count_in_cell(
            image, state, 70, 20, [&](Pixel p) { return value < 128 ? luma(p) > value + 90 : luma(p) < value - 90; });
        EXPECT_GT(near, 1000) << int{value} << ": the data are not visible";
        EXPECT_GT(lines, 60) << int{value} << ": the hatch is not visible";
    }
    EXPECT_LT(warm_share({0, 0, 0}), 0.5f);
    EXPECT_FLOAT_EQ(warm_share({255, 255, 255}), 1);
}

TEST_F(ViewPixels, PartlyIdleCellsAreHalfYellow) {
    const auto run = test::fake_run({.shape = {66, 40, 1}, .block = {33, 1, 1}}); // the last warp has one lane
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "divergence", width, height);
    state.camera.pixels_per_cell = 48;
    state.camera.center = {32.5, 20.5};
    const Image image = stage().picture(state, width, height);
    const Pixel plain = cell_of(run->output, 20 * 66 + 32), filled = tinted(plain, palette::yellow, fill::partly_idle);
    const int yellow = count_in_cell(image, state, 32, 20, [&](Pixel p) { return distance(p, filled) <= 6; });
    const int untouched = count_in_cell(image, state, 32, 20, [&](Pixel p) { return p == plain; });
    EXPECT_GT(yellow, 600);
    EXPECT_GT(untouched, 600);
}

TEST_F(ViewPixels, IdleThreadsAreHatchedOutsideData) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "surplus", width, height);
    state.camera.pixels_per_cell = 24;
    state.camera.center = {76, 62};
    const Image image = stage().picture(state, width, height);
    const Grays gray = grays(false);
    const auto is_fill = [&](Pixel p) { return distance(p, pixel(gray.idle_fill)) <= 3; };
    const auto is_hatch = [&](Pixel p) { return distance(p, pixel(gray.idle_hatch)) <= 40; };
    for (const auto& [x, y] : {std::pair{77, 60}, {79, 63}, {72, 63}}) {
        EXPECT_GT(count_in_cell(image, state, x, y, is_fill), 150) << x << ',' << y;
        EXPECT_GT(count_in_cell(image, state, x, y, is_hatch), 40) << x << ',' << y;
    }
    for (const auto& [x, y] : {std::pair{74, 60}, {72, 58}})
        EXPECT_EQ(pixel_of(image, state, x, y), cell_of(run->output, static_cast<uint64_t>(y * 76 + x)));
    EXPECT_EQ(pixel_of(image, state, 81, 60), (Pixel{255, 255, 255})) << "nothing is drawn outside the launch";
}

TEST_F(ViewPixels, HaloAndGhostsFollowTheMask) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 0, 2));
    ViewState state = view_of(*run, Space::input, "halo,ghosts", width, height);
    state.camera.pixels_per_cell = 12;
    state.camera.center = {9, 9};
    const Image image = stage().picture(state, width, height);
    const Pixel halo = tinted(cell_of(run->input, 4 * 76 + 16), palette::orange, fill::halo);
    EXPECT_GT(count_in_cell(image, state, 16, 4, [&](Pixel p) { return distance(p, halo) <= 6; }), 40);
    EXPECT_EQ(pixel_of(image, state, 19, 4), cell_of(run->input, 4 * 76 + 19));
    const Pixel ghost = mixed({255, 255, 255}, palette::orange, fill::ghost);
    EXPECT_GT(count_in_cell(image, state, -1, 4, [&](Pixel p) { return distance(p, ghost) <= 6; }), 30);
    EXPECT_EQ(pixel_of(image, state, -4, 4), (Pixel{255, 255, 255}));
}

TEST_F(ViewPixels, BlockReadsKeepTheScalesColors) {
    const auto run = test::fake_run();
    const auto trace = std::make_shared<metrics::BlockTrace>(*test::fake_trace(*run, 0, 2));
    trace->halos.clear();
    stage().show(run, trace);
    const auto color_with = [&](const char* names) {
        ViewState state = view_of(*run, Space::input, names, width, height);
        state.camera.pixels_per_cell = 12;
        state.camera.center = {9, 9};
        return pixel_of(stage().picture(state, width, height), state, 9, 9);
    };
    EXPECT_EQ(color_with("reuse,accesses"), color_with("reuse"));
    EXPECT_NE(color_with("halo,accesses"), color_with("halo")) << "without a scale, the cells are tinted";
}

TEST_F(ViewPixels, DivergenceIsVisibleAtAnyZoom) {
    const auto run = test::fake_run({.shape = {1023, 769, 1}, .radius = 0});
    stage().show(run);
    for (const double zoom : {0.7, 0.21, 0.05}) {
        ViewState state = view_of(*run, Space::output, "none", 100, 80);
        state.camera.pixels_per_cell = zoom;
        state.camera.center = {1023, 400}; // one column of threads at the right edge is idle
        const Image plain = stage().picture(state, 100, 80);
        for (const char* name : {"divergence", "surplus"}) {
            state.overlays = parse_overlays(name).value();
            const Image image = stage().picture(state, 100, 80);
            int changed = 0;
            for (int x = 0; x < 100; ++x) changed += image.at(x, 40) != plain.at(x, 40);
            EXPECT_GT(changed, 0) << name << " at " << zoom;
        }
    }
}

TEST_F(ViewPixels, BlockBordersContrastAtEveryZoom) {
    const auto run = test::fake_run({.shape = {160, 96, 1}, .radius = 0});
    stage().show(run);
    // The shader finds borders in two ways. 16, 5 and 2.3 pixels per cell cover both.
    for (const double zoom : {16.0, 5.0, 2.3}) {
        ViewState state = view_of(*run, Space::output, "blocks", width, height);
        state.camera.pixels_per_cell = zoom;
        state.camera.center = {80, 40}; // a border is in the middle of the view
        const Image image = stage().picture(state, width, height);
        const int y = static_cast<int>(height / 2);
        int darkest = 765, lightest = 0;
        for (int x = 155; x < 165; ++x) {
            const Pixel p = image.at(x, y);
            darkest = std::min(darkest, p.r + p.g + p.b);
            lightest = std::max(lightest, p.r + p.g + p.b);
        }
        const int contrast = zoom > 4 ? 500 : 250; // sum of three channels; small blocks have fainter borders
        EXPECT_GT(lightest - darkest, contrast) << "no double stroke at " << zoom;
    }
}

TEST_F(ViewPixels, BordersFollowOwners) {
    const auto run = test::fake_run({.shape = {72, 8, 1}, .block = {8, 2, 1}, .cells_per_thread = 3});
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "threads", width, height);
    state.camera.pixels_per_cell = 30;
    state.camera.center = {31.5, 1.5};
    const Image threads = stage().picture(state, width, height);
    state.overlays = 0;
    const Image plain = stage().picture(state, width, height);
    const auto border_at = [&](double x) {
        const Point p = state.camera.to_pixel({x, 1.5}, {width, height});
        return threads.at(static_cast<int>(p.x), static_cast<int>(p.y)) !=
               plain.at(static_cast<int>(p.x), static_cast<int>(p.y));
    };
    EXPECT_TRUE(border_at(30));
    EXPECT_FALSE(border_at(31));
    EXPECT_FALSE(border_at(32));
    EXPECT_TRUE(border_at(33));
}

TEST_F(ViewPixels, WarpsAreTinted) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "warps", width, height);
    state.camera.pixels_per_cell = 20;
    state.camera.center = {8, 8};
    const Image image = stage().picture(state, width, height);
    for (int warp = 0; warp < 6; ++warp) { // each warp has two rows of sixteen threads
        const Pixel expected = mixed(cell_of(run->output, static_cast<uint64_t>((2 * warp + 2) * 76 + 5)),
                                     palette::warp_tints[static_cast<size_t>(warp + 1)], fill::warp);
        EXPECT_LE(distance(pixel_of(image, state, 5, 2 * warp + 2), expected), 4) << "warp " << warp + 1;
    }
}

TEST_F(ViewPixels, ReuseUsesViridis) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::input, "reuse", width, height);
    const Image image = stage().picture(state, width, height);
    const Pixel corner = heated(cell_of(run->input, 0), palette::heat(0));
    const Pixel middle = heated(cell_of(run->input, 30 * 76 + 30), palette::heat(1));
    EXPECT_LE(distance(pixel_of(image, state, 0, 0), corner), 8);
    EXPECT_LE(distance(pixel_of(image, state, 30, 30), middle), 8);
}

TEST_F(ViewPixels, PaintedThreadsUseViridis) {
    const auto run = test::fake_run();
    Paint paint{{1, 2}, metrics::Measure::executions, "line 7"};
    stage().show(run);
    stage().textures().set_probes(run, test::fake_probes(*run, paint));
    for (const Space space : {Space::input, Space::output, Space::launch})
        for (const double zoom : {0.25, 4.0}) {
            ViewState state = view_of(*run, space, "surplus,divergence,warps", width, height);
            state.camera.pixels_per_cell = zoom;
            state.camera.center = {30, 30};
            state.paint = paint;
            const Image image = stage().picture(state, width, height);
            if (zoom < 1) {
                // Half of the rows are painted. Their color is visible from afar and does not change.
                const Pixel p = pixel_of(image, state, 30, 30), low = pixel(palette::heat(0.49));
                EXPECT_GT(p.g, p.r) << "space " << static_cast<int>(space);
                EXPECT_LE(distance(p, low), 330);
                continue;
            }
            for (const int y : {0, 30, 60}) {
                const double level = y / 60.0;
                const Pixel there = pixel_of(image, state, 30, y);
                // In launch space, the picture under the heat is weaker.
                if (space == Space::launch)
                    EXPECT_LE(distance(there, pixel(palette::heat(level))), 140) << "row " << y;
                else // warps and divergence are drawn under the heat
                    EXPECT_LE(
                        distance(there, mixed(cell_of(contents_of(*run, space), static_cast<uint64_t>(76 * y + 30)),
                                              palette::heat(level), fill::heat)),
                        60)
                        << "row " << y << " in space " << static_cast<int>(space);
                EXPECT_GT(distance(pixel_of(image, state, 30, y + 1), pixel(palette::heat(level))), 60);
            }
        }
}

TEST_F(ViewPixels, ArrangementPartsShowTheirOwnHeat) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run({.operand_reads = 7}));
    run->prepared.arrangement = {std::nullopt, 2, 1, true, {}}; // the operand's 62 x 76 cells are above, transposed
    stage().show(run);
    stage().textures().set_probes(run, test::fake_probes(*run));
    ViewState state = view_of(*run, Space::matrices, "sectors", width, height);
    state.camera.pixels_per_cell = 2;
    state.camera.center = {30, 0};
    const Image image = stage().picture(state, width, height);
    const auto expected = [&](const render::Content& content, uint64_t cell, double level) {
        return heated(cell_of(contents_of(*run, content), cell), palette::heat(level));
    };
    const auto level = [](int place) { return (std::sqrt(place + 1.0) - 1) / (std::sqrt(76.0) - 1); };
    const int64_t above = parts_of(*run, Space::matrices).front().rect.y;
    for (const int row : {20, 55}) // all buffers share one scale: 1 to 76
        EXPECT_LE(
            distance(pixel_of(image, state, 10, static_cast<int>(above) + row),
                     expected({Space::buffer, 2, Lay::transposed}, static_cast<uint64_t>(10 * 62 + row), level(row))),
            12)
            << row;
    for (const int x : {10, 50})
        EXPECT_LE(distance(pixel_of(image, state, x, 20),
                           expected(Space::output, static_cast<uint64_t>(20 * 76 + x), level(x))),
                  12)
            << x;
}

} // namespace
} // namespace warpscope::render
