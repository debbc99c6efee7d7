// What a fetch of a texture reads and gives: coordinates to texels and weights, texels to values. Private to src/simt.
//
// The rules are CUDA's, "Texture Fetching" in its programming guide; what the guide leaves open is as an H100 does it,
// see docs/TEXTURES.md.
#pragma once

#include <array>
#include <cstdint>

#include "simt/texture.hpp"

namespace warpscope::simt {

/// The texels of one fetch: 1, or 2, 4 or 8 with weights.
struct TextureFootprint {
    struct Texel {
        std::array<int64_t, 3> at{}; // only where not `outside`
        bool outside = false;        // the border lies there
        uint16_t weight = 256;       // of 256
    };
    std::array<Texel, 8> texels;
    uint32_t count = 1;
};

[[nodiscard]] TextureFootprint footprint(const Texture& texture, const std::array<float, 3>& coordinates);
/// For fetches by whole numbers of texels, of which none is filtered; beyond the texture they give 0.
[[nodiscard]] TextureFootprint footprint(const Texture& texture, const std::array<int32_t, 3>& coordinates);

[[nodiscard]] uint64_t address_of(const Texture& texture, const std::array<int64_t, 3>& at);

/// Words of 32 bits in the registers of one lane.
using TextureValue = std::array<uint32_t, 4>;

/// `texels[k]` points to the bytes of the k-th texel, nullptr where it reads as 0; not looked at for texels outside.
/// `border_is_zero`: what lies outside is 0 and not the texture's border.
[[nodiscard]] TextureValue texture_value(const Texture& texture, const TextureFootprint& footprint,
                                         const std::array<const std::byte*, 8>& texels, bool border_is_zero);

} // namespace warpscope::simt
