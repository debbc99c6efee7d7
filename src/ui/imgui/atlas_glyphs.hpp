#pragma once

#include <map>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

namespace warpscope::ui {

/// Returns the em divided by ImGui's font size, which is the height from ascent to descent.
[[nodiscard]] double em_of(const ImFont& font);

struct KnownGlyph {
    const ImFontBaked* baked = nullptr;
    const ImFontGlyph* glyph = nullptr;
};

/// A snapshot of the atlas; later frames may add glyphs.
class AtlasGlyphs {
public:
    AtlasGlyphs();
    [[nodiscard]] ImTextureID texture() const { return texture_; }
    [[nodiscard]] bool is_white(ImVec2 uv) const;
    [[nodiscard]] const KnownGlyph* at(ImVec2 uv) const;

private:
    std::map<float, std::vector<KnownGlyph>> by_top_;
    ImVec2 white_;
    ImTextureID texture_;
};

} // namespace warpscope::ui
