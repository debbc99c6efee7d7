// Textures of OpenGL's that are filled from memory of the GPU, all their levels, without a way through the host.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/owners.hpp"
#include "instrument/mip_levels.hpp"
#include "interop/shared_texture.hpp"

namespace warpscope::interop {

/// What goes into one texture.
struct DeviceMap {
    const void* texels = nullptr;
    uint32_t texel_bytes = 1;
    std::vector<instrument::MipLevel> levels;
};

/// The textures that maps are copied to. On the thread of the OpenGL context.
class MapTextures {
public:
    MapTextures(gpu::Runtime& runtime, GlBridge& bridge, int device);
    ~MapTextures();
    MapTextures(const MapTextures&) = delete;
    MapTextures& operator=(const MapTextures&) = delete;

    [[nodiscard]] int device() const { return device_; }
    /// Registers the textures, which must outlive this and have the texels and levels of the maps that they get.
    [[nodiscard]] Result<void> attach(std::span<const uint32_t> textures);
    /// Queues the copies, a map for each texture; OpenGL's commands after this see them. `owner` holds their memory,
    /// until the next call but one.
    [[nodiscard]] Result<void> take(std::span<const DeviceMap* const> maps, std::shared_ptr<const void> owner);

private:
    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    gpu::Stream stream_;
    std::vector<Registration> registrations_;
    std::shared_ptr<const void> shown_, before_; // its copies may still be under way
};

} // namespace warpscope::interop
