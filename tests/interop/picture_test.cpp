// Picture kernels, run by the emulator.
#include "emulated_picture.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "gpu/expect_assembles.hpp"

namespace warpscope::interop {
namespace {

TEST(PictureKernel, EveryByteOfEveryChannelArrives) {
    for (const uint32_t channels : {1u, 2u, 3u, 4u, 7u})
        for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 13u}, {13u, 1u}, {7u, 5u}, {101u, 3u}}) {
            SCOPED_TRACE(testing::Message() << channels << " channels " << width << "x" << height);
            std::vector<uint8_t> data(size_t{channels} * width * height);
            for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i * 37 + 11);
            std::vector<uint8_t> expected;
            for (size_t cell = 0; cell < size_t{width} * height; ++cell) {
                const uint8_t* in = &data[cell * channels];
                if (channels == 1) expected.insert(expected.end(), {in[0], in[0], in[0], 255});
                if (channels == 2) expected.insert(expected.end(), {in[0], in[1], 0, 255});
                if (channels >= 3) expected.insert(expected.end(), {in[0], in[1], in[2], 255});
            }
            EXPECT_EQ(emulated_picture(Picture::flat(ElementType::u8, channels, width, height), data), expected);
        }
}

/// Returns the cell at a texel; nullopt in gaps and after the last cell.
std::optional<uint64_t> cell_at(const Picture& picture, uint32_t x, uint32_t y) {
    const PictureLayout& layout = picture.layout;
    if (layout.transposed) std::swap(x, y);
    const uint32_t across = x / (layout.slice_width + layout.gap), down = y / (layout.slice_height + layout.gap);
    x %= layout.slice_width + layout.gap;
    y %= layout.slice_height + layout.gap;
    if (x >= layout.slice_width || y >= layout.slice_height) return std::nullopt;
    const uint64_t slice = uint64_t{down} * layout.columns + across;
    const uint64_t cell = (slice * layout.slice_height + y) * layout.slice_width + x;
    return cell < picture.cells ? std::optional(cell) : std::nullopt;
}

/// The emulator has no surfaces, so it cannot check the kernels that write to them.
TEST(PictureKernel, AssemblerAcceptsAllKernels) {
    if (test::assembler().empty()) GTEST_SKIP() << "there is no ptxas here";
    test::expect_assembles(picture_ptx());
    for (const ElementType type : {ElementType::u8, ElementType::s64, ElementType::f16, ElementType::f64})
        test::expect_assembles(shades_ptx(type));
}

TEST(PictureKernel, CellsFollowTheViewLayout) {
    const std::array pictures{
        Picture{ElementType::u8, 1, 101, {32, 4, 32, 4}},           // a wrapped line with an incomplete last row
        Picture{ElementType::u8, 3, 1, {1, 1, 1, 1}},               // a single pixel
        Picture{ElementType::u8, 1, 3 * 2 * 5, {7, 8, 3, 2, 2}},    // a volume: rows of two, two and one slices
        Picture{ElementType::u8, 2, 3 * 2 * 5, {19, 2, 3, 2, 5}},   // a volume in a row
        Picture{ElementType::u8, 1, 4, {1, 7, 1, 1, 1}},            // a volume in a column
        Picture{ElementType::u8, 1, 3 * 2 * 3, {9, 7, 3, 2, 2, 3}}, // wider gaps
        Picture{ElementType::u8, 3, 7 * 5, {5, 7, 7, 5, 1, 1, true}},
        Picture{ElementType::u8, 1, 13, {1, 13, 1, 13}}, // a line as a column
    };
    for (size_t i = 0; i < pictures.size(); ++i) {
        SCOPED_TRACE(i);
        const Picture& picture = pictures[i];
        std::vector<uint8_t> data(picture.buffer_bytes());
        for (size_t k = 0; k < data.size(); ++k) data[k] = static_cast<uint8_t>(k * 37 + 11);
        std::vector<uint8_t> expected;
        uint64_t shown = 0;
        for (uint32_t y = 0; y < picture.height(); ++y)
            for (uint32_t x = 0; x < picture.width(); ++x) {
                const auto cell = cell_at(picture, x, y);
                shown += cell ? 1 : 0;
                const uint8_t* in = cell ? &data[*cell * picture.channels] : nullptr;
                if (in == nullptr)
                    expected.insert(expected.end(), {0, 0, 0, 0});
                else if (picture.channels == 1)
                    expected.insert(expected.end(), {in[0], in[0], in[0], 255});
                else if (picture.channels == 2)
                    expected.insert(expected.end(), {in[0], in[1], 0, 255});
                else
                    expected.insert(expected.end(), {in[0], in[1], in[2], 255});
            }
        EXPECT_EQ(shown, picture.cells);
        EXPECT_EQ(emulated_picture(picture, data), expected);
    }
}

