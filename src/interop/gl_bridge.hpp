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

/// The OpenGL context must be current on the calling thread.
class GlBridge {
public:
    GlBridge() = default;
    GlBridge(const GlBridge&) = delete;
    GlBridge& operator=(const GlBridge&) = delete;
    virtual ~GlBridge() = default;

    /// Returns the context's GPUs. Fails unless OpenGL is NVIDIA's.
    virtual gpu::Code gl_devices(std::vector<int>& devices) = 0;
    /// Slow.
    virtual gpu::Code register_texture(uint32_t gl_texture, ResourceHandle& resource) = 0;
    virtual gpu::Code unregister(ResourceHandle resource) = 0;
    /// Makes later work on `stream` wait for earlier OpenGL commands.
    virtual gpu::Code map(ResourceHandle resource, gpu::StreamHandle stream) = 0;
    /// Makes a surface. Release it before unmapping, even if queued work still uses it.
    virtual gpu::Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) = 0;
    virtual gpu::Code release_surface(uint64_t surface) = 0;
    virtual gpu::Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes,
                                      uint32_t rows, gpu::StreamHandle stream) = 0;
    /// Makes later OpenGL commands wait for work on `stream`.
    virtual gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle stream) = 0;
};

/// `library` must outlive the bridge.
[[nodiscard]] std::unique_ptr<GlBridge> make_gl_bridge(const gpu::driver::Library& library);

/// Without a driver, calls return code::no_driver.
[[nodiscard]] GlBridge& system_gl_bridge();

} // namespace warpscope::interop
