// Our kernels that make pictures, run by the emulator.
#include "interop/picture.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

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
    plan.buffers.push_back({{"source",
                             picture.floating ? ElementType::f32 : ElementType::u8,
                             picture.channels,
                             {picture.width, picture.height, 1}},
                            BufferRole::input,
                            std::make_shared<const Bytes>(bytes, bytes + picture.buffer_bytes())});
    plan.buffers.push_back(
        {{"target", ElementType::u8, 4, {picture.width, picture.height, 1}}, BufferRole::output, {}});
    const auto number = [](const char* name, uint32_t value) {
        return ScalarArgument{name, ElementType::u32, static_cast<double>(value)};
    };
    plan.launches.push_back(
        {picture_to_buffer,
         picture_launch(picture.width, picture.height),
         {BufferArgument{1}, BufferArgument{0}, number("width", picture.width), number("height", picture.height),
          number("channels", picture.channels), number("floating", picture.floating ? 1 : 0)}});
    const auto measured = metrics::measure(*program, plan);
    EXPECT_TRUE(measured) << measured.error().text();
    EXPECT_EQ((*measured)->launches()[0].finding_count, 0u);
    const HostBuffer target = (*measured)->buffer(1);
    std::vector<uint8_t> texels(target.bytes->size());
    std::memcpy(texels.data(), target.bytes->data(), texels.size());
    return texels;
}

TEST(PictureKernel, EveryByteOfEveryChannelArrives) {
    for (const uint32_t channels : {1u, 2u, 3u, 4u})
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
            EXPECT_EQ(made({false, channels, width, height}, data.data()), expected);
        }
}

TEST(PictureKernel, FloatsFromZeroToOne) {
    const std::vector<float> data{0.0f, 1.0f, 0.5f, -2.0f, 7.0f, NAN, 0.25f, 0.75f, 0.1f};
    const std::vector<uint8_t> grey = made({true, 1, 9, 1}, data.data());
    const std::vector<int> expected{0, 255, 128, 0, 255, 0, 64, 191, 26};
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(grey[i * 4], expected[i]) << i;
        EXPECT_EQ(grey[i * 4 + 2], expected[i]) << i;
        EXPECT_EQ(grey[i * 4 + 3], 255) << i;
    }
    const std::vector<uint8_t> colour = made({true, 3, 3, 1}, data.data());
    EXPECT_EQ(colour, (std::vector<uint8_t>{0, 255, 128, 255, 0, 255, 0, 255, 64, 191, 26, 255}));
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
    EXPECT_FALSE(picture_of(layout(ElementType::s32, 1, {7, 5, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 5, {7, 5, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {7, 5, 2})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {0, 5, 1})));
}

} // namespace
} // namespace warpscope::interop
