#include "interop/shared_buffer.hpp"

#include <utility>

namespace warpscope::interop {

using gpu::Code;
namespace code = gpu::code;

tl::expected<SharedBuffer, Code> SharedBuffer::create(GlBridge& bridge, uint64_t bytes) {
    SharedBuffer shared;
    shared.buffer_ = gl::Buffer::create(GL_PIXEL_UNPACK_BUFFER);
    shared.buffer_.allocate(bytes, nullptr, GL_DYNAMIC_COPY);
    if (const Code error = bridge.register_buffer(shared.buffer_.id(), shared.resource_); error != code::success)
        return tl::unexpected(error);
    shared.bridge_ = &bridge;
    return shared;
}

SharedBuffer::SharedBuffer(SharedBuffer&& other) noexcept
    : buffer_(std::move(other.buffer_))
    , bridge_(std::exchange(other.bridge_, nullptr))
    , resource_(std::exchange(other.resource_, {})) {}

SharedBuffer& SharedBuffer::operator=(SharedBuffer&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(bridge_, other.bridge_);
    std::swap(resource_, other.resource_);
    return *this;
}

SharedBuffer::~SharedBuffer() {
    if (bridge_) bridge_->unregister(resource_);
}

tl::expected<Mapping, Code> Mapping::create(SharedBuffer& shared, gpu::StreamHandle stream) {
    if (const Code error = shared.bridge_->map(shared.resource_, stream); error != code::success)
        return tl::unexpected(error);
    Mapping mapping(shared, stream);
    uint64_t bytes = 0;
    if (const Code error = shared.bridge_->address(shared.resource_, mapping.address_, bytes); error != code::success)
        return tl::unexpected(error);
    if (bytes < shared.bytes()) return tl::unexpected(code::invalid_value);
    return mapping;
}

Mapping::Mapping(Mapping&& other) noexcept
    : shared_(std::exchange(other.shared_, nullptr))
    , stream_(other.stream_)
    , address_(other.address_) {}

Mapping::~Mapping() { end(); }

Code Mapping::end() {
    SharedBuffer* const shared = std::exchange(shared_, nullptr);
    return shared ? shared->bridge_->unmap(shared->resource_, stream_) : code::success;
}

} // namespace warpscope::interop
