#include "simt/texture.hpp"

#include "simt/state/address_map.hpp"

namespace warpscope::simt {

std::optional<TextureFault> fault_of(const Texture& texture) {
    const bool sound_channels = texture.channels == 1 || texture.channels == 2 || texture.channels == 4;
    const bool floating = texture.format == TexelFormat::floating;
    const uint32_t bytes = texture.channel_bytes;
    if (!sound_channels || !(bytes == 4 || bytes == 2 || (bytes == 1 && !floating))) return TextureFault::channels;
    if (texture.settings.normalized_values && (floating || bytes == 4)) return TextureFault::values;
    if (texture.settings.linear && !texture.gives_floats()) return TextureFault::filter;
    return std::nullopt;
}

std::optional<Texture> texture_over(const BufferLayout& layout, uint64_t address, const TextureSettings& settings) {
    Texture texture;
    switch (layout.type) {
    case ElementType::u8:
    case ElementType::u16:
    case ElementType::u32: texture.format = TexelFormat::unsigned_integer; break;
    case ElementType::s8:
    case ElementType::s16:
    case ElementType::s32: texture.format = TexelFormat::signed_integer; break;
    case ElementType::f16:
    case ElementType::f32: texture.format = TexelFormat::floating; break;
    default: return std::nullopt;
    }
    if (layout.channels != 1 && layout.channels != 2 && layout.channels != 4) return std::nullopt;
    if (layout.shape.depth != 1) return std::nullopt;
    texture.address = address;
    texture.width = layout.seen().width;
    texture.height = layout.shape.height;
    texture.channels = static_cast<uint8_t>(layout.channels);
    texture.channel_bytes = static_cast<uint8_t>(size_of(layout.type));
    texture.row_bytes = uint64_t{layout.shape.width} * texture.texel_bytes();
    texture.layer_bytes = texture.row_bytes * texture.height;
    texture.settings = settings;
    return texture;
}

Message message_of(TextureFault fault) {
    switch (fault) {
    case TextureFault::channels:
        return msg("textures have 1, 2 or 4 channels of 8, 16 or 32 bits, floating-point ones of 16 or 32");
    case TextureFault::filter: return msg("linear filtering of integers needs normalized values");
    case TextureFault::values: return msg("only integers of 8 and 16 bits can be read as normalized values");
    }
    return {};
}

uint64_t TextureTable::handle_of(uint64_t index) { return texture_base + 1 + index; }

uint64_t TextureTable::add(const Texture& texture) {
    const uint64_t handle = handle_of(made_++);
    textures_.emplace(handle, texture);
    return handle;
}

bool TextureTable::remove(uint64_t handle) { return textures_.erase(handle) != 0; }

const Texture* TextureTable::find(uint64_t handle) const {
    const auto found = textures_.find(handle);
    return found == textures_.end() ? nullptr : &found->second;
}

bool TextureTable::was_removed(uint64_t handle) const {
    return handle > texture_base && handle <= texture_base + made_ && find(handle) == nullptr;
}

} // namespace warpscope::simt
