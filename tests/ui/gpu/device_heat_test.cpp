// Compares two heat maps of sectors: GPU kernels make one from the counts of a probed kernel, the host makes the other
// from the emulator's counts. The emulator runs all kernels here.
#include <algorithm>

#include "emulated_kernels.hpp"
#include "instrument/cell_levels.hpp"
#include "render/maps/heat_map.hpp"
#include "session/require_run.hpp"

namespace warpscope::render {
namespace {

using test::contents;
using test::run_of;

/// Halves the picture: each byte of a texel is the mean of four texels' bytes. Odd sides lose their last row or column.
std::vector<uint16_t> smaller(const std::vector<uint16_t>& texels, uint32_t width, uint32_t height) {
    std::vector<uint16_t> out;
    for (uint32_t y = 0; y < std::max(height / 2, 1u); ++y)
        for (uint32_t x = 0; x < std::max(width / 2, 1u); ++x) {
            uint32_t low = 2, high = 2;
            for (const uint32_t row : {2 * y, std::min(2 * y + 1, height - 1)})
                for (const uint32_t column : {2 * x, std::min(2 * x + 1, width - 1)}) {
                    const uint16_t texel = texels[size_t{row} * width + column];
                    low += texel & 255u;
                    high += texel >> 8u;
                }
            out.push_back(static_cast<uint16_t>(low / 4 | high / 4 << 8));
        }
    return out;
}

class DeviceHeat : public testing::TestWithParam<std::tuple<const char*, const char*, Dim3>> {};

TEST_P(DeviceHeat, MatchesTheHost) {
    const auto& [experiment, input, block] = GetParam();
    const auto run = run_of(experiment, input, block);
    REQUIRE_RUN(run);
    const HeatChoice setup{Overlay::sectors, std::nullopt};
    const auto probe = run->measured->probe(*probe_for(*run, setup), nullptr);
    ASSERT_TRUE(probe) << probe.error().text();
    const auto shared = std::make_shared<const metrics::Probe>(*probe);

    auto made = instrument::probe_cells(run->measured->program().module(), run->prepared.plan, 0);
    ASSERT_TRUE(made) << made.error().text();
    std::vector<Content> spaces{Space::output, Space::input};
    std::vector<instrument::CellPlane> planes;
    for (const Content& space : spaces) {
        const auto plane = cell_plane(*run, space);
        ASSERT_TRUE(plane);
        planes.push_back(*plane);
    }
    const auto levels = instrument::add_cell_levels(*made, planes, scale_of_requests);
    const auto measured = test::run_woven(made->ptx, made->plan);
    const auto ranges = contents<uint32_t>(*measured, levels.ranges);
    for (size_t i = 0; i < spaces.size(); ++i) {
        const auto field = HeatField::create(run, spaces[i], setup, shared);
        ASSERT_NE(field, nullptr);
        const CellRect rect = field->rect();
        ASSERT_EQ(rect, (CellRect{0, 0, planes[i].width, planes[i].height}));
        std::vector<uint16_t> expected(static_cast<size_t>(rect.width * rect.height));
        field->levels(0, rect.height, expected);
        const auto texels = contents<uint16_t>(*measured, levels.texels[i]);
        const auto mips = instrument::mip_levels(planes[i].width, planes[i].height);
        ASSERT_EQ(texels.size(), instrument::texels_of(mips));
        for (size_t level = 0; level < mips.size(); ++level) {
            ASSERT_EQ(expected.size(), size_t{mips[level].width} * mips[level].height);
            for (size_t texel = 0; texel < expected.size(); ++texel)
                ASSERT_EQ(texels[mips[level].offset + texel], expected[texel])
                    << "space " << i << " level " << level << " texel " << texel;
            expected = smaller(expected, mips[level].width, mips[level].height);
        }
        const auto range = instrument::cell_range(&ranges.at(2 * planes[i].buffer));
        ASSERT_TRUE(range);
        const metrics::Range known = shared->of_buffer(planes[i].buffer)->range;
        EXPECT_EQ(range->low, known.low);
        EXPECT_EQ(range->high, known.high);
    }
}

INSTANTIATE_TEST_SUITE_P(Runs, DeviceHeat,
                         testing::Values(std::tuple{"color_to_gray", "noise:76x62", Dim3{16, 16, 1}},
                                         std::tuple{"color_to_gray", "noise:1x1", Dim3{16, 16, 1}},
                                         std::tuple{"transpose", "noise:37x31", Dim3{7, 5, 1}},
                                         std::tuple{"box_blur", "noise:33x1", Dim3{8, 4, 1}},
                                         std::tuple{"box_blur", "noise:1x17", Dim3{16, 16, 1}},
                                         std::tuple{"box_blur", "noise:31x37", Dim3{33, 3, 1}}));

TEST(CellRange, UntouchedCellsHaveNone) {
    const uint32_t untouched[2] = {};
    EXPECT_FALSE(instrument::cell_range(untouched));
}

TEST(CellPlanes, NeedFlatBuffers) {
    const auto run = run_of("transpose", "noise:9x5", {8, 8, 1});
    REQUIRE_RUN(run);
    EXPECT_TRUE(cell_plane(*run, Space::input));
    EXPECT_FALSE(cell_plane(*run, Space::launch));
    EXPECT_FALSE(cell_plane(*run, {Space::buffer, buffer_of(*run, Space::input), Lay::transposed}));
}

} // namespace
} // namespace warpscope::render
