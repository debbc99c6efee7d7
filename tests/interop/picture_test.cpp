// Our kernels that make pictures, run by the emulator.
#include "interop/picture.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

#include "interop/shades.hpp"
#include "metrics/measure.hpp"
#include "ptx/parser.hpp"

namespace warpscope::interop {
namespace {

/// The emulator has no surfaces, so only the kernel that writes to memory can run; the other differs in its last store.
std::string memory_kernel() {
    const std::string& both = picture_ptx();
    return both.substr(0, both.find(".visible .entry ws_picture_to_surface"));
}

/// RGBA texels, row 0 first.
std::vector<uint8_t> made(const Picture& picture, const void* data) {
    auto module = ptx::parse(memory_kernel(), "picture.ptx");
    EXPECT_TRUE(module) << module.error().text();
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    ExecutionPlan plan;
    const auto* bytes = static_cast<const std::byte*>(data);
    plan.buffers.push_back({{"source", ElementType::u8, picture.channels, {picture.width, picture.height, 1}},
                            BufferRole::input,
                            std::make_shared<const Bytes>(bytes, bytes + picture.buffer_bytes())});
    plan.buffers.push_back(
        {{"target", ElementType::u8, 4, {picture.width, picture.height, 1}}, BufferRole::output, {}});
    const auto number = [](const char* name, uint32_t value) {
        return ScalarArgument{name, ElementType::u32, static_cast<double>(value)};
    };
    plan.launches.push_back({picture_to_buffer,
                             picture_launch(picture.width, picture.height),
                             {BufferArgument{1}, BufferArgument{0}, number("width", picture.width),
                              number("height", picture.height), number("channels", picture.channels)}});
    const auto measured = metrics::measure(*program, plan);
    EXPECT_TRUE(measured) << measured.error().text();
    EXPECT_EQ((*measured)->launches()[0].finding_count, 0u);
    const HostBuffer target = (*measured)->buffer(1);
    std::vector<uint8_t> texels(target.bytes->size());
    std::memcpy(texels.data(), target.bytes->data(), texels.size());
    return texels;
}

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
            EXPECT_EQ(made({ElementType::u8, channels, width, height}, data.data()), expected);
        }
}

/// Bytes of the elements, by our two kernels.
std::vector<int> shades(ElementType type, const std::vector<double>& values) {
    auto module = ptx::parse(shades_ptx(type), "shades.ptx");
    EXPECT_TRUE(module) << module.error().text();
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    const auto count = static_cast<uint32_t>(values.size());
    auto contents = std::make_shared<Bytes>(size_of(type) * values.size());
    for (size_t i = 0; i < values.size(); ++i) store_element(contents->data(), type, i, values[i]);
    auto start = std::make_shared<Bytes>(range_bytes);
    std::fill_n(start->begin(), 8, std::byte{0xff});
    ExecutionPlan plan;
    plan.buffers.push_back({{"source", type, 1, {count, 1, 1}}, BufferRole::input, std::move(contents)});
    plan.buffers.push_back({{"range", ElementType::u64, 1, {2, 1, 1}}, BufferRole::scratch, std::move(start)});
    plan.buffers.push_back({{"target", ElementType::u8, 1, {count, 1, 1}}, BufferRole::output, {}});
    const ScalarArgument elements{"elements", ElementType::u64, static_cast<double>(count)};
    plan.launches.push_back({find_range, shades_launch(count), {BufferArgument{1}, BufferArgument{0}, elements}});
    plan.launches.push_back(
        {to_shades, shades_launch(count), {BufferArgument{2}, BufferArgument{0}, BufferArgument{1}, elements}});
    const auto measured = metrics::measure(*program, plan);
    EXPECT_TRUE(measured) << measured.error().text();
    const HostBuffer target = (*measured)->buffer(2);
    std::vector<int> out;
    for (const std::byte byte : *target.bytes) out.push_back(std::to_integer<int>(byte));
    return out;
}

constexpr std::array all_types{ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                               ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                               ElementType::f16, ElementType::f32, ElementType::f64};

TEST(Shades, FromTheSmallestValueToTheLargest) {
    for (const ElementType type : all_types) {
        SCOPED_TRACE(name_of(type));
        EXPECT_EQ(shades(type, {10, 20, 15, 110, 60}), (std::vector<int>{0, 26, 13, 255, 128}));
        EXPECT_EQ(shades(type, {7, 7}), (std::vector<int>{0, 0})) << "of one value only";
    }
    for (const ElementType type : {ElementType::s8, ElementType::s16, ElementType::s32, ElementType::s64,
                                   ElementType::f16, ElementType::f32, ElementType::f64}) {
        SCOPED_TRACE(name_of(type));
        EXPECT_EQ(shades(type, {-100, 0, 100, -50}), (std::vector<int>{0, 128, 255, 64}));
        EXPECT_EQ(shades(type, {-3, -1}), (std::vector<int>{0, 255}));
    }
    EXPECT_EQ(shades(ElementType::u64, {0, 1e19, 5e18}), (std::vector<int>{0, 255, 128}));
}

TEST(Shades, FloatsWithinZeroAndOneKeepThatRange) {
    for (const ElementType type : {ElementType::f16, ElementType::f32, ElementType::f64})
        EXPECT_EQ(shades(type, {0.25, 0.5, 0.75}), (std::vector<int>{64, 128, 191})) << name_of(type);
    EXPECT_EQ(shades(ElementType::s32, {0, 1}), (std::vector<int>{0, 255}));
}

TEST(Shades, WhatIsNotFiniteIsBlackAndHasNoPartInTheRange) {
    for (const ElementType type : {ElementType::f16, ElementType::f32, ElementType::f64}) {
        EXPECT_EQ(shades(type, {NAN, 5, INFINITY, 10, -INFINITY}), (std::vector<int>{0, 0, 0, 255, 0}))
            << name_of(type);
        EXPECT_EQ(shades(type, {NAN, INFINITY}), (std::vector<int>{0, 0})) << name_of(type);
    }
}

TEST(Shades, MoreElementsThanThreads) {
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

TEST(Picture, WhatCanBeShown) {
    const auto layout = [](ElementType type, uint32_t channels, Shape shape) {
        BufferLayout layout;
        layout.type = type;
        layout.channels = channels;
        layout.shape = shape;
        return layout;
    };
    const auto picture = picture_of(layout(ElementType::u8, 3, {7, 5, 1}));
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->buffer_bytes(), 105u);
    EXPECT_EQ(picture->rgba_bytes(), 140u);
    EXPECT_EQ(picture_of(layout(ElementType::f32, 1, {7, 5, 1}))->buffer_bytes(), 140u);
    EXPECT_EQ(picture_of(layout(ElementType::s64, 5, {7, 5, 1}))->buffer_bytes(), 1400u);
    EXPECT_TRUE(picture_of(layout(ElementType::u8, 1, {7, 1, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::f32, 1, {7, 1, 1}))) << "the views wrap lines";
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {16385, 2, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {7, 5, 2})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {0, 5, 1})));
}

} // namespace
} // namespace warpscope::interop
