// Colors, fonts and scaled lengths; panels define none of their own.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "base/diagnostic.hpp"

namespace warpscope::ui {

/// Colors of a theme. Text has a contrast of at least 7:1 (text_pairs()).
struct Palette {
    ImU32 panel, view, bar, popup;         // backgrounds
    ImU32 field, field_hovered, field_set; // buttons and boxes
    ImU32 line, line_strong;               // separators and frames
    ImU32 text, muted;
    ImU32 accent, accent_hovered, accent_text;
    ImU32 good, good_text; // correct answers and better values
    ImU32 note, note_text;
    ImU32 error, error_text;
    ImU32 track, bar_full, bar_diverged;
    ImU32 row_hovered, row_marked;
    ImU32 keyword, type_name, number, string, comment, builtin;
    ImU32 shade;
};
[[nodiscard]] const Palette& palette(bool dark);

struct TextPair {
    std::string_view what;
    ImU32 text = 0, background = 0;
};
[[nodiscard]] std::vector<TextPair> text_pairs(const Palette& colors);
/// Returns the WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrast(ImU32 a, ImU32 b);

enum class Face : uint8_t { text, strong, mono, mono_strong };

struct Fonts {
    ImFont* text = nullptr;
    ImFont* strong = nullptr;
    ImFont* mono = nullptr;
    ImFont* mono_strong = nullptr;
    ImFont* rows = nullptr; // invisible letters as wide as those of mono, for text fields over drawn code
    bool chinese = false;   // font available; letters load on first use
    std::string_view note;  // message about missing fonts
};
/// Finds fonts through fontconfig, or falls back to ImGui's. Call before the first frame.
[[nodiscard]] Fonts load_fonts();

/// Pixels at scale 1.
inline constexpr float size_small = 12.5f, size_body = 14.5f, size_code = 13.5f, size_title = 16.0f, size_large = 20.0f;
inline constexpr float code_row_height = 20;

inline constexpr float finger = 40; // smallest button size for fingers, at scale 1

struct Look {
    const Palette* colors = nullptr;
    Fonts fonts;
    float scale = 1;
    bool dark = false;
    bool touch = false; // targets are large enough for fingers

    [[nodiscard]] float px(float length) const { return length * scale; }
    [[nodiscard]] float row(float height) const { return px(touch ? std::max(height, finger) : height); }
    [[nodiscard]] ImFont* font(Face face) const;
    [[nodiscard]] ImVec2 measure(Face face, float size, std::string_view text) const;
};

void apply_style(const Look& look);

} // namespace warpscope::ui
