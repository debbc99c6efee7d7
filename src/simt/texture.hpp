// Textures (docs/TEXTURES.md).
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
    array,  // CUDA array or pitched linear memory
    linear, // for tex1Dfetch only
};

struct Texture {
    TextureResource resource = TextureResource::array;
    uint64_t address = 0;
    uint64_t width = 0; // texels
    uint32_t height = 1, depth = 1;
    uint64_t row_bytes = 0, layer_bytes = 0; // distances of rows and layers
    uint8_t dimensions = 2;                  // 1 to 3
    uint8_t channels = 1;                    // 1, 2 or 4
    uint8_t channel_bytes = 4;               // 1, 2 or 4; for floating formats 2 or 4
    TexelFormat format = TexelFormat::floating;
    TextureSettings settings;

    [[nodiscard]] uint32_t texel_bytes() const { return uint32_t{channels} * channel_bytes; }
    [[nodiscard]] uint64_t extent(uint32_t axis) const { return axis == 0 ? width : axis == 1 ? height : depth; }
    [[nodiscard]] bool gives_floats() const { return format == TexelFormat::floating || settings.normalized_values; }
};

/// Returns nullopt for unsupported cells. See fault_of() for settings.
[[nodiscard]] std::optional<Texture> texture_over(const BufferLayout& layout, uint64_t address,
                                                  const TextureSettings& settings);

enum class TextureFault : uint8_t {
    channels,
    filter, // linear filter on integers
    values, // normalized values of 32-bit integers or floats
};
[[nodiscard]] std::optional<TextureFault> fault_of(const Texture& texture);
[[nodiscard]] Message message_of(TextureFault fault);

class TextureTable {
public:
    /// Returns the handle of the texture that is added after `index` others.
    [[nodiscard]] static uint64_t handle_of(uint64_t index);
    /// Never reuses handles.
    [[nodiscard]] uint64_t add(const Texture& texture);
    bool remove(uint64_t handle);
    /// Returns a pointer that is valid until removal, or null.
    [[nodiscard]] const Texture* find(uint64_t handle) const;
    [[nodiscard]] bool was_removed(uint64_t handle) const;

private:
    std::map<uint64_t, Texture> textures_;
    uint64_t made_ = 0;
};

} // namespace warpscope::simt
