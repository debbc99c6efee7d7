#include "capture/launch_textures.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::capture {

std::string why_not_opened(const KeptLaunch& launch) {
    for (const KeptTexture& kept : launch.textures) {
        const simt::Texture& t = kept.texture;
        if (t.resource == simt::TextureResource::linear) return "over linear memory";
        if (t.dimensions != 2) return fmt::format("of {} dimension{}", t.dimensions, t.dimensions == 1 ? "" : "s");
        const KeptMemory* const memory = memory_of(launch, t);
        if (memory == nullptr || memory->bytes != t.width * t.height * t.texel_bytes())
            return "over a part of its memory";
        if (t.settings.address[0] != t.settings.address[1]) return "with two address modes";
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
    shape.shape = {static_cast<uint32_t>(texture.width), texture.height, 1};
    shape.why = "as the texture has it";
    return shape;
}

} // namespace warpscope::capture
