#include "ui/imgui/atlas_glyphs.hpp"

#include <cmath>
#include <cstdint>

namespace warpscope::ui {

namespace {

uint32_t big_endian(const ImFontConfig& font, size_t at, size_t bytes) {
    uint32_t value = 0;
    const auto* data = static_cast<const uint8_t*>(font.FontData);
    for (size_t i = at; i < at + bytes; ++i)
        value = value << 8 | (i < static_cast<size_t>(font.FontDataSize) ? data[i] : 0u);
    return value;
}

} // namespace

double em_of(const ImFont& font) {
    constexpr double usual = 0.8;
    if (font.Sources.empty() || font.Sources[0]->FontData == nullptr) return usual;
    const ImFontConfig& file = *font.Sources[0];
    const bool collection = big_endian(file, 0, 4) == 0x74746366; // "ttcf"
    const size_t start = collection ? big_endian(file, 12 + 4 * size_t{file.FontNo}, 4) : 0;
    double em = 0, ascent = 0, descent = 0;
    const uint32_t tables = big_endian(file, start + 4, 2);
    for (uint32_t i = 0; i < tables; ++i) {
        const size_t row = start + 12 + size_t{i} * 16;
        const size_t at = big_endian(file, row + 8, 4);
        if (big_endian(file, row, 4) == 0x68656164) em = big_endian(file, at + 18, 2); // "head"
        if (big_endian(file, row, 4) == 0x68686561) {                                  // "hhea"
            ascent = static_cast<int16_t>(big_endian(file, at + 4, 2));
            descent = static_cast<int16_t>(big_endian(file, at + 6, 2));
        }
    }
    return em > 0 && ascent > descent ? em / (ascent - descent) : usual;
}

AtlasGlyphs::AtlasGlyphs() {
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    white_ = atlas.TexUvWhitePixel;
    texture_ = atlas.TexRef.GetTexID();
    ImFontAtlasBuilder& builder = *atlas.Builder;
    for (int i = 0; i < builder.BakedPool.Size; ++i) {
        const ImFontBaked& baked = builder.BakedPool[i];
        if (baked.WantDestroy) continue;
        for (const ImFontGlyph& glyph : baked.Glyphs)
            if (glyph.Visible) by_top_[glyph.V0].push_back({&baked, &glyph});
    }
}

bool AtlasGlyphs::is_white(ImVec2 uv) const {
    return std::abs(uv.x - white_.x) < 1e-5f && std::abs(uv.y - white_.y) < 1e-5f;
}

const KnownGlyph* AtlasGlyphs::at(ImVec2 uv) const {
    for (auto row = by_top_.begin(); row != by_top_.end() && row->first <= uv.y; ++row)
        for (const KnownGlyph& known : row->second)
            if (uv.x >= known.glyph->U0 && uv.x <= known.glyph->U1 && uv.y <= known.glyph->V1) return &known;
    return nullptr;
}

} // namespace warpscope::ui
