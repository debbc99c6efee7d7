// Texture objects of the emulated device. A kernel holds a texture's handle; GlobalMemory owns the TextureTable.
//
// ops/texture_sampling.hpp implements fetches. docs/TEXTURES.md lists the supported textures and compares results with
// a GPU's.
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
    array,  // also pitched linear memory (pitch2D), which reads the same
    linear, // one row of texels, for tex1Dfetch only
};

/// A texture stored row after row, layer after layer. The cell order of arrays on a GPU is undocumented.
struct Texture {
    TextureResource resource = TextureResource::array;
    uint64_t address = 0; // first texel, in global memory
    uint64_t width = 0;   // texels
    uint32_t height = 1, depth = 1;
    uint64_t row_bytes = 0, layer_bytes = 0; // distances between rows and layers
    uint8_t dimensions = 2;                  // 1 to 3
    uint8_t channels = 1;                    // 1, 2 or 4
    uint8_t channel_bytes = 4;               // 1, 2 or 4; floating: 2 or 4
    TexelFormat format = TexelFormat::floating;
    TextureSettings settings;

    [[nodiscard]] uint32_t texel_bytes() const { return uint32_t{channels} * channel_bytes; }
    [[nodiscard]] uint64_t extent(uint32_t axis) const { return axis == 0 ? width : axis == 1 ? height : depth; }
    /// Returns whether fetches return floating-point values.
    [[nodiscard]] bool gives_floats() const { return format == TexelFormat::floating || settings.normalized_values; }
};

/// Returns a two-dimensional texture over a buffer at `address`, or nullopt if textures do not support its cells. Does
/// not validate `settings`; see fault_of().
[[nodiscard]] std::optional<Texture> texture_over(const BufferLayout& layout, uint64_t address,
                                                  const TextureSettings& settings);

/// Reason why CUDA's runtime refuses to make a texture object.
enum class TextureFault : uint8_t {
    channels, // unsupported number or size
    filter,   // linear filtering of integer results
    values,   // normalized values of 32-bit integers or floating-point numbers
};
[[nodiscard]] std::optional<TextureFault> fault_of(const Texture& texture);
[[nodiscard]] std::string text_of(TextureFault fault);

class TextureTable {
public:
    /// Returns the handle of the texture added as number `index`, counted from 0.
    [[nodiscard]] static uint64_t handle_of(uint64_t index);
    /// Adds a texture and returns its handle. Handles are never reused.
    [[nodiscard]] uint64_t add(const Texture& texture);
    /// Returns false if there is no such texture.
    bool remove(uint64_t handle);
    /// Returns nullptr if there is no such texture. The pointer is valid until removal.
    [[nodiscard]] const Texture* find(uint64_t handle) const;
    /// Returns whether the handle belonged to a texture that was removed.
    [[nodiscard]] bool was_removed(uint64_t handle) const;

private:
    std::map<uint64_t, Texture> textures_; // indexed by handle
    uint64_t made_ = 0;
};

} // namespace warpscope::simt
