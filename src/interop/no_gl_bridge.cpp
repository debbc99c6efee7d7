// Stands in for cuda_gl_bridge.cpp in a program that is built without the CUDA Toolkit.
#include "interop/gl_bridge.hpp"

namespace warpscope::interop {
namespace {

class NoGlBridge final : public GlBridge {
public:
    gpu::Code gl_devices(std::vector<int>&) override { return absent; }
    gpu::Code register_texture(uint32_t, ResourceHandle&) override { return absent; }
    gpu::Code unregister(ResourceHandle) override { return absent; }
    gpu::Code map(ResourceHandle, gpu::StreamHandle) override { return absent; }
    gpu::Code make_surface(ResourceHandle, uint32_t, uint64_t&) override { return absent; }
    gpu::Code release_surface(uint64_t) override { return absent; }
    gpu::Code copy_to_texture(ResourceHandle, uint32_t, const void*, uint64_t, uint32_t, gpu::StreamHandle) override {
        return absent;
    }
    gpu::Code unmap(ResourceHandle, gpu::StreamHandle) override { return absent; }

private:
    static constexpr gpu::Code absent = gpu::code::built_without_cuda;
};

} // namespace

GlBridge& system_gl_bridge() {
    static NoGlBridge bridge;
    return bridge;
}

} // namespace warpscope::interop
