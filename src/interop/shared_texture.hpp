#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "gl/texture.hpp"
#include "interop/gl_bridge.hpp"
#include "interop/picture.hpp"

namespace warpscope::interop {

/// Registration of an OpenGL texture with CUDA. The texture must outlive it.
class Registration {
public:
    Registration() = default;
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

class SharedTexture {
public:
    SharedTexture() = default;
    [[nodiscard]] static tl::expected<SharedTexture, gpu::Code> create(GlBridge& bridge, const Picture& picture);
    SharedTexture(SharedTexture&& other) noexcept = default;
    /// Swaps, because memberwise moving would destroy the old texture first.
    SharedTexture& operator=(SharedTexture&& other) noexcept;
    SharedTexture(const SharedTexture&) = delete;
    SharedTexture& operator=(const SharedTexture&) = delete;
    ~SharedTexture() = default;

    /// Requires an unmapped texture.
    [[nodiscard]] const gl::Texture& texture() const { return texture_; }
    [[nodiscard]] const Registration& registration() const { return registration_; }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(registration_); }

private:
    gl::Texture texture_; // destroyed after its registration
    Registration registration_;
};

/// Scope in which CUDA owns a registered texture, for kernels on `stream`. Mapping before a kernel adds no switch
/// between OpenGL and CUDA, mapping after it adds two.
class Mapping {
public:
    [[nodiscard]] static tl::expected<Mapping, gpu::Code> create(const Registration& texture, gpu::StreamHandle stream);
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&&) = delete;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    /// Call once per level.
    [[nodiscard]] tl::expected<uint64_t, gpu::Code> surface(uint32_t level);
    /// Copies rows without padding.
    gpu::Code copy(uint32_t level, const void* source, uint64_t row_bytes, uint32_t rows);
    gpu::Code end();

private:
    Mapping(const Registration& texture, gpu::StreamHandle stream)
        : texture_(&texture)
        , stream_(stream) {}
    const Registration* texture_ = nullptr; // null after end()
    gpu::StreamHandle stream_;
    std::vector<uint64_t> surfaces_;
};

} // namespace warpscope::interop
