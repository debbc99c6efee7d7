#include "gl/headless.hpp"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#include "gl/debug.hpp"
#include "gl/headless_fixture.hpp"
#include "gl/texture.hpp"

namespace warpscope::gl {
namespace {

TEST_F(HeadlessContextTest, SupportsOpenGl33) {
    EXPECT_GE(context_->info().major * 10 + context_->info().minor, 33);
    EXPECT_FALSE(context_->renderer().empty());
    EXPECT_GE(context_->info().max_texture_side, 1024u);
    EXPECT_EQ(context_->platform().substr(0, 3), "EGL");
}

TEST_F(HeadlessContextTest, MovesToAnotherThread) {
    const Texture texture = Texture::create(PixelFormat::r8, 1, 1);
    context_->release();
    bool is_texture = false;
    std::thread other([&] {
        if (!context_->make_current()) return;
        is_texture = glIsTexture(texture.id()) == GL_TRUE;
        context_->release();
    });
    other.join();
    EXPECT_TRUE(is_texture);
    ASSERT_TRUE(context_->make_current());
}

TEST_F(HeadlessContextTest, ContextsEndIndependently) {
    auto other = HeadlessContext::create({.prefer_gpu = false});
    ASSERT_TRUE(other) << other.error().text();
    { const HeadlessContext ended = std::move(*other); }
    ASSERT_TRUE(context_->make_current());
    const Texture texture = Texture::create(PixelFormat::r8, 3, 5);
    EXPECT_EQ(take_errors(), "");
    EXPECT_TRUE(glIsTexture(texture.id()) == GL_TRUE);
}

TEST_F(HeadlessContextTest, ReportsWrongCalls) {
    glEnable(0xffff);
    EXPECT_EQ(take_errors(), "GL_INVALID_ENUM");
    EXPECT_EQ(take_errors(), "");
}

TEST_F(HeadlessContextTest, DriverMessagesReachTheHandler) {
    std::vector<std::string> errors;
    const bool watched = watch_driver_messages([&](DebugSeverity severity, std::string_view message) {
        if (severity == DebugSeverity::error) errors.emplace_back(message);
    });
    EXPECT_EQ(watched, context_->info().debug_output);
    glEnable(0xffff);
    const size_t heard = errors.size();
    watch_driver_messages({});
    EXPECT_EQ(take_errors(), "GL_INVALID_ENUM");
    EXPECT_EQ(heard, watched ? 1u : 0u);
}

} // namespace
} // namespace warpscope::gl
