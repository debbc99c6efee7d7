// Copies of recorded layers to OpenGL textures. tests/ui/gpu/device_layer_test.cpp tests the kernels that make them.
#include "interop/layer_recorder.hpp"

#include <array>
#include <gtest/gtest.h>

#include "gl/headless_fixture.hpp"
#include "gpu/fake_runtime.hpp"
#include "interop/fake_gl_bridge.hpp"

namespace warpscope::interop {
namespace {

namespace code = gpu::code;

class MapTexturesTest : public gl::HeadlessContextTest {
protected:
    /// Makes keys and marks of `width` x `height` places, with the texels of all levels.
    void make(uint32_t width, uint32_t height) {
        levels = instrument::mip_levels(width, height);
        keys.resize(size_t{width} * height);
        for (size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<uint32_t>(i * 7919 + 1);
        marks.resize(levels.back().offset + 1);
        for (size_t i = 0; i < marks.size(); ++i) marks[i] = static_cast<uint8_t>(i * 5 + 1);
        keys_map = {keys.data(), 4, {{width, height, 0}}};
        marks_map = {marks.data(), 1, levels};
        owner = std::make_shared<int>();
        keys_texture = gl::Texture::create(gl::PixelFormat::r32ui, width, height);
        marks_texture = gl::Texture::create(gl::PixelFormat::r8ui, width, height);
        glBindTexture(GL_TEXTURE_2D, marks_texture.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(levels.size()) - 1);
        for (size_t i = 1; i < levels.size(); ++i)
            glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(i), GL_R8UI, static_cast<GLsizei>(levels[i].width),
                         static_cast<GLsizei>(levels[i].height), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, nullptr);
        glBindTexture(GL_TEXTURE_2D, 0);
    }

    [[nodiscard]] std::array<uint32_t, 2> ids() const { return {keys_texture.id(), marks_texture.id()}; }
    [[nodiscard]] std::array<const DeviceMap*, 2> maps() const { return {&keys_map, &marks_map}; }

    gpu::FakeRuntime runtime;
    FakeGlBridge bridge;
    std::vector<instrument::MipLevel> levels;
    std::vector<uint32_t> keys;
    std::vector<uint8_t> marks;
    DeviceMap keys_map, marks_map;
    std::shared_ptr<const int> owner;
    gl::Texture keys_texture, marks_texture;
};

TEST_F(MapTexturesTest, KeysAndMarksArrive) {
    for (const auto& [width, height] : {std::pair{1u, 1u}, {13u, 1u}, {1u, 9u}, {31u, 17u}}) {
        make(width, height);
        MapTextures textures(runtime, bridge, 0);
        ASSERT_TRUE(textures.attach(ids()));
        const auto taken = textures.take(maps(), owner);
        ASSERT_TRUE(taken) << taken.error().text();
        EXPECT_EQ(bridge.mapped, 0);
        std::vector<uint32_t> read(keys.size());
        keys_texture.read(read.data());
        EXPECT_EQ(read, keys);
        glBindTexture(GL_TEXTURE_2D, marks_texture.id());
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        for (size_t i = 0; i < levels.size(); ++i) {
            std::vector<uint8_t> level(size_t{levels[i].width} * levels[i].height);
            glGetTexImage(GL_TEXTURE_2D, static_cast<GLint>(i), GL_RED_INTEGER, GL_UNSIGNED_BYTE, level.data());
            EXPECT_TRUE(std::equal(level.begin(), level.end(), marks.begin() + levels[i].offset)) << "level " << i;
        }
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    EXPECT_EQ(bridge.registered, 0);
    EXPECT_EQ(runtime.handles_alive(), 0);
}

TEST_F(MapTexturesTest, FailureLeavesNothingMapped) {
    make(7, 5);
    MapTextures textures(runtime, bridge, 0);
    bridge.failures["register_texture"] = code::operating_system;
    EXPECT_FALSE(textures.attach(ids()));
    bridge.failures.clear();
    ASSERT_TRUE(textures.attach(ids()));
    for (const char* call : {"map", "copy_to_texture"}) {
        bridge.failures = {{call, code::unknown}};
        const auto taken = textures.take(maps(), owner);
        ASSERT_FALSE(taken) << call;
        EXPECT_NE(taken.error().message.english().find("handing the overlay to OpenGL"), std::string::npos);
        EXPECT_EQ(bridge.mapped, 0) << call;
    }
}

TEST_F(MapTexturesTest, KeepsCopiedDataForTwoFrames) {
    make(5, 3);
    MapTextures textures(runtime, bridge, 0);
    ASSERT_TRUE(textures.attach(ids()));
    const std::weak_ptr<const int> first = owner;
    ASSERT_TRUE(textures.take(maps(), std::exchange(owner, std::make_shared<int>())));
    ASSERT_TRUE(textures.take(maps(), std::exchange(owner, std::make_shared<int>())));
    EXPECT_FALSE(first.expired());
    ASSERT_TRUE(textures.take(maps(), owner));
    EXPECT_TRUE(first.expired());
}

TEST(LayerRecorder, ExplainsUnsupportedKernels) {
    gpu::FakeRuntime runtime;
    LayerRecorder recorder(runtime, gpu::find_device(runtime));
    session::RunResult run;
    run.compiled.ptx = gpu::doubling_ptx; // without branches and loads
    run.prepared.plan.buffers.resize(1);
    run.prepared.plan.launches.push_back({"double", {}, {}});
    const auto made = recorder.record(run, {});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.english().find("no branch and no access"), std::string::npos) << made.error().text();
}

} // namespace
} // namespace warpscope::interop
