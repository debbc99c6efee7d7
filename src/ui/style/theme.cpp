#include "ui/style/packed_color.hpp"
#include "ui/style/style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::ui {

namespace {

// Okabe-Ito's blue and vermilion, adjusted for contrast.
constexpr Palette light{
    .panel = rgb(0xf7f9fc),
    .view = rgb(0xffffff),
    .bar = rgb(0xffffff),
    .popup = rgb(0xffffff),
    .field = rgb(0xeef1f6),
    .field_hovered = rgb(0xe2e8f0),
    .field_set = rgb(0xffffff),
    .line = rgb(0xdfe4ea),
    .line_strong = rgb(0xb9c2cd),
    .text = rgb(0x14181d),
    .muted = rgb(0x475260),
    .accent = rgb(0x00568a),
    .accent_hovered = rgb(0x00466f),
    .accent_text = rgb(0xffffff),
    .good = rgb(0xd0efe3),
    .good_text = rgb(0x004d38),
    .note = rgb(0xfff1cc),
    .note_text = rgb(0x4a3800),
    .error = rgb(0xfde4da),
    .error_text = rgb(0x7a2600),
    .track = rgb(0xd5dbe3),
    .bar_full = rgb(0x0072b2),
    .bar_diverged = rgb(0xd55e00),
    .row_hovered = rgb(0xf0f4f8),
    .row_marked = rgb(0xfff1cc),
    .keyword = rgb(0x6a1fb5),
    .type_name = rgb(0x00528a),
    .number = rgb(0x004f94),
    .string = rgb(0x7a3300),
    .comment = rgb(0x475260),
    .builtin = rgb(0x005743),
    .shade = IM_COL32(20, 24, 29, 90),
};

constexpr Palette dark{
    .panel = rgb(0x181c22),
    .view = rgb(0x0f1216),
    .bar = rgb(0x13171c),
    .popup = rgb(0x1c2128),
    .field = rgb(0x252b34),
    .field_hovered = rgb(0x2b323c),
    .field_set = rgb(0x11151a),
    .line = rgb(0x2c333d),
    .line_strong = rgb(0x4a5563),
    .text = rgb(0xedf1f6),
    .muted = rgb(0xbcc6d2),
    .accent = rgb(0x6cc0f0),
    .accent_hovered = rgb(0x8fd0f5),
    .accent_text = rgb(0x041019),
    .good = rgb(0x0c3a2c),
    .good_text = rgb(0xaef0d6),
    .note = rgb(0x3a2f0a),
    .note_text = rgb(0xffe9a8),
    .error = rgb(0x43190a),
    .error_text = rgb(0xffd0bb),
    .track = rgb(0x3a4350),
    .bar_full = rgb(0x56b4e9),
    .bar_diverged = rgb(0xf0803c),
    .row_hovered = rgb(0x1e242c),
    .row_marked = rgb(0x3a2f0a),
    .keyword = rgb(0xd9b8ff),
    .type_name = rgb(0x9fd6ff),
    .number = rgb(0x9fd6ff),
    .string = rgb(0xffc799),
    .comment = rgb(0xbcc6d2),
    .builtin = rgb(0x9be8cc),
    .shade = IM_COL32(0, 0, 0, 140),
};

double luminance(ImU32 color) {
    auto channel = [&](int shift) {
        const double c = ((color >> shift) & 255) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(IM_COL32_R_SHIFT) + 0.7152 * channel(IM_COL32_G_SHIFT) + 0.0722 * channel(IM_COL32_B_SHIFT);
}

ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

} // namespace

const Palette& palette(bool dark_theme) { return dark_theme ? dark : light; }

double contrast(ImU32 a, ImU32 b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

std::vector<TextPair> text_pairs(const Palette& c) {
    std::vector<TextPair> pairs{
        {"accent", c.accent_text, c.accent},     {"accent hovered", c.accent_text, c.accent_hovered},
        {"live device", c.good_text, c.good},    {"note", c.note_text, c.note},
        {"error", c.error_text, c.error},        {"accent on view", c.accent, c.view},
        {"accent on bar", c.accent, c.bar},      {"error on panel", c.error_text, c.panel},
        {"error on view", c.error_text, c.view},
    };
    const std::array backgrounds{c.panel, c.view, c.bar, c.popup, c.field, c.field_hovered, c.field_set};
    for (ImU32 background : backgrounds) {
        pairs.push_back({"text", c.text, background});
        if (background != c.field_hovered) pairs.push_back({"muted", c.muted, background});
    }
    for (ImU32 background : {c.view, c.row_hovered, c.row_marked})
        for (ImU32 code : {c.text, c.muted, c.keyword, c.type_name, c.number, c.string, c.comment, c.builtin})
            pairs.push_back({"source text", code, background});
    return pairs;
}

ImFont* Look::font(Face face) const {
    switch (face) {
    case Face::strong: return fonts.strong;
    case Face::mono: return fonts.mono;
    case Face::mono_strong: return fonts.mono_strong;
    case Face::text: break;
    }
    return fonts.text;
}

ImVec2 Look::measure(Face face, float size, std::string_view text) const {
    if (text.empty()) return {0, px(size)};
    return font(face)->CalcTextSizeA(px(size), FLT_MAX, 0, text.data(), text.data() + text.size());
}

void apply_style(const Look& look) {
    const Palette& c = *look.colors;
    ImGuiStyle style;
    style.WindowPadding = {14, 12};
    style.FramePadding = {10, 6};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 11;
    style.ScrollbarRounding = 6;
    style.WindowRounding = 8; // dialogs and tooltips
    style.ChildRounding = 0;
    style.PopupRounding = 8;
    style.FrameRounding = 6;
    style.GrabRounding = 6;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = 1;
    style.SelectableTextAlign = {0, 0.5f};
    if (look.touch) {
        style.TouchExtraPadding = {7, 7};
        style.FramePadding = {10, 9};
        style.ScrollbarSize = 14;
    }
    style.ScaleAllSizes(look.scale);
    style.FontSizeBase = size_body;
    style.FontScaleMain = look.scale;
    style.HoverDelayNormal = 0.6f;

    auto set = [&](ImGuiCol which, ImU32 color) { style.Colors[which] = vec(color); };
    set(ImGuiCol_Text, c.text);
    set(ImGuiCol_TextDisabled, c.muted);
    set(ImGuiCol_WindowBg, c.panel);
    set(ImGuiCol_ChildBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_PopupBg, c.popup);
    set(ImGuiCol_Border, c.line_strong);
    set(ImGuiCol_FrameBg, c.field);
    set(ImGuiCol_FrameBgHovered, c.field_hovered);
    set(ImGuiCol_FrameBgActive, c.field_hovered);
    set(ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_ScrollbarGrab, c.line_strong);
    set(ImGuiCol_ScrollbarGrabHovered, c.muted);
    set(ImGuiCol_ScrollbarGrabActive, c.muted);
    set(ImGuiCol_CheckMark, c.accent);
    set(ImGuiCol_SliderGrab, c.accent);
    set(ImGuiCol_SliderGrabActive, c.accent_hovered);
    set(ImGuiCol_Button, c.field);
    set(ImGuiCol_ButtonHovered, c.field_hovered);
    set(ImGuiCol_ButtonActive, c.field_hovered);
    set(ImGuiCol_Header, c.field);
    set(ImGuiCol_HeaderHovered, c.field_hovered);
    set(ImGuiCol_HeaderActive, c.field_hovered);
    set(ImGuiCol_Separator, c.line);
    set(ImGuiCol_TableRowBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_TableRowBgAlt, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_TableHeaderBg, IM_COL32(0, 0, 0, 0));
    set(ImGuiCol_TableBorderLight, c.line);
    set(ImGuiCol_TableBorderStrong, c.line);
    set(ImGuiCol_TextSelectedBg, look.dark ? rgb(0x2c5a7a) : rgb(0xb9dcf2));
    set(ImGuiCol_InputTextCursor, c.text);
    set(ImGuiCol_NavCursor, c.accent);
    set(ImGuiCol_ModalWindowDimBg, c.shade);
    set(ImGuiCol_DragDropTarget, c.accent);
    ImGui::GetStyle() = style;
}

} // namespace warpscope::ui
