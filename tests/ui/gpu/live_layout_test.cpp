// Compares the picture that GPU kernels draw from an output with the picture in the views. Texels must be equal for all
// types, shapes, and arrangements. The emulator runs the kernels here.
#include "emulated_kernels.hpp"
#include "interop/emulated_picture.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/buffer_picture.hpp"
#include "session/require_run.hpp"
#include "ui/gpu/live_picture.hpp"

namespace warpscope::ui {
namespace {

class LiveLayout : public testing::TestWithParam<std::tuple<const char*, const char*, Dim3>> {};

TEST_P(LiveLayout, GpuPictureMatchesTheView) {
    const auto& [experiment, input, block] = GetParam();
    const auto run = test::run_of(experiment, input, block);
    REQUIRE_RUN(run);
    const HostBuffer& output = run->output;
    const render::Plane plane = render::plane_of(*run, render::arranged_output(*run));
    const auto picture = interop::picture_of(output.layout, layout_of_output(*run));
    ASSERT_TRUE(picture);
    ASSERT_EQ(picture->width(), plane.width());
    ASSERT_EQ(picture->height(), plane.height());

    std::vector<uint32_t> expected(static_cast<size_t>(plane.width() * plane.height()));
    render::picture_rows(output, plane, render::value_range(output), 0, plane.height(), std::span(expected));
    std::vector<uint8_t> bytes(output.bytes->size());
    std::memcpy(bytes.data(), output.bytes->data(), bytes.size());
    if (picture->shaded()) bytes = interop::emulated_shades(output.layout.type, *output.bytes);
    const std::vector<uint8_t> made = interop::emulated_picture(*picture, bytes);
    ASSERT_EQ(made.size(), expected.size() * 4);
    for (size_t texel = 0; texel < expected.size(); ++texel) {
        uint32_t rgba = 0;
        std::memcpy(&rgba, &made[texel * 4], 4);
        ASSERT_EQ(rgba, expected[texel]) << "texel " << texel % static_cast<size_t>(plane.width()) << ", "
                                         << texel / static_cast<size_t>(plane.width());
    }
}

INSTANTIATE_TEST_SUITE_P(Outputs, LiveLayout,
                         testing::Values(std::tuple{"color_to_gray", "noise:31x37", Dim3{16, 16, 1}},
                                         std::tuple{"stencil", "noise:13x7x5", Dim3{4, 4, 4}},
                                         std::tuple{"stencil", "noise:40x33x5", Dim3{4, 4, 4}},
                                         std::tuple{"index_formulas", "index:7x5x1", Dim3{8, 4, 1}},
                                         std::tuple{"vector_add", "index:1000", Dim3{256, 1, 1}},
                                         std::tuple{"vector_add", "index:37", Dim3{32, 1, 1}},
                                         std::tuple{"matmul", "noise:13x13", Dim3{8, 8, 1}},
                                         std::tuple{"matvec", "noise:29x29", Dim3{32, 1, 1}},
                                         std::tuple{"transpose", "noise:31x17", Dim3{16, 16, 1}},
                                         std::tuple{"histogram", "noise:64x48", Dim3{64, 1, 1}}));

} // namespace
} // namespace warpscope::ui
