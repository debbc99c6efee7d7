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
    Code register_texture(uint32_t gl_texture, ResourceHandle& resource) override {
        cudaGraphicsResource_t made = nullptr;
        const cudaError_t error =
            cudaGraphicsGLRegisterImage(&made, gl_texture, GL_TEXTURE_2D, cudaGraphicsRegisterFlagsSurfaceLoadStore);
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
    Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) override {
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeArray;
        if (const cudaError_t error =
                cudaGraphicsSubResourceGetMappedArray(&description.res.array.array, native(resource), 0, level);
            error != cudaSuccess)
            return taken(error);
        cudaSurfaceObject_t made = 0;
        const cudaError_t error = cudaCreateSurfaceObject(&made, &description);
        surface = made;
        return taken(error);
    }
    Code release_surface(uint64_t surface) override { return taken(cudaDestroySurfaceObject(surface)); }
    Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes, uint32_t rows,
                         gpu::StreamHandle stream) override {
        cudaArray_t target = nullptr;
        if (const cudaError_t error = cudaGraphicsSubResourceGetMappedArray(&target, native(resource), 0, level);
            error != cudaSuccess)
            return taken(error);
        return taken(cudaMemcpy2DToArrayAsync(target, 0, 0, source, row_bytes, row_bytes, rows,
                                              cudaMemcpyDeviceToDevice, native(stream)));
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
