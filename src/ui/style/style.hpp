// How things look: colours of the two themes, fonts, and lengths that follow the scale. Panels take a Look and never
// name a colour or a font themselves.
#pragma once

#include <string_view>
#include <vector>

#include <imgui.h>

#include "base/diagnostic.hpp"

namespace warpscope::ui {

/// Colours as ImGui packs them. Text on any background it is used on has a contrast of at least 7:1 (text_pairs()).
struct Palette {
    ImU32 panel, view, bar, popup;         // backgrounds
    ImU32 field, field_hovered, field_set; // inside of buttons and boxes
    ImU32 line, line_strong;               // separators and frames
    ImU32 text, muted;                     // words; less important words
    ImU32 accent, accent_hovered, accent_text;
    ImU32 good, good_text;                                      // the live device
    ImU32 note, note_text;                                      // an explanation that wants attention
    ImU32 error, error_text;                                    // a failure
    ImU32 track, bar_full, bar_diverged;                        // sliders and bars
    ImU32 row_hovered, row_marked;                              // lines of source text
    ImU32 keyword, type_name, number, string, comment, builtin; // source text
    ImU32 shade;                                                // behind dialogs
};
[[nodiscard]] const Palette& palette(bool dark);

/// A text colour and a background that it is drawn on.
struct TextPair {
    std::string_view what;
    ImU32 text = 0, background = 0;
};
[[nodiscard]] std::vector<TextPair> text_pairs(const Palette& colours);
/// Contrast ratio of two opaque colours after WCAG 2: 1 to 21.
[[nodiscard]] double contrast(ImU32 a, ImU32 b);

enum class Face : uint8_t { text, strong, mono, mono_strong };

struct Fonts {
    ImFont* text = nullptr;
    ImFont* strong = nullptr;
    ImFont* mono = nullptr;
    ImFont* mono_strong = nullptr;
    ImFont* rows = nullptr; // for fields over rows of program text: widths of the mono face, and no shapes
    bool chinese = false;   // their letters are there; they are read when the first one is drawn
    std::string_view note;  // what was missing; empty when every font was found
};
/// Finds Inter, JetBrains Mono and a font with Chinese letters through fontconfig and adds them to the current ImGui
/// context, with ImGui's embedded font where one is missing. Call before the first frame.
[[nodiscard]] Fonts load_fonts();

/// Sizes of type at scale 1, in pixels.
inline constexpr float size_small = 12.5f, size_body = 14.5f, size_code = 13.5f, size_title = 16.0f, size_large = 20.0f;
/// Of a line of program text.
inline constexpr float code_row_height = 20;

struct Look {
    const Palette* colours = nullptr;
    Fonts fonts;
    float scale = 1;
    bool dark = false;

    [[nodiscard]] float px(float length) const { return length * scale; }
    [[nodiscard]] ImFont* font(Face face) const;
    [[nodiscard]] ImVec2 measure(Face face, float size, std::string_view text) const;
};

/// Sets ImGui's own style to the theme and scale.
void apply_style(const Look& look);

} // namespace warpscope::ui
