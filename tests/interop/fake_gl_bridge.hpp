// Fake OpenGL interop: the surface of a mapped texture is host memory, where FakeRuntime's kernels write. Unmapping
// copies it to OpenGL.
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "gl/context.hpp"
#include "interop/gl_bridge.hpp"

namespace warpscope::interop {

class FakeGlBridge : public GlBridge {
public:
    std::vector<int> devices{0};
    std::map<std::string, gpu::Code> failures;    // results of failing calls, by name of the call
    int registered = 0, mapped = 0, surfaces = 0; // current numbers
    int registrations = 0;                        // total number
    int registered_maps = 0;                      // total number for integer textures, which pictures do not use

    gpu::Code gl_devices(std::vector<int>& out) override {
        out = devices;
        return outcome("gl_devices");
    }
    gpu::Code register_texture(uint32_t gl_texture, ResourceHandle& resource) override {
        EXPECT_EQ(glIsTexture(gl_texture), GL_TRUE);
        if (const gpu::Code error = outcome("register_texture"); error != gpu::code::success) return error;
        resource.value = reinterpret_cast<void*>(static_cast<uintptr_t>(gl_texture));
        ++registered;
        ++registrations;
        GLint kind_of_red = 0;
        glBindTexture(GL_TEXTURE_2D, gl_texture);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_RED_TYPE, &kind_of_red);
        glBindTexture(GL_TEXTURE_2D, 0);
        if (kind_of_red == GL_UNSIGNED_INT) ++registered_maps;
        return gpu::code::success;
    }
    gpu::Code unregister(ResourceHandle resource) override {
        EXPECT_EQ(glIsTexture(name(resource)), GL_TRUE) << "the registration must end before the texture";
        --registered;
        return gpu::code::success;
    }
    gpu::Code map(ResourceHandle, gpu::StreamHandle) override {
        if (const gpu::Code error = outcome("map"); error != gpu::code::success) return error;
        ++mapped;
        return gpu::code::success;
    }
    gpu::Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) override {
        if (const gpu::Code error = outcome("make_surface"); error != gpu::code::success) return error;
        Level& made = levels_[name(resource)][level];
        glBindTexture(GL_TEXTURE_2D, name(resource));
        glGetTexLevelParameteriv(GL_TEXTURE_2D, static_cast<GLint>(level), GL_TEXTURE_WIDTH, &made.width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, static_cast<GLint>(level), GL_TEXTURE_HEIGHT, &made.height);
        glBindTexture(GL_TEXTURE_2D, 0);
        EXPECT_GT(made.width, 0) << "no level " << level;
        made.texels.assign(static_cast<size_t>(made.width) * static_cast<size_t>(made.height), 0);
        surface = reinterpret_cast<uintptr_t>(made.texels.data());
        ++surfaces;
        return gpu::code::success;
    }
    gpu::Code release_surface(uint64_t) override {
        EXPECT_GE(mapped, 1) << "the surface must end before the mapping";
        --surfaces;
        return gpu::code::success;
    }
    /// Copies immediately. The level must have the size of the copy.
    gpu::Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes,
                              uint32_t rows, gpu::StreamHandle) override {
        if (const gpu::Code error = outcome("copy_to_texture"); error != gpu::code::success) return error;
        EXPECT_GT(mapped, 0);
        GLint width = 0, height = 0, format = 0;
        glBindTexture(GL_TEXTURE_2D, name(resource));
        glGetTexLevelParameteriv(GL_TEXTURE_2D, static_cast<GLint>(level), GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, static_cast<GLint>(level), GL_TEXTURE_HEIGHT, &height);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
        const bool words = format == GL_R32UI, pairs = format == GL_RG8;
        EXPECT_EQ(static_cast<uint64_t>(width) * (words ? 4 : pairs ? 2 : 1), row_bytes) << "level " << level;
        EXPECT_EQ(static_cast<uint32_t>(height), rows) << "level " << level;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexSubImage2D(GL_TEXTURE_2D, static_cast<GLint>(level), 0, 0, width, height, pairs ? GL_RG : GL_RED_INTEGER,
                        words ? GL_UNSIGNED_INT : GL_UNSIGNED_BYTE, source);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
        return gpu::code::success;
    }
    gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle) override {
        --mapped;
        glBindTexture(GL_TEXTURE_2D, name(resource));
        for (const auto& [level, written] : levels_[name(resource)])
            glTexSubImage2D(GL_TEXTURE_2D, static_cast<GLint>(level), 0, 0, written.width, written.height, GL_RGBA,
                            GL_UNSIGNED_BYTE, written.texels.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        levels_.erase(name(resource));
        return outcome("unmap");
    }

private:
    static GLuint name(ResourceHandle resource) {
        return static_cast<GLuint>(reinterpret_cast<uintptr_t>(resource.value));
    }
    gpu::Code outcome(const std::string& call) {
        const auto failure = failures.find(call);
        return failure == failures.end() ? gpu::code::success : failure->second;
    }

    struct Level {
        GLint width = 0, height = 0;
        std::vector<uint32_t> texels; // by rows
    };
    std::map<GLuint, std::map<uint32_t, Level>> levels_; // mip levels that kernels write, by texture
};

} // namespace warpscope::interop
