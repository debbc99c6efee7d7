// CUDA's calls on OpenGL objects, as an interface without CUDA's headers, so that the fallback to host copies can be
// tested without a GPU by a fake that fails where it is told to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {
struct Library;
}

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
    /// Makes an OpenGL texture known to CUDA, for kernels that write it. Slow: once per texture.
    virtual gpu::Code register_texture(uint32_t gl_texture, ResourceHandle& resource) = 0;
    virtual gpu::Code unregister(ResourceHandle resource) = 0;
    /// Gives the texture to CUDA: what OpenGL was asked to do with it before comes first on `stream`.
    virtual gpu::Code map(ResourceHandle resource, gpu::StreamHandle stream) = 0;
    /// A surface object over a level of the mapped texture, to be released before it is unmapped. The work that uses it
    /// may still be queued then.
    virtual gpu::Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) = 0;
    virtual gpu::Code release_surface(uint64_t surface) = 0;
    /// Queues a copy of GPU memory, row after row without padding, into a level of the mapped texture.
    virtual gpu::Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes,
                                      uint32_t rows, gpu::StreamHandle stream) = 0;
    /// Gives the texture back to OpenGL, whose later commands come after the work that `stream` holds now.
    virtual gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle stream) = 0;
};

/// The CUDA driver's, which must outlive it.
[[nodiscard]] std::unique_ptr<GlBridge> make_gl_bridge(const gpu::driver::Library& library);

/// Of the driver that this process has opened. Without one gl_devices() and register_texture() say code::no_driver.
[[nodiscard]] GlBridge& system_gl_bridge();

} // namespace warpscope::interop
