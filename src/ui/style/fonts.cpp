#include "ui/style/style.hpp"

#include <array>
#include <optional>
#include <string>
#include <type_traits>

#include <imgui_internal.h>

#include "language/tr.hpp"
#include "ui/style/font_file.hpp"
#include "ui/style/late_font.hpp"

namespace warpscope::ui {

namespace {

/// Debian's fonts for simplified Chinese, best first.
constexpr std::array chinese_families{"Noto Sans CJK SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"};
/// Compensates for ImGui's scaling to line height, which shrinks these letters.
constexpr float chinese_scale = 1.25f;

ImFont* add(const std::optional<FontFile>& file, bool merge) {
    if (!file) return nullptr;
    ImFontConfig config;
    config.MergeMode = merge;
    config.FontNo = static_cast<ImU32>(file->index & 0xffff); // the upper bits select a variation
    config.Flags |= ImFontFlags_NoLoadError;
    return ImGui::GetIO().Fonts->AddFontFromFileTTF(file->path.c_str(), size_body, &config);
}

/// Loads only widths of mono letters: we draw the text of ImGui's text field.
bool load_width(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* /*unused*/, ImWchar letter,
                ImFontGlyph* glyph, float* only_advance) {
    const float size = baked->Size * size_code / code_row_height;
    ImFontBaked* shapes = atlas->Fonts[static_cast<int>(source->FontNo)]->GetFontBaked(size);
    const float advance = shapes->GetCharAdvance(letter) * size / shapes->Size;
    if (only_advance != nullptr) {
        *only_advance = advance;
    } else {
        glyph->Codepoint = letter;
        glyph->AdvanceX = advance;
    }
    return true;
}

ImFont* add_rows(const ImFont* mono) {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "widths";
        made.FontBakedLoadGlyph = load_width;
        return made;
    }();
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.FontLoader = &loader;
    config.FontDataOwnedByAtlas = true;
    config.FontNo = static_cast<ImU32>(atlas.Fonts.find_index(const_cast<ImFont*>(mono)));
    config.SizePixels = code_row_height;
    return atlas.AddFont(&config);
}

} // namespace

Fonts load_fonts() {
    std::optional<FontFile> chinese, chinese_strong;
    for (const char* family : chinese_families) {
        if (!(chinese = find_font(family, FontWeight::regular))) continue;
        chinese_strong = find_font(family, FontWeight::bold);
        break;
    }
    const auto inter = find_font("Inter", FontWeight::regular);
    Fonts fonts;
    fonts.chinese = chinese.has_value();
    auto load = [&](const char* family, FontWeight weight) {
        ImFont* font = add(find_font(family, weight), false);
        if (font == nullptr) return font;
        add(inter, true); // for missing letters, such as the minus of exponents
        if (const auto& file = weight == FontWeight::regular ? chinese : chinese_strong)
            add_late_font(file->path, file->index & 0xffff, chinese_scale);
        return font;
    };
    fonts.text = load("Inter", FontWeight::regular);
    fonts.strong = load("Inter", FontWeight::semibold);
    fonts.mono = load("JetBrains Mono", FontWeight::regular);
    fonts.mono_strong = load("JetBrains Mono", FontWeight::bold);
    if (fonts.text == nullptr) fonts.note = N_("Inter was not found (Debian: fonts-inter)");
    if (fonts.mono == nullptr) fonts.note = N_("JetBrains Mono was not found (Debian: fonts-jetbrains-mono)");

    if (fonts.text == nullptr || fonts.mono == nullptr) {
        ImFont* embedded = ImGui::GetIO().Fonts->AddFontDefault();
        if (fonts.text == nullptr) fonts.text = embedded;
        if (fonts.mono == nullptr) fonts.mono = embedded;
    }
    if (fonts.strong == nullptr) fonts.strong = fonts.text;
    if (fonts.mono_strong == nullptr) fonts.mono_strong = fonts.mono;
    fonts.rows = add_rows(fonts.mono);
    return fonts;
}

} // namespace warpscope::ui
