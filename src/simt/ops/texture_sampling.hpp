// Samples textures as in the CUDA programming guide ("Texture Fetching"), otherwise as on an H100 (docs/TEXTURES.md).
#pragma once

#include <array>
#include <cstdint>

#include "simt/texture.hpp"

namespace warpscope::simt {

/// Texels of one fetch: 1 unfiltered, or 2, 4 or 8 with weights.
struct TextureFootprint {
    struct Texel {
        std::array<int64_t, 3> at{}; // unused if `outside`
        bool outside = false;
        uint16_t weight = 256; // in 1/256
    };
    std::array<Texel, 8> texels;
    uint32_t count = 1;
};

[[nodiscard]] TextureFootprint footprint(const Texture& texture, const std::array<float, 3>& coordinates);
/// Returns the unfiltered texel at integer coordinates, or 0 outside the texture.
[[nodiscard]] TextureFootprint footprint(const Texture& texture, const std::array<int32_t, 3>& coordinates);

[[nodiscard]] uint64_t address_of(const Texture& texture, const std::array<int64_t, 3>& at);

using TextureValue = std::array<uint32_t, 4>;

/// Reads null `texels[k]` as 0. Ignores `texels[k]` outside the texture. `border_is_zero`: the border color is 0.
[[nodiscard]] TextureValue texture_value(const Texture& texture, const TextureFootprint& footprint,
                                         const std::array<const std::byte*, 8>& texels, bool border_is_zero);

} // namespace warpscope::simt
