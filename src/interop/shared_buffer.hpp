// Memory that CUDA writes and OpenGL reads, without a copy, and the guard that says whose it is at the moment.
#pragma once

#include <cstdint>

#include "base/diagnostic.hpp"
#include "gl/objects.hpp"
#include "interop/gl_bridge.hpp"

namespace warpscope::interop {

/// An OpenGL buffer that is registered with CUDA. Lives on the thread of the OpenGL context.
class SharedBuffer {
public:
    SharedBuffer() = default;
    /// `bytes` at least 1. Fails with the code of the call that failed when CUDA cannot use the buffer.
    [[nodiscard]] static tl::expected<SharedBuffer, gpu::Code> create(GlBridge& bridge, uint64_t bytes);
    SharedBuffer(SharedBuffer&& other) noexcept;
    SharedBuffer& operator=(SharedBuffer&& other) noexcept;
    SharedBuffer(const SharedBuffer&) = delete;
    SharedBuffer& operator=(const SharedBuffer&) = delete;
    ~SharedBuffer();

    /// For OpenGL, as a pixel unpack buffer. Only while it is not mapped.
    [[nodiscard]] const gl::Buffer& buffer() const { return buffer_; }
    [[nodiscard]] uint64_t bytes() const { return buffer_.bytes(); }
    [[nodiscard]] explicit operator bool() const { return bridge_ != nullptr; }

private:
    friend class Mapping;
    gl::Buffer buffer_; // ends after the registration does
    GlBridge* bridge_ = nullptr;
    ResourceHandle resource_;
};

/// Gives a shared buffer to CUDA for as long as it lives: OpenGL must not use it meanwhile. `stream` orders both sides.
class Mapping {
public:
    [[nodiscard]] static tl::expected<Mapping, gpu::Code> create(SharedBuffer& shared, gpu::StreamHandle stream);
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&&) = delete;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    [[nodiscard]] void* address() const { return address_; }
    /// Ends the mapping and says how that went; the destructor cannot.
    gpu::Code end();

private:
    Mapping(SharedBuffer& shared, gpu::StreamHandle stream)
        : shared_(&shared)
        , stream_(stream) {}
    SharedBuffer* shared_ = nullptr; // null once ended
    gpu::StreamHandle stream_;
    void* address_ = nullptr;
};

} // namespace warpscope::interop
