// Texture objects of the emulated device: what each of them reads, and how. A kernel holds the number of one, its
// handle; the textures of a GlobalMemory are in its TextureTable.
//
// What follows from these members for a fetch is in ops/texture_sampling.hpp; docs/TEXTURES.md says which of CUDA's
// textures there are, and how the results compare with those of a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/buffer.hpp"
#include "base/texture_settings.hpp"

namespace warpscope::simt {

enum class TexelFormat : uint8_t { unsigned_integer, signed_integer, floating };

enum class TextureResource : uint8_t {
    array,  // or rows in linear memory, pitch2D: both are read alike
    linear, // a run of texels, read by tex1Dfetch only
};

/// Texels lie row after row, layer after layer. A GPU has an array's cells in an order that is not documented.
struct Texture {
    TextureResource resource = TextureResource::array;
    uint64_t address = 0; // of the first texel, in global memory
    uint64_t width = 0;   // texels
    uint32_t height = 1, depth = 1;
    uint64_t row_bytes = 0, layer_bytes = 0; // from row to row, from layer to layer
    uint8_t dimensions = 2;                  // 1 to 3
    uint8_t channels = 1;                    // 1, 2 or 4
    uint8_t channel_bytes = 4;               // 1, 2 or 4; floating: 2 or 4
    TexelFormat format = TexelFormat::floating;
    TextureSettings settings;

    [[nodiscard]] uint32_t texel_bytes() const { return uint32_t{channels} * channel_bytes; }
    [[nodiscard]] uint64_t extent(uint32_t axis) const { return axis == 0 ? width : axis == 1 ? height : depth; }
    /// Returns whether fetches give floating-point numbers.
    [[nodiscard]] bool gives_floats() const { return format == TexelFormat::floating || settings.normalized_values; }
};

/// A texture of two dimensions over a buffer's cells at `address`; nullopt where it has types or cells that no texture
/// has. What the settings ask for is not looked at, see fault_of().
[[nodiscard]] std::optional<Texture> texture_over(const BufferLayout& layout, uint64_t address,
                                                  const TextureSettings& settings);

/// Why no texture object is made of a texture, as CUDA's runtime tells them apart.
enum class TextureFault : uint8_t {
    channels, // their number or size
    filter,   // linear filtering of what fetches give as integers
    values,   // integers of 32 bits, or floating-point numbers, as numbers from 0 to 1
};
[[nodiscard]] std::optional<TextureFault> fault_of(const Texture& texture);
[[nodiscard]] std::string text_of(TextureFault fault);

class TextureTable {
public:
    /// The handle that the texture gets which is added as number `index`, from 0.
    [[nodiscard]] static uint64_t handle_of(uint64_t index);
    /// Returns the handle, which is that of no texture before.
    [[nodiscard]] uint64_t add(const Texture& texture);
    /// Returns whether there was one.
    bool remove(uint64_t handle);
    /// nullptr where there is none. Valid until it is removed.
    [[nodiscard]] const Texture* find(uint64_t handle) const;
    /// Returns whether there was one once.
    [[nodiscard]] bool was_removed(uint64_t handle) const;

private:
    std::map<uint64_t, Texture> textures_; // by handle
    uint64_t made_ = 0;
};

} // namespace warpscope::simt
