#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "render/maps/finding_marks.hpp"
#include "render/style/palette.hpp"
#include "render/view.hpp"

namespace warpscope::render {

namespace {

struct Swatch {
    ImDrawList& list;
    ImVec2 low, high;
    float scale;

    [[nodiscard]] float width() const { return high.x - low.x; }
    [[nodiscard]] float height() const { return high.y - low.y; }

    void fill(uint32_t color) const { list.AddRectFilled(low, high, color); }
    void outline(uint32_t color, float width) const {
        const float h = width * scale / 2;
        list.AddRect({low.x + h, low.y + h}, {high.x - h, high.y - h}, color, 0, 0, width * scale);
    }
    void hatch(uint32_t color, float period, float width, bool falling = true) const {
        const float step = period * scale;
        for (float t = 0; t < this->width() + height(); t += step) {
            const float x = falling ? low.x + t : high.x - t;
            const float lean = falling ? -height() : height();
            list.AddLine({x, low.y}, {x + lean, high.y}, color, width * scale);
        }
    }
    void dots(uint32_t color, float period, float radius) const {
        const float step = period * scale;
        for (float y = low.y + step / 2; y < high.y; y += step)
            for (float x = low.x + step / 2; x < high.x; x += step) list.AddCircleFilled({x, y}, radius * scale, color);
    }
};

void draw_cross(const Swatch& s, float core, float casing, float strength) {
    const ImVec2 middle{std::floor((s.low.x + s.high.x) / 2) + 0.5f, std::floor((s.low.y + s.high.y) / 2) + 0.5f};
    for (const auto& [width, color] : {std::pair{casing, white}, std::pair{core, black}}) {
        const uint32_t c = (color & 0xffffffu) | static_cast<uint32_t>(strength * 255) << 24;
        s.list.AddLine({middle.x, s.low.y}, {middle.x, s.high.y}, c, width * s.scale);
        s.list.AddLine({s.low.x, middle.y}, {s.high.x, middle.y}, c, width * s.scale);
    }
}

void draw_selected(const Swatch& s, float width, uint32_t color) {
    s.outline(packed({8, 8, 8}, 0.85f), width + 2 * size::casing);
    const float c = size::casing * s.scale;
    const Swatch inner{s.list, {s.low.x + c, s.low.y + c}, {s.high.x - c, s.high.y - c}, s.scale};
    inner.outline(color, width);
}

/// Returns a stand-in for the data under a swatch's translucent marks.
Color ground_color(const Theme& theme) { return theme.dark ? Color{72, 78, 86} : Color{196, 204, 212}; }
uint32_t ground(const Theme& theme) { return packed(ground_color(theme)); }

Color color_of(uint32_t packed) {
    return {static_cast<uint8_t>(packed), static_cast<uint8_t>(packed >> 8), static_cast<uint8_t>(packed >> 16)};
}

/// Uses the same formula as view.frag.
uint32_t warm_tint(const Theme& theme, Color tint, float alpha) {
    return packed(tint, alpha * warm_share(ground_color(theme)));
}
uint32_t ink_on(Color ground, const palette::Ink& ink, float alpha) {
    return darkness(ground) > 0.5f ? packed(ink.on_dark, fill::dark_ink) : packed(ink.on_light, alpha);
}
uint32_t ink_on(const Theme& theme, const palette::Ink& ink, float alpha) {
    return ink_on(ground_color(theme), ink, alpha);
}

} // namespace

void draw_swatch(ImDrawList& list, const LegendEntry& entry, Point top_left, Point extent, const Theme& theme) {
    const ImVec2 low{static_cast<float>(top_left.x), static_cast<float>(top_left.y)};
    const Swatch s{
        list, low, {low.x + static_cast<float>(extent.x), low.y + static_cast<float>(extent.y)}, theme.scale};
    const Grays gray = grays(theme.dark);
    list.PushClipRect(s.low, s.high, true);
    switch (entry.mark) {
    case Mark::block_border:
        s.fill(ground(theme));
        draw_cross(s, size::border_core, size::border_total, 1);
        break;
    case Mark::thread_border:
        s.fill(ground(theme));
        draw_cross(s, size::border_core, size::border_core, 0.6f);
        break;
    case Mark::warp_tints:
        s.fill(ground(theme));
        for (size_t i = 0; i < palette::warp_tints.size(); ++i) {
            const float step = s.width() / static_cast<float>(palette::warp_tints.size());
            list.AddRectFilled({s.low.x + step * static_cast<float>(i), s.low.y},
                               {s.low.x + step * static_cast<float>(i + 1), s.high.y},
                               packed(palette::warp_tints[i], fill::warp));
        }
        break;
    case Mark::idle_threads:
        s.fill(packed(gray.idle_fill));
        s.hatch(packed(gray.idle_hatch), size::hatch_period, size::hatch_width);
        break;
    case Mark::unwritten:
        s.fill(packed(gray.idle_fill, fill::unwritten));
        s.hatch(packed(gray.idle_hatch), size::hatch_period, size::hatch_width, false);
        break;
    case Mark::running:
        s.fill(packed(gray.idle_fill, fill::unwritten));
        s.fill(packed(palette::yellow, fill::running));
        s.hatch(packed(gray.idle_hatch), size::hatch_period, size::hatch_width, false);
        break;
    case Mark::halo:
        s.fill(ground(theme));
        s.fill(warm_tint(theme, palette::orange, fill::halo));
        s.dots(ink_on(theme, palette::halo_ink, fill::halo_dots), size::dot_period, size::dot_radius);
        draw_selected(s, 2, packed(palette::orange));
        break;
    case Mark::ghost:
        s.fill(theme.background | 0xff000000u);
        s.fill(packed(palette::orange, fill::ghost));
        s.hatch(ink_on(color_of(theme.background), palette::ghost_ink, 1), size::hatch_period, size::hatch_width,
                false);
        s.outline(packed({173, 119, 0}), 2);
        break;
    case Mark::diverged:
        s.fill(ground(theme));
        s.fill(warm_tint(theme, palette::vermilion, fill::diverged));
        s.hatch(ink_on(theme, palette::diverged_ink, fill::diverged_lines), size::cross_period, size::cross_width);
        s.hatch(ink_on(theme, palette::diverged_ink, fill::diverged_lines), size::cross_period, size::cross_width,
                false);
        break;
    case Mark::partly_idle: {
        s.fill(ground(theme));
        const float step = size::half_period * theme.scale;
        for (float y = s.low.y; y < s.high.y; y += step)
            for (float x = s.low.x; x < s.high.x; x += step) {
                list.AddTriangleFilled({x, y}, {x, y + step}, {x + step, y + step},
                                       warm_tint(theme, palette::yellow, fill::partly_idle));
                list.AddLine({x, y}, {x + step, y + step},
                             ink_on(theme, palette::partly_idle_ink, fill::partly_idle_lines), 0.8f * theme.scale);
            }
        break;
    }
    case Mark::reads:
        for (float x = s.low.x; x < s.high.x; x += 1) {
            const Color color = palette::heat((x - s.low.x) / std::max(s.width() - 1, 1.0f));
            list.AddRectFilled({x, s.low.y}, {x + 1, s.high.y}, packed(color));
        }
        break;
    case Mark::one_read: s.fill(packed(palette::heat(1))); break;
    case Mark::signed_difference:
        for (float x = s.low.x; x < s.high.x; x += 1) {
            const float share = (x - s.low.x) / std::max(s.width() - 1, 1.0f);
            list.AddRectFilled({x, s.low.y}, {x + 1, s.high.y}, packed(palette::diverging(2 * double{share} - 1)));
        }
        break;
    case Mark::values:
        for (float x = s.low.x; x < s.high.x; x += 1) {
            const auto shade = static_cast<uint8_t>(std::lround(255 * (x - s.low.x) / std::max(s.width() - 1, 1.0f)));
            list.AddRectFilled({x, s.low.y}, {x + 1, s.high.y}, packed(Color{shade, shade, shade}));
        }
        s.outline(packed(gray.idle_hatch), 1);
        break;
    case Mark::block_tints:
        s.fill(ground(theme));
        for (size_t i = 0; i < palette::warp_tints.size(); ++i) {
            const float step = s.width() / static_cast<float>(palette::warp_tints.size());
            list.AddRectFilled({s.low.x + step * static_cast<float>(i), s.low.y},
                               {s.low.x + step * static_cast<float>(i + 1), s.high.y},
                               packed(palette::warp_tints[i], fill::heat));
        }
        break;
    case Mark::slabs:
        s.fill(ground(theme));
        for (size_t i = 0; i < 4; ++i) {
            const float step = s.height() / 4;
            list.AddRectFilled({s.low.x, s.low.y + step * static_cast<float>(i)},
                               {s.high.x, s.low.y + step * static_cast<float>(i + 1)},
                               packed(palette::warp_tints[i], fill::slab));
        }
        break;
    case Mark::received:
        s.fill(ground(theme));
        s.fill(packed(palette::warp_tints[0], fill::received));
        s.hatch(packed({8, 8, 8}, fill::received_lines), size::hatch_period, size::hatch_width);
        break;
    case Mark::differences: {
        s.fill(ground(theme));
        float left = s.low.x;
        for (const uint8_t bit :
             {metrics::differs_in_owner, metrics::differs_in_divergence, metrics::differs_in_sectors}) {
            const float right = left + s.width() / 3;
            list.AddRectFilled({left, s.low.y}, {right, s.high.y}, packed(palette::difference(bit), fill::heat));
            left = right;
        }
        break;
    }
    case Mark::not_finite: s.fill(packed(palette::not_finite)); break;
    case Mark::finding:
        draw_finding_mark(list, {(s.low.x + s.high.x) / 2, (s.low.y + s.high.y) / 2},
                          std::min(s.width(), s.height()) / 2);
        break;
    case Mark::selected: draw_selected(s, size::selected, packed(palette::sky_blue)); break;
    case Mark::selected_warp: draw_selected(s, size::selected_warp, packed(palette::sky_blue)); break;
    case Mark::window:
        s.fill(ground(theme));
        s.fill(packed(palette::thread, fill::thread_reads));
        draw_selected(s, 1.5f, white);
        break;
    case Mark::block_reads:
        s.fill(ground(theme));
        s.fill(packed(palette::sky_blue, fill::block_reads));
        s.outline(packed({8, 8, 8}, 0.6f), 1);
        break;
    case Mark::block_outline:
        s.fill(ground(theme));
        s.outline(packed({8, 8, 8}, 0.6f), 1);
        break;
    case Mark::interval:
        s.fill(ground(theme));
        list.AddRectFilled(s.low, {(s.low.x + s.high.x) / 2, s.high.y},
                           (theme.background & 0xffffffu) | static_cast<uint32_t>(fill::dimmed * 255) << 24);
        draw_selected({list, {(s.low.x + s.high.x) / 2, s.low.y}, s.high, s.scale}, 2, packed(palette::sky_blue));
        break;
    case Mark::lit:
        s.fill(ground(theme));
        s.fill(packed(palette::green, fill::lit));
        draw_selected(s, size::lit, packed(palette::green));
        break;
    case Mark::current:
        s.fill(packed(palette::yellow));
        draw_selected(s, 2, packed(palette::yellow));
        break;
    }
    list.PopClipRect();
}

void draw_finding_mark(ImDrawList& list, ImVec2 middle, float radius) {
    const float rim = std::max(1.0f, radius / 6);
    list.AddCircleFilled(middle, radius, 0xffffffffu);
    list.AddCircleFilled(middle, radius - rim, packed(palette::finding));
    const float half = std::max(1.0f, radius * 0.13f);
    list.AddRectFilled({middle.x - half, middle.y - radius * 0.55f}, {middle.x + half, middle.y + radius * 0.12f},
                       0xffffffffu, half * 0.5f);
    list.AddCircleFilled({middle.x, middle.y + radius * 0.42f}, half * 1.15f, 0xffffffffu);
}

} // namespace warpscope::render
