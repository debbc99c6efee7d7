// CUDA's side of OpenGL interop for tests: a mapped buffer is one that OpenGL has mapped into host memory, which is
// where FakeRuntime's kernels write. So pictures really pass through OpenGL's buffer.
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <string>

#include "gl/context.hpp"
#include "interop/gl_bridge.hpp"

namespace warpscope::interop {

class FakeGlBridge : public GlBridge {
public:
    std::vector<int> devices{0};
    std::map<std::string, gpu::Code> failures; // by call
    int registered = 0, mapped = 0;            // at present
    int registrations = 0;                     // ever

    gpu::Code gl_devices(std::vector<int>& out) override {
        out = devices;
        return outcome("gl_devices");
    }
    gpu::Code register_buffer(uint32_t gl_buffer, ResourceHandle& resource) override {
        EXPECT_EQ(glIsBuffer(gl_buffer), GL_TRUE);
        if (const gpu::Code error = outcome("register_buffer"); error != gpu::code::success) return error;
        resource.value = reinterpret_cast<void*>(static_cast<uintptr_t>(gl_buffer));
        ++registered;
        ++registrations;
        return gpu::code::success;
    }
    gpu::Code unregister(ResourceHandle resource) override {
        EXPECT_EQ(glIsBuffer(name(resource)), GL_TRUE) << "the registration must end before the buffer";
        --registered;
        return gpu::code::success;
    }
    gpu::Code map(ResourceHandle resource, gpu::StreamHandle) override {
        if (const gpu::Code error = outcome("map"); error != gpu::code::success) return error;
        glBindBuffer(GL_COPY_WRITE_BUFFER, name(resource));
        GLint bytes = 0;
        glGetBufferParameteriv(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &bytes);
        bytes_ = static_cast<uint64_t>(bytes);
        memory_ = glMapBuffer(GL_COPY_WRITE_BUFFER, GL_READ_WRITE);
        glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
        ++mapped;
        return gpu::code::success;
    }
    gpu::Code address(ResourceHandle, void*& memory, uint64_t& bytes) override {
        memory = memory_;
        bytes = bytes_;
        return outcome("address");
    }
    gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle) override {
        glBindBuffer(GL_COPY_WRITE_BUFFER, name(resource));
        glUnmapBuffer(GL_COPY_WRITE_BUFFER);
        glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
        --mapped;
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

    void* memory_ = nullptr;
    uint64_t bytes_ = 0;
};

} // namespace warpscope::interop
