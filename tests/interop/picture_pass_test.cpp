#include "interop/picture_pass.hpp"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "gl/headless_fixture.hpp"

namespace warpscope::interop {
namespace {

class PicturePassTest : public gl::WithContext {
protected:
    void SetUp() override {
        gl::WithContext::SetUp();
        auto made = PicturePass::create();
        ASSERT_TRUE(made) << made.error().text();
        pass_.emplace(std::move(*made));
    }
    void TearDown() override {
        pass_.reset();
        gl::WithContext::TearDown();
    }
    /// RGBA texels, row 0 first.
    std::vector<uint8_t> draw(const Picture& picture, const void* data, uint64_t bytes) {
        std::vector<std::byte> padded(picture.buffer_bytes());
        std::memcpy(padded.data(), data, bytes);
        gl::Buffer buffer = gl::Buffer::create(GL_PIXEL_UNPACK_BUFFER);
        buffer.allocate(padded.size(), padded.data(), GL_STREAM_DRAW);
        auto target = gl::Framebuffer::create(picture.width, picture.height);
        EXPECT_TRUE(target);
        const auto drawn = pass_->draw(buffer, picture, *target);
        EXPECT_TRUE(drawn) << drawn.error().text();
        std::vector<uint8_t> texels(size_t{4} * picture.width * picture.height);
        target->color().read(texels.data());
        return texels;
    }

    std::optional<PicturePass> pass_;
};

TEST_F(PicturePassTest, EveryByteOfEveryChannelArrives) {
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
            EXPECT_EQ(draw({false, channels, width, height}, data.data(), data.size()), expected);
        }
}

TEST_F(PicturePassTest, FloatsFromZeroToOne) {
    const std::array<float, 5> data{0.0f, 1.0f, 0.5f, -2.0f, 7.0f};
    const std::vector<uint8_t> texels = draw({true, 1, 5, 1}, data.data(), sizeof(data));
    const std::array<int, 5> expected{0, 255, 128, 0, 255};
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(texels[i * 4], expected[i], 1) << i;
        EXPECT_EQ(texels[i * 4], texels[i * 4 + 2]);
    }
}

TEST_F(PicturePassTest, LeavesTheCallersState) {
    auto mine = gl::Framebuffer::create(9, 9);
    ASSERT_TRUE(mine);
    mine->bind();
    glViewport(1, 2, 3, 4);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 1);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_ONE);
    const std::array<uint8_t, 4> data{10, 20, 30, 40};
    EXPECT_EQ(draw({false, 1, 2, 2}, data.data(), data.size())[12], 40) << "blending and scissor must not apply";
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport, (std::array<GLint, 4>{1, 2, 3, 4}));
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), mine->id());
    EXPECT_EQ(glIsEnabled(GL_SCISSOR_TEST), GL_TRUE);
    EXPECT_EQ(glIsEnabled(GL_BLEND), GL_TRUE);
    EXPECT_EQ(glIsEnabled(GL_DEPTH_TEST), GL_FALSE);
    gl::Framebuffer::unbind();
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
    EXPECT_EQ(picture->buffer_bytes(), 108u); // 105 bytes in whole words
    EXPECT_EQ(picture_of(layout(ElementType::f32, 1, {7, 5, 1}))->buffer_bytes(), 140u);
    EXPECT_FALSE(picture_of(layout(ElementType::s32, 1, {7, 5, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 5, {7, 5, 1})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {7, 5, 2})));
    EXPECT_FALSE(picture_of(layout(ElementType::u8, 1, {0, 5, 1})));
}

} // namespace
} // namespace warpscope::interop
