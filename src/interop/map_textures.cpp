#include "interop/map_textures.hpp"

#include <utility>

namespace warpscope::interop {

MapTextures::MapTextures(gpu::Runtime& runtime, GlBridge& bridge, int device)
    : runtime_(runtime)
    , bridge_(bridge)
    , device_(device) {}

MapTextures::~MapTextures() {
    runtime_.use_device(device_); // textures must be unregistered on their device
}

Result<void> MapTextures::attach(std::span<const uint32_t> textures) {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), msg("choosing the GPU")); !chosen)
        return chosen;
    if (!stream_) {
        auto stream = gpu::Stream::create(runtime_);
        if (!stream) return tl::unexpected(stream.error());
        stream_ = std::move(*stream);
    }
    registrations_.clear();
    for (const uint32_t texture : textures) {
        auto made = Registration::create(bridge_, texture);
        if (!made) return tl::unexpected(gpu::explain(runtime_, made.error(), msg("sharing the overlay with OpenGL")));
        registrations_.push_back(std::move(*made));
    }
    return {};
}

Result<void> MapTextures::take(std::span<const DeviceMap* const> maps, std::shared_ptr<const void> owner) {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), msg("choosing the GPU")); !chosen)
        return chosen;
    const auto failed = [this](gpu::Code error) {
        return tl::unexpected(gpu::explain(runtime_, error, msg("handing the overlay to OpenGL")));
    };
    std::vector<Mapping> mappings; // mapped together, so that the GPU switches to CUDA once
    for (const Registration& registration : registrations_) {
        auto mapping = Mapping::create(registration, stream_.handle());
        if (!mapping) return failed(mapping.error());
        mappings.push_back(std::move(*mapping));
    }
    for (size_t i = 0; i < mappings.size(); ++i) {
        const DeviceMap& map = *maps[i];
        uint32_t number = 0;
        for (const instrument::MipLevel& level : map.levels) {
            const void* const from =
                static_cast<const std::byte*>(map.texels) + uint64_t{level.offset} * map.texel_bytes;
            const gpu::Code error =
                mappings[i].copy(number++, from, uint64_t{level.width} * map.texel_bytes, level.height);
            if (error != gpu::code::success) return failed(error);
        }
    }
    for (Mapping& mapping : mappings)
        if (const gpu::Code error = mapping.end(); error != gpu::code::success) return failed(error);
    before_ = std::exchange(shown_, std::move(owner));
    return {};
}

} // namespace warpscope::interop
