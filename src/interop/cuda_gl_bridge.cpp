#include "interop/gl_bridge.hpp"

#include <array>
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

namespace warpscope::interop {
namespace {

using gpu::Code;

/// Takes a failed call's error out of the runtime's memory as well, so that nobody meets it later.
Code taken(cudaError_t error) {
    if (error != cudaSuccess) (void)cudaGetLastError();
    return error;
}

cudaGraphicsResource_t native(ResourceHandle resource) { return static_cast<cudaGraphicsResource_t>(resource.value); }
cudaStream_t native(gpu::StreamHandle stream) { return static_cast<cudaStream_t>(stream.value); }

class CudaGlBridge final : public GlBridge {
public:
    Code gl_devices(std::vector<int>& devices) override {
        std::array<int, 16> found{};
        unsigned count = 0;
        const cudaError_t error = cudaGLGetDevices(&count, found.data(), found.size(), cudaGLDeviceListAll);
        devices.assign(found.begin(), found.begin() + (error == cudaSuccess ? count : 0));
        return taken(error);
    }
    Code register_buffer(uint32_t gl_buffer, ResourceHandle& resource) override {
        cudaGraphicsResource_t made = nullptr;
        const cudaError_t error = cudaGraphicsGLRegisterBuffer(&made, gl_buffer, cudaGraphicsRegisterFlagsWriteDiscard);
        resource.value = made;
        return taken(error);
    }
    Code unregister(ResourceHandle resource) override {
        return taken(cudaGraphicsUnregisterResource(native(resource)));
    }
    Code map(ResourceHandle resource, gpu::StreamHandle stream) override {
        cudaGraphicsResource_t mapping = native(resource);
        return taken(cudaGraphicsMapResources(1, &mapping, native(stream)));
    }
    Code address(ResourceHandle resource, void*& memory, uint64_t& bytes) override {
        size_t size = 0;
        const cudaError_t error = cudaGraphicsResourceGetMappedPointer(&memory, &size, native(resource));
        bytes = size;
        return taken(error);
    }
    Code unmap(ResourceHandle resource, gpu::StreamHandle stream) override {
        cudaGraphicsResource_t mapping = native(resource);
        return taken(cudaGraphicsUnmapResources(1, &mapping, native(stream)));
    }
};

} // namespace

GlBridge& system_gl_bridge() {
    static CudaGlBridge bridge;
    return bridge;
}

} // namespace warpscope::interop
