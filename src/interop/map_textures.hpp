#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/owners.hpp"
#include "instrument/mip_levels.hpp"
#include "interop/shared_texture.hpp"

namespace warpscope::interop {

struct DeviceMap {
    const void* texels = nullptr;
    uint32_t texel_bytes = 1;
    std::vector<instrument::MipLevel> levels;
};

class MapTextures {
public:
    MapTextures(gpu::Runtime& runtime, GlBridge& bridge, int device);
    ~MapTextures();
    MapTextures(const MapTextures&) = delete;
    MapTextures& operator=(const MapTextures&) = delete;

    [[nodiscard]] int device() const { return device_; }
    /// Textures must outlive this object and fit their maps.
    [[nodiscard]] Result<void> attach(std::span<const uint32_t> textures);
    /// Copies one map to each texture. `owner` keeps the maps alive until the second call after this one.
    [[nodiscard]] Result<void> take(std::span<const DeviceMap* const> maps, std::shared_ptr<const void> owner);

private:
    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    gpu::Stream stream_;
    std::vector<Registration> registrations_;
    std::shared_ptr<const void> shown_, before_;
};

} // namespace warpscope::interop
