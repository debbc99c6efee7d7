// Textures that CUDA writes and OpenGL reads, without a copy, and the guard that says whose they are at the moment.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "gl/texture.hpp"
#include "interop/gl_bridge.hpp"
#include "interop/picture.hpp"

namespace warpscope::interop {

/// An OpenGL texture made known to CUDA, which must outlive this. Lives on the thread of the OpenGL context.
class Registration {
public:
    Registration() = default;
    /// Fails with the code of the call that failed when CUDA cannot use the texture.
    [[nodiscard]] static tl::expected<Registration, gpu::Code> create(GlBridge& bridge, uint32_t gl_texture);
    Registration(Registration&& other) noexcept;
    Registration& operator=(Registration&& other) noexcept;
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    ~Registration();

    [[nodiscard]] explicit operator bool() const { return bridge_ != nullptr; }

private:
    friend class Mapping;
    GlBridge* bridge_ = nullptr;
    ResourceHandle resource_;
};

/// A texture of RGBA bytes with smaller levels, and its registration.
class SharedTexture {
public:
    SharedTexture() = default;
    [[nodiscard]] static tl::expected<SharedTexture, gpu::Code> create(GlBridge& bridge, const Picture& picture);
    SharedTexture(SharedTexture&& other) noexcept = default;
    /// Swaps, so that what was here ends in the right order.
    SharedTexture& operator=(SharedTexture&& other) noexcept;
    SharedTexture(const SharedTexture&) = delete;
    SharedTexture& operator=(const SharedTexture&) = delete;
    ~SharedTexture() = default;

    /// For OpenGL. Only while it is not mapped.
    [[nodiscard]] const gl::Texture& texture() const { return texture_; }
    [[nodiscard]] const Registration& registration() const { return registration_; }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(registration_); }

private:
    gl::Texture texture_; // ends after the registration does
    Registration registration_;
};

/// Gives a registered texture to CUDA for as long as it lives: OpenGL must not use it meanwhile. `stream` orders both
/// sides: it is the one that the kernels run on.
///
/// A GPU changes between OpenGL's work and CUDA's in 0.16 ms (an H100), whatever a texture's size. A texture mapped
/// before the kernel that it is for costs no change that the kernel does not cost; mapped after it, OpenGL has to have
/// its turn in between, two changes more. With a stream of its own for the mapping a picture of 3840x2160 took 2.1 ms.
class Mapping {
public:
    [[nodiscard]] static tl::expected<Mapping, gpu::Code> create(const Registration& texture, gpu::StreamHandle stream);
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&&) = delete;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    /// The CUDA surface of a level, for kernels. Once for each level.
    [[nodiscard]] tl::expected<uint64_t, gpu::Code> surface(uint32_t level);
    /// Queues a copy of GPU memory, row after row without padding, into a level of the texture.
    gpu::Code copy(uint32_t level, const void* source, uint64_t row_bytes, uint32_t rows);
    /// Ends the mapping and says how that went; the destructor cannot.
    gpu::Code end();

private:
    Mapping(const Registration& texture, gpu::StreamHandle stream)
        : texture_(&texture)
        , stream_(stream) {}
    const Registration* texture_ = nullptr; // null once ended
    gpu::StreamHandle stream_;
    std::vector<uint64_t> surfaces_;
};

} // namespace warpscope::interop
