// Glyphs by their place in the font atlas, and what a face's sizes are in other programs.
#pragma once

#include <map>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

namespace warpscope::ui {

/// Em of a face by its height from ascent to descent, which is what ImGui counts sizes in.
[[nodiscard]] double em_of(const ImFont& font);

struct KnownGlyph {
    const ImFontBaked* baked = nullptr;
    const ImFontGlyph* glyph = nullptr;
};

/// Of the atlas as it is now; a frame may add to it.
class AtlasGlyphs {
public:
    AtlasGlyphs();
    [[nodiscard]] ImTextureID texture() const { return texture_; }
    /// Returns whether this is what lines and fills have in place of a glyph.
    [[nodiscard]] bool is_white(ImVec2 uv) const;
    /// The glyph in whose place `uv` lies; null: none.
    [[nodiscard]] const KnownGlyph* at(ImVec2 uv) const;

private:
    std::map<float, std::vector<KnownGlyph>> by_top_;
    ImVec2 white_;
    ImTextureID texture_;
};

} // namespace warpscope::ui