/// Converts values to bytes with the kernels find_range and to_shades.
std::vector<int> shades(ElementType type, const std::vector<double>& values) {
    Bytes contents(size_of(type) * values.size());
    for (size_t i = 0; i < values.size(); ++i) store_element(contents.data(), type, i, values[i]);
    const std::vector<uint8_t> bytes = emulated_shades(type, contents);
    return {bytes.begin(), bytes.end()};
}

constexpr std::array all_types{ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                               ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                               ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16};

TEST(Shades, SpanSmallestToLargestValue) {
    for (const ElementType type : all_types) {
        SCOPED_TRACE(name_of(type));
        EXPECT_EQ(shades(type, {10, 20, 15, 110, 60}), (std::vector<int>{0, 26, 13, 255, 128}));
        EXPECT_EQ(shades(type, {7, 7}), (std::vector<int>{0, 0})) << "all values are equal";
    }
    for (const ElementType type : {ElementType::s8, ElementType::s16, ElementType::s32, ElementType::s64,
                                   ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16}) {
        SCOPED_TRACE(name_of(type));
        EXPECT_EQ(shades(type, {-100, 0, 100, -50}), (std::vector<int>{0, 128, 255, 64}));
        EXPECT_EQ(shades(type, {-3, -1}), (std::vector<int>{0, 255}));
    }
    EXPECT_EQ(shades(ElementType::u64, {0, 1e19, 5e18}), (std::vector<int>{0, 255, 128}));
}

TEST(Shades, UnitFloatsKeepTheirRange) {
    for (const ElementType type : {ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16})
        EXPECT_EQ(shades(type, {0.25, 0.5, 0.75}), (std::vector<int>{64, 128, 191})) << name_of(type);
    EXPECT_EQ(shades(ElementType::s32, {0, 1}), (std::vector<int>{0, 255}));
}

TEST(Shades, NonFiniteValuesAreBlack) {
    for (const ElementType type : {ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16}) {
        EXPECT_EQ(shades(type, {NAN, 5, INFINITY, 10, -INFINITY}), (std::vector<int>{0, 0, 0, 255, 0}))
            << name_of(type);
        EXPECT_EQ(shades(type, {NAN, INFINITY}), (std::vector<int>{0, 0})) << name_of(type);
    }
}

TEST(Shades, HandleMoreElementsThanThreads) {
    std::vector<double> values(1024 * 256 + 77);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 1000);
    values[values.size() - 3] = 2550;
    values[5] = -2550;
    const std::vector<int> out = shades(ElementType::s32, values);
    EXPECT_EQ(out[values.size() - 3], 255);
    EXPECT_EQ(out[5], 0);
    EXPECT_EQ(out[0], 128);
    EXPECT_EQ(out[1024 * 256], shades(ElementType::s32, {-2550, 2550, values[1024 * 256]})[2]);
}

TEST(Picture, AcceptsDrawableLayouts) {
    const auto layout = [](ElementType type, uint32_t channels, Shape shape) {
        BufferLayout layout;
        layout.type = type;
        layout.channels = channels;
        layout.shape = shape;
        return layout;
    };
    const auto picture_of = [](const BufferLayout& buffer) {
        return interop::picture_of(buffer,
                                   PictureLayout::flat(buffer.shape.width, buffer.shape.height * buffer.shape.depth));
    };
    const auto picture = picture_of(layout(ElementType::u8, 3, {7, 5, 1}));
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->buffer_bytes(), 105u);
    EXPECT_EQ(picture->rgba_bytes(), 140u);
    EXPECT_EQ(picture_of(layout(ElementType::f32, 1, {7, 5, 1}))->buffer_bytes(), 140u);
    EXPECT_EQ(picture_of(layout(ElementType::s64, 5, {7, 5, 1}))->buffer_bytes(), 1400u);
    EXPECT_TRUE(picture_of(layout(ElementType::u8, 1, {7, 1, 1})));
    EXPECT_EQ(picture_of(layout(ElementType::f32, 1, {7, 5, 2}))->buffer_bytes(), 280u);
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {16385, 2, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {0, 5, 1})));
}

} // namespace
} // namespace warpscope::interop
