// CUDA's OpenGL interop, replaceable by a fake.
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

/// Interop calls. The OpenGL context must be current on the calling thread.
class GlBridge {
public:
    GlBridge() = default;
    GlBridge(const GlBridge&) = delete;
    GlBridge& operator=(const GlBridge&) = delete;
    virtual ~GlBridge() = default;

    /// Returns the GPUs that draw the current context. Fails unless OpenGL is NVIDIA's.
    virtual gpu::Code gl_devices(std::vector<int>& devices) = 0;
    /// Takes long.
    virtual gpu::Code register_texture(uint32_t gl_texture, ResourceHandle& resource) = 0;
    virtual gpu::Code unregister(ResourceHandle resource) = 0;
    /// Completes earlier OpenGL commands before later work on `stream`.
    virtual gpu::Code map(ResourceHandle resource, gpu::StreamHandle stream) = 0;
    /// Requires a release before unmapping; queued work may still use it.
    virtual gpu::Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) = 0;
    virtual gpu::Code release_surface(uint64_t surface) = 0;
    /// Copies rows without padding.
    virtual gpu::Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes,
                                      uint32_t rows, gpu::StreamHandle stream) = 0;
    /// Makes later OpenGL commands wait for the work on `stream`.
    virtual gpu::Code unmap(ResourceHandle resource, gpu::StreamHandle stream) = 0;
};

/// Requires that `library` outlives it.
[[nodiscard]] std::unique_ptr<GlBridge> make_gl_bridge(const gpu::driver::Library& library);

/// Returns code::no_driver from all calls without a driver.
[[nodiscard]] GlBridge& system_gl_bridge();

} // namespace warpscope::interop
