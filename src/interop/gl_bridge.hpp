// CUDA's calls on OpenGL objects, as an interface without CUDA's headers, so that the fallback to host copies can be
// tested without a GPU by a fake that fails where it is told to.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/runtime.hpp"

namespace warpscope::interop {

struct ResourceHandle {
    void* value = nullptr;
};

/// All calls need the OpenGL context to be current on the calling thread.
class GlBridge {
public:
    GlBridge() = default;
    GlBridge(const GlBridge&) = delete;
    GlBridge& operator=(const GlBridge&) = delete;
    virtual ~GlBridge() = default;

    /// CUDA's numbers of the devices that the current context draws with. Fails where OpenGL is not NVIDIA's.
    virtual gpu::Code gl_devices(std::vector<int>& devices) = 0;
    /// Makes an OpenGL buffer known to CUDA, for kernels that write all of it. Slow: once per buffer.
    virtual gpu::Code register_buffer(uint32_t gl_buffer, ResourceHandle& resource) = 0;
    virtual gpu::Code unregister(ResourceHandle resource) = 0;
    /// Gives the buffer to CUDA: what OpenGL was asked to do with it before comes first on `stream`.
    virtual gpu::Code map(ResourceHandle resource, gpu::StreamHandle stream) = 0;
    /// Device address and size in bytes while mapped.
    virtual gpu::Code address(ResourceHandle resource, void*& memory, uint64_t& bytes) = 0;
    /// Gives the buffer back to OpenGL, whose later commands come after the work that `stream` holds now.
    virtual gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle stream) = 0;
};

/// The CUDA runtime's. Without a toolkit at build time every call returns code::built_without_cuda.
[[nodiscard]] GlBridge& system_gl_bridge();

} // namespace warpscope::interop
