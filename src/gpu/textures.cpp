#include "gpu/textures.hpp"

#include <utility>

#include <fmt/format.h>

namespace warpscope::gpu {

Result<DeviceTextures> DeviceTextures::create(Runtime& runtime, const ExecutionPlan& plan,
                                              std::span<void* const> buffer_address, StreamHandle stream) {
    DeviceTextures made;
    made.runtime_ = &runtime;
    for (const PlannedTexture& planned : plan.textures) {
        const BufferLayout& layout = plan.buffers.at(planned.buffer).layout;
        const TextureRows rows{buffer_address[planned.buffer],
                               layout.seen().width,
                               layout.shape.height,
                               layout.type,
                               layout.channels,
                               uint64_t{layout.shape.width} * layout.cell_bytes()};
        TextureHandle texture;
        const Code error = runtime.create_texture(rows, planned.settings, stream, texture);
        if (auto done = check(runtime, error, msg("making the texture '{}'", planned.name)); !done)
            return tl::unexpected(done.error());
        made.textures_.push_back(texture);
        made.handles_.push_back(texture.object);
    }
    return made;
}

DeviceTextures& DeviceTextures::operator=(DeviceTextures&& other) noexcept {
    std::swap(runtime_, other.runtime_);
    textures_.swap(other.textures_);
    handles_.swap(other.handles_);
    return *this;
}

DeviceTextures::~DeviceTextures() {
    for (const TextureHandle& texture : textures_) runtime_->destroy_texture(texture);
}

} // namespace warpscope::gpu
