#include "capture/launch_textures.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::capture {
namespace {

bool has_large_border(const simt::Texture& texture) {
    const TextureSettings settings = written_settings(texture);
    return std::ranges::any_of(settings.border, [](float number) { return std::abs(number) > 0x1p24f; });
}

} // namespace

TextureSettings written_settings(const simt::Texture& texture) {
    TextureSettings settings = texture.settings;
    if (texture.format != simt::TexelFormat::floating && !settings.normalized_values)
        for (float& member : settings.border)
            member = static_cast<float>(integer_of_border(member, texture.format == simt::TexelFormat::signed_integer));
    return settings;
}

Message texture_error(const KeptLaunch& launch) {
    for (const KeptTexture& kept : launch.textures) {
        const simt::Texture& t = kept.texture;
        if (t.resource == simt::TextureResource::linear) return msg("over linear memory");
        if (t.dimensions != 2) return msg_count(t.dimensions, "of {} dimension", "of {} dimensions", t.dimensions);
        const KeptMemory* const memory = memory_of(launch, t);
        if (memory == nullptr || t.row_bytes % t.texel_bytes() != 0 || memory->bytes != t.row_bytes * t.height)
            return msg("over a part of its memory");
        const BufferShape first = shape_of(*texture_over(launch, *memory)), own = shape_of(t);
        if (first.type != own.type || first.channels != own.channels || first.shape != own.shape ||
            first.padding != own.padding)
            return msg("over memory that another texture uses in a different shape");
        if (has_large_border(t)) return msg("whose border has numbers beyond 16 777 216");
        if (t.settings.address[0] != t.settings.address[1]) return msg("with two address modes");
    }
    return {};
}

const KeptMemory* memory_of(const KeptLaunch& launch, const simt::Texture& texture) {
    const auto found = std::ranges::find(launch.memory, texture.address, &KeptMemory::begin);
    return found == launch.memory.end() ? nullptr : &*found;
}

const simt::Texture* texture_over(const KeptLaunch& launch, const KeptMemory& memory) {
    for (const KeptTexture& kept : launch.textures)
        if (memory_of(launch, kept.texture) == &memory) return &kept.texture;
    return nullptr;
}

BufferShape shape_of(const simt::Texture& texture) {
    const bool is_signed = texture.format == simt::TexelFormat::signed_integer;
    BufferShape shape;
    if (texture.format == simt::TexelFormat::floating)
        shape.type = texture.channel_bytes == 2 ? ElementType::f16 : ElementType::f32;
    else if (texture.channel_bytes == 1)
        shape.type = is_signed ? ElementType::s8 : ElementType::u8;
    else if (texture.channel_bytes == 2)
        shape.type = is_signed ? ElementType::s16 : ElementType::u16;
    else
        shape.type = is_signed ? ElementType::s32 : ElementType::u32;
    shape.channels = texture.channels;
    shape.shape = {static_cast<uint32_t>(texture.row_bytes / texture.texel_bytes()), texture.height, 1};
    shape.padding = shape.shape.width - static_cast<uint32_t>(texture.width);
    shape.why = msg("as the texture has it");
    return shape;
}

} // namespace warpscope::capture
