#include "interop/shared_texture.hpp"

#include <utility>

namespace warpscope::interop {

using gpu::Code;
namespace code = gpu::code;

tl::expected<SharedTexture, Code> SharedTexture::create(GlBridge& bridge, uint32_t width, uint32_t height) {
    SharedTexture shared;
    shared.texture_ = gl::Texture::create(gl::PixelFormat::rgba8, width, height);
    if (const Code error = bridge.register_texture(shared.texture_.id(), shared.resource_); error != code::success)
        return tl::unexpected(error);
    shared.bridge_ = &bridge;
    return shared;
}

SharedTexture::SharedTexture(SharedTexture&& other) noexcept
    : texture_(std::move(other.texture_))
    , bridge_(std::exchange(other.bridge_, nullptr))
    , resource_(std::exchange(other.resource_, {})) {}

SharedTexture& SharedTexture::operator=(SharedTexture&& other) noexcept {
    std::swap(texture_, other.texture_);
    std::swap(bridge_, other.bridge_);
    std::swap(resource_, other.resource_);
    return *this;
}

SharedTexture::~SharedTexture() {
    if (bridge_) bridge_->unregister(resource_);
}

tl::expected<Mapping, Code> Mapping::create(SharedTexture& shared, gpu::StreamHandle stream) {
    if (const Code error = shared.bridge_->map(shared.resource_, stream); error != code::success)
        return tl::unexpected(error);
    Mapping mapping(shared, stream);
    if (const Code error = shared.bridge_->make_surface(shared.resource_, mapping.surface_); error != code::success)
        return tl::unexpected(error);
    return mapping;
}

Mapping::Mapping(Mapping&& other) noexcept
    : shared_(std::exchange(other.shared_, nullptr))
    , stream_(other.stream_)
    , surface_(std::exchange(other.surface_, 0)) {}

Mapping::~Mapping() { end(); }

Code Mapping::end() {
    SharedTexture* const shared = std::exchange(shared_, nullptr);
    if (shared == nullptr) return code::success;
    if (const uint64_t surface = std::exchange(surface_, 0); surface != 0) shared->bridge_->release_surface(surface);
    return shared->bridge_->unmap(shared->resource_, stream_);
}

} // namespace warpscope::interop
