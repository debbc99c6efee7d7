// Pictures of views. WARPSCOPE_REBASE=1 rewrites them; a failure writes seen_NAME.png.
#include <fmt/format.h>

#include "base/rebase.hpp"
#include "render/stage_fixture.hpp"

namespace warpscope::render {
namespace {

using test::Image;
using test::view_of;
using test::WithStage;

struct Difference {
    int largest = 0;      // in one channel of one pixel
    double share_off = 0; // fraction of pixels that differ by more than a driver's rounding
};

Difference compare(const Image& a, const Image& b) {
    Difference d;
    int off = 0;
    for (size_t i = 0; i < a.rgba.size(); i += 4) {
        int here = 0;
        for (size_t k = 0; k < 3; ++k) here = std::max(here, std::abs(a.rgba[i + k] - b.rgba[i + k]));
        d.largest = std::max(d.largest, here);
        off += here > 8;
    }
    d.share_off = off / (static_cast<double>(a.rgba.size()) / 4);
    return d;
}

class Golden : public WithStage {
protected:
    void expect(const std::string& name, const Image& seen) {
        const std::filesystem::path file =
            std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/render/golden" / (name + ".png");
        if (rebasing()) {
            test::write_png(file, seen);
            return;
        }
        const Image golden = test::read_png(file);
        ASSERT_EQ(golden.width, seen.width) << file;
        ASSERT_EQ(golden.height, seen.height) << file;
        const Difference d = compare(golden, seen);
        // Drivers may round a line's position differently, in at most one of 300 pixels.
        if (d.share_off > 1.0 / 300) {
            test::write_png(std::filesystem::current_path() / ("seen_" + name + ".png"), seen);
            ADD_FAILURE() << fmt::format("{}: {:.2f} % of pixels differ, at most by {}; seen_{}.png is what was drawn",
                                         file.string(), d.share_off * 100, d.largest, name);
        }
    }
    static constexpr uint32_t width = 320, height = 260;
};

TEST_F(Golden, ComparisonDetectsDifference) {
    Image a{2, 2, std::vector<uint8_t>(16, 100)}, b = a;
    EXPECT_EQ(compare(a, b).share_off, 0);
    b.rgba[4] = 120;
    EXPECT_EQ(compare(a, b).share_off, 0.25);
    EXPECT_EQ(compare(a, b).largest, 20);
}

TEST_F(Golden, WholeOutputMatches) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "blocks,surplus,divergence,labels", width, height);
    state.selection = pick(*run, Space::output, {41, 25});
    expect("output", stage().whole(state, width, height));
    state.theme.dark = true;
    state.theme.background = 0xff1e1a18;
    expect("output_dark", stage().whole(state, width, height));
}

TEST_F(Golden, HaloAndGhostsMatch) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 0, 2));
    ViewState state = view_of(*run, Space::input, "blocks,threads,halo,ghosts,accesses", width, height);
    state.camera.pixels_per_cell = 11;
    state.camera.center = {10, 9};
    state.selection = pick(*run, Space::output, {3, 2});
    state.selection.pinned = true;
    expect("halo", stage().whole(state, width, height));
}

TEST_F(Golden, ValuesAndLabelsMatch) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "blocks,threads,warps,surplus,values,labels", width, height);
    state.camera.pixels_per_cell = 64;
    state.camera.center = {75.5, 31.7};
    expect("values", stage().whole(state, width, height));
}

TEST_F(Golden, LaunchSpaceMatches) {
    const auto run = test::fake_run();
    stage().show(run);
    ViewState state = view_of(*run, Space::launch, "blocks,surplus,divergence", width, height);
    expect("launch", stage().whole(state, width, height));
}

TEST_F(Golden, ReuseMatches) {
    const auto run = test::fake_run();
    stage().show(run);
    expect("reuse", stage().whole(view_of(*run, Space::input, "reuse", width, height), width, height));
}

TEST_F(Golden, SmallBlocksMatch) {
    const auto run = test::fake_run({.shape = {403, 311, 1}, .radius = 0});
    stage().show(run);
    ViewState state = view_of(*run, Space::output, "blocks,surplus,divergence", width, height);
    state.selection = pick(*run, Space::output, {200, 150});
    expect("small_blocks", stage().whole(state, width, height));
}

TEST_F(Golden, PresentationScaleMatches) {
    const auto run = test::fake_run();
    stage().show(run, test::fake_trace(*run, 7, 2));
    ViewState state = view_of(*run, Space::input, "blocks,halo,labels", 2 * width, 2 * height);
    state.theme.scale = 2;
    state.selection = pick(*run, Space::output, {41, 25});
    expect("scaled", stage().whole(state, 2 * width, 2 * height, true));
}

} // namespace
} // namespace warpscope::render
