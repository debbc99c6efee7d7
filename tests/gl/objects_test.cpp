#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "gl/framebuffer.hpp"
#include "gl/headless_fixture.hpp"
#include "gl/texture.hpp"

namespace warpscope::gl {
namespace {

using Objects = HeadlessContextTest;

std::vector<uint8_t> counting_bytes(size_t count) {
    std::vector<uint8_t> bytes(count);
    std::iota(bytes.begin(), bytes.end(), uint8_t{1});
    return bytes;
}

TEST_F(Objects, MoveAssignmentReleasesTheTarget) {
    Texture first = Texture::create(PixelFormat::r8, 1, 1);
    Texture second = Texture::create(PixelFormat::r8, 1, 1);
    const GLuint first_id = first.id(), second_id = second.id();
    first = std::move(second);
    EXPECT_EQ(first.id(), second_id);
    EXPECT_EQ(glIsTexture(first_id), GL_FALSE);
    EXPECT_EQ(glIsTexture(second_id), GL_TRUE);
    first = Texture();
    EXPECT_EQ(glIsTexture(second_id), GL_FALSE);
}

TEST_F(Objects, BufferStoresItsBytes) {
    Buffer buffer = Buffer::create(GL_ARRAY_BUFFER);
    std::vector<uint8_t> bytes = counting_bytes(13);
    buffer.allocate(bytes.size(), bytes.data(), GL_STATIC_DRAW);
    const std::array<uint8_t, 2> patch{200, 201};
    buffer.update(5, patch.size(), patch.data());
    bytes[5] = 200;
    bytes[6] = 201;
    std::vector<uint8_t> read(bytes.size());
    buffer.read(read.size(), read.data());
    EXPECT_EQ(read, bytes);
}

// Rows with an odd number of bytes fail with OpenGL's default alignment of 4.
TEST_F(Objects, OddTexturesKeepTheirPixels) {
    for (const PixelFormat format :
         {PixelFormat::r8, PixelFormat::rg8, PixelFormat::rgb8, PixelFormat::rgba8, PixelFormat::r8ui,
          PixelFormat::r16ui, PixelFormat::r32ui, PixelFormat::r32i, PixelFormat::rg32ui})
        for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 7u}, {7u, 1u}, {13u, 5u}, {101u, 3u}}) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(format) << " " << width << "x" << height);
            const std::vector<uint8_t> bytes = counting_bytes(size_t{width} * height * layout_of(format).bytes);
            Texture texture = Texture::create(format, width, height);
            texture.upload(bytes.data());
            std::vector<uint8_t> read(bytes.size());
            texture.read(read.data());
            EXPECT_EQ(read, bytes);
        }
}

TEST_F(Objects, FloatTexturesKeepLargeValues) {
    const std::array<float, 3> values{-1.5f, 3e30f, 0.25f};
    Texture texture = Texture::create(PixelFormat::r32f, 3, 1);
    texture.upload(values.data());
    std::array<float, 3> read{};
    texture.read(read.data());
    EXPECT_EQ(read, values);
}

TEST_F(Objects, RowsCanBeReplacedAlone) {
    Texture texture = Texture::create(PixelFormat::r8, 3, 4);
    const std::vector<uint8_t> zeros(12, 0);
    texture.upload(zeros.data());
    const std::vector<uint8_t> rows = counting_bytes(6);
    texture.upload_rows(2, 2, rows.data());
    std::vector<uint8_t> read(12);
    texture.read(read.data());
    EXPECT_EQ(read, (std::vector<uint8_t>{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6}));
}

TEST_F(Objects, TextureReadsFromBuffer) {
    const std::vector<uint8_t> bytes = counting_bytes(5 * 3 * 3);
    Buffer buffer = Buffer::create(GL_PIXEL_UNPACK_BUFFER);
    buffer.allocate(bytes.size(), bytes.data(), GL_STREAM_DRAW);
    Texture texture = Texture::create(PixelFormat::rgb8, 5, 3);
    texture.upload_from(buffer);
    std::vector<uint8_t> read(bytes.size());
    texture.read(read.data());
    EXPECT_EQ(read, bytes);
}

TEST_F(Objects, FramebufferReadsTopRowFirst) {
    auto framebuffer = Framebuffer::create(3, 2);
    ASSERT_TRUE(framebuffer) << framebuffer.error().text();
    framebuffer->bind();
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 1, 3, 1); // row 1 is the upper row in OpenGL
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    Framebuffer::unbind();
    const std::vector<uint8_t> pixels = framebuffer->read_rgba();
    ASSERT_EQ(pixels.size(), 24u);
    EXPECT_EQ(pixels[0], 0);
    EXPECT_EQ(pixels[2], 255);
    EXPECT_EQ(pixels[12], 255);
    EXPECT_EQ(pixels[14], 0);
}

TEST_F(Objects, OversizedFramebufferIsAnError) {
    const auto framebuffer = Framebuffer::create(context_->info().max_texture_side + 1, 1);
    ASSERT_FALSE(framebuffer);
    EXPECT_EQ(framebuffer.error().kind, ErrorKind::environment);
    EXPECT_EQ(take_errors(), "GL_INVALID_VALUE");
}

TEST_F(Objects, FencePassesAfterFinish) {
    const Fence fence = Fence::insert();
    glFinish();
    EXPECT_TRUE(fence.passed());
    EXPECT_TRUE(Fence().passed());
}

TEST_F(Objects, FencePassesAfterWait) {
    const Fence fence = Fence::insert();
    EXPECT_TRUE(fence.wait(std::chrono::seconds(30)));
    EXPECT_TRUE(fence.passed());
    EXPECT_TRUE(Fence().wait(std::chrono::seconds(0)));
}

} // namespace
} // namespace warpscope::gl
