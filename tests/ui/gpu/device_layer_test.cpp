// Compares two overlay layers: GPU kernels make one from the records of a probed kernel, the host makes the other from
// the emulator's measurements. The emulator runs all kernels here.
#include "emulated_kernels.hpp"
#include "instrument/layer.hpp"
#include "render/maps/owner_layer.hpp"
#include "session/require_run.hpp"

namespace warpscope::render {
namespace {

using test::contents;
using test::run_of;

struct Layer {
    std::vector<uint32_t> keys;
    std::vector<uint8_t> marks; // all levels
    bool misplaced = false, empty = false;
};

Layer by_kernels(const session::RunResult& run, const instrument::LayerPlan& plan) {
    auto made = instrument::instrument(run.measured->program().module(), run.prepared.plan, run.prepared.output_buffer);
    EXPECT_TRUE(made) << made.error().text();
    instrument::add_layer(*made, plan);
    const auto measured = test::run_woven(made->ptx, made->plan);
    const auto found = contents<uint32_t>(*measured, made->misplaced);
    return {contents<uint32_t>(*measured, made->keys), contents<uint8_t>(*measured, made->marks), found[0] != 0,
            found[1] != 0};
}

Layer by_host(const session::RunResult& run) {
    const auto builder = LayerBuilder::create(run, Space::output);
    const auto places = static_cast<size_t>(builder->rect().width * builder->rect().height);
    Layer layer{std::vector<uint32_t>(places), std::vector<uint8_t>(places)};
    builder->build(0, builder->rect().height, layer.keys, layer.marks);
    return layer;
}

class DeviceLayer : public testing::TestWithParam<std::tuple<const char*, const char*, Dim3>> {};

TEST_P(DeviceLayer, MatchesTheHost) {
    const auto& [experiment, input, block] = GetParam();
    const auto run = run_of(experiment, input, block);
    REQUIRE_RUN(run);
    const auto plan = layer_plan(*run, run->shown().config);
    ASSERT_TRUE(plan);
    const Layer device = by_kernels(*run, *plan), host = by_host(*run);
    EXPECT_EQ(device.keys, host.keys);
    EXPECT_EQ(device.misplaced, !plan->placed);
    EXPECT_EQ(device.empty, std::ranges::count(host.marks, 0) > 0) << "places without a thread";
    ASSERT_GE(device.marks.size(), host.marks.size());
    EXPECT_TRUE(std::equal(host.marks.begin(), host.marks.end(), device.marks.begin()));

    // A texel of the next level combines the marks of four texels. An odd last row or column joins the one before it.
    const auto levels = instrument::mip_levels(plan->width, plan->height);
    EXPECT_EQ(levels.back().width * levels.back().height, 1u);
    for (size_t i = 1; i < levels.size(); ++i) {
        const instrument::MipLevel &from = levels[i - 1], &to = levels[i];
        std::vector<uint8_t> expected(size_t{to.width} * to.height);
        for (uint32_t y = 0; y < from.height; ++y)
            for (uint32_t x = 0; x < from.width; ++x)
                expected[size_t{std::min(y / 2, to.height - 1)} * to.width + std::min(x / 2, to.width - 1)] |=
                    device.marks[from.offset + size_t{y} * from.width + x];
        for (size_t texel = 0; texel < expected.size(); ++texel)
            ASSERT_EQ(device.marks[to.offset + texel], expected[texel]) << "level " << i << " texel " << texel;
    }
}

INSTANTIATE_TEST_SUITE_P(Runs, DeviceLayer,
                         testing::Values(std::tuple{"color_to_gray", "noise:76x62", Dim3{16, 16, 1}},
                                         std::tuple{"color_to_gray", "noise:31x37", Dim3{7, 5, 1}},
                                         std::tuple{"color_to_gray", "noise:64x32", Dim3{32, 8, 1}},
                                         std::tuple{"box_blur", "noise:33x1", Dim3{8, 4, 1}},
                                         std::tuple{"box_blur", "noise:1x17", Dim3{16, 16, 1}}));

// A plan may guess the owners of cells before any measurement. The GPU must notice a wrong guess.
TEST(DeviceLayer, FindsMisplacedOwners) {
    const auto run = run_of("transpose", "noise:33x33", {8, 8, 1});
    REQUIRE_RUN(run);
    const LaunchConfig& config = run->shown().config;
    const uint32_t side = config.grid.x * config.block.x;
    const instrument::LayerPlan plan{33, 33, side, side, true, KeyFormat::of(config)->block_shift()};
    EXPECT_TRUE(by_kernels(*run, plan).misplaced) << "thread (x, y) writes cell (y, x)";
    auto without = plan;
    without.placed = false;
    without.width = without.height = 33;
    const Layer layer = by_kernels(*run, without);
    EXPECT_TRUE(std::ranges::all_of(layer.marks, [](uint8_t mark) { return (mark & mark_idle) == 0; }));
}

} // namespace
} // namespace warpscope::render
