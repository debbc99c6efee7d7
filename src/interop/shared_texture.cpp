#include "interop/shared_texture.hpp"

#include <utility>

namespace warpscope::interop {

using gpu::Code;
namespace code = gpu::code;

tl::expected<Registration, Code> Registration::create(GlBridge& bridge, uint32_t gl_texture) {
    Registration made;
    if (const Code error = bridge.register_texture(gl_texture, made.resource_); error != code::success)
        return tl::unexpected(error);
    made.bridge_ = &bridge;
    return made;
}

Registration::Registration(Registration&& other) noexcept
    : bridge_(std::exchange(other.bridge_, nullptr))
    , resource_(std::exchange(other.resource_, {})) {}

Registration& Registration::operator=(Registration&& other) noexcept {
    std::swap(bridge_, other.bridge_);
    std::swap(resource_, other.resource_);
    return *this;
}

Registration::~Registration() {
    if (bridge_) bridge_->unregister(resource_);
}

SharedTexture& SharedTexture::operator=(SharedTexture&& other) noexcept {
    std::swap(texture_, other.texture_);
    std::swap(registration_, other.registration_);
    return *this;
}

tl::expected<SharedTexture, Code> SharedTexture::create(GlBridge& bridge, const Picture& picture) {
    SharedTexture shared;
    shared.texture_ = gl::Texture::with_levels(gl::PixelFormat::rgba8, picture.width(), picture.height(),
                                               static_cast<int>(picture.levels()));
    auto registration = Registration::create(bridge, shared.texture_.id());
    if (!registration) return tl::unexpected(registration.error());
    shared.registration_ = std::move(*registration);
    return shared;
}

tl::expected<Mapping, Code> Mapping::create(const Registration& texture, gpu::StreamHandle stream) {
    if (const Code error = texture.bridge_->map(texture.resource_, stream); error != code::success)
        return tl::unexpected(error);
    return Mapping(texture, stream);
}

Mapping::Mapping(Mapping&& other) noexcept
    : texture_(std::exchange(other.texture_, nullptr))
    , stream_(other.stream_)
    , surfaces_(std::exchange(other.surfaces_, {})) {}

Mapping::~Mapping() { end(); }

tl::expected<uint64_t, Code> Mapping::surface(uint32_t level) {
    uint64_t made = 0;
    if (const Code error = texture_->bridge_->make_surface(texture_->resource_, level, made); error != code::success)
        return tl::unexpected(error);
    return surfaces_.emplace_back(made);
}

Code Mapping::copy(uint32_t level, const void* source, uint64_t row_bytes, uint32_t rows) {
    return texture_->bridge_->copy_to_texture(texture_->resource_, level, source, row_bytes, rows, stream_);
}

Code Mapping::end() {
    const Registration* const texture = std::exchange(texture_, nullptr);
    if (texture == nullptr) return code::success;
    for (const uint64_t surface : std::exchange(surfaces_, {})) texture->bridge_->release_surface(surface);
    return texture->bridge_->unmap(texture->resource_, stream_);
}

} // namespace warpscope::interop
