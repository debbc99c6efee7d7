// A texture that CUDA writes and OpenGL reads, without a copy, and the guard that says whose it is at the moment.
#pragma once

#include <cstdint>

#include "base/diagnostic.hpp"
#include "gl/texture.hpp"
#include "interop/gl_bridge.hpp"

namespace warpscope::interop {

/// An OpenGL texture of RGBA bytes that is registered with CUDA. Lives on the thread of the OpenGL context.
class SharedTexture {
public:
    SharedTexture() = default;
    /// `width` and `height` in texels. Fails with the code of the call that failed when CUDA cannot use the texture.
    [[nodiscard]] static tl::expected<SharedTexture, gpu::Code> create(GlBridge& bridge, uint32_t width,
                                                                       uint32_t height);
    SharedTexture(SharedTexture&& other) noexcept;
    SharedTexture& operator=(SharedTexture&& other) noexcept;
    SharedTexture(const SharedTexture&) = delete;
    SharedTexture& operator=(const SharedTexture&) = delete;
    ~SharedTexture();

    /// For OpenGL. Only while it is not mapped.
    [[nodiscard]] const gl::Texture& texture() const { return texture_; }
    [[nodiscard]] explicit operator bool() const { return bridge_ != nullptr; }

private:
    friend class Mapping;
    gl::Texture texture_; // ends after the registration does
    GlBridge* bridge_ = nullptr;
    ResourceHandle resource_;
};

/// Gives a shared texture to CUDA for as long as it lives: OpenGL must not use it meanwhile. `stream` orders both
/// sides.
class Mapping {
public:
    [[nodiscard]] static tl::expected<Mapping, gpu::Code> create(SharedTexture& shared, gpu::StreamHandle stream);
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&&) = delete;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    /// The CUDA surface that kernels write.
    [[nodiscard]] uint64_t surface() const { return surface_; }
    /// Ends the mapping and says how that went; the destructor cannot.
    gpu::Code end();

private:
    Mapping(SharedTexture& shared, gpu::StreamHandle stream)
        : shared_(&shared)
        , stream_(stream) {}
    SharedTexture* shared_ = nullptr; // null once ended
    gpu::StreamHandle stream_;
    uint64_t surface_ = 0;
};

} // namespace warpscope::interop
