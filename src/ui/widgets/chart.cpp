#include "ui/widgets/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "render/style/named_group.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/style/packed_color.hpp"
#include "ui/widgets/chart_axis.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using analysis::Chart;
using analysis::ChartPoint;
using analysis::ChartSeries;
using SeriesForm = ChartSeries::Form;

/// Returns an Okabe-Ito color, adjusted for contrast.
ImU32 color_of(const Look& look, const ChartSeries& series) {
    if (series.form == SeriesForm::dashed) return look.colors->muted;
    static constexpr std::array light{rgb(0x0072b2), rgb(0xd55e00), rgb(0x008560),
                                      rgb(0xa8558a), rgb(0xa06c00), rgb(0x2a85bd)};
    static constexpr std::array dark{rgb(0x56b4e9), rgb(0xf0803c), rgb(0x2fc79b),
                                     rgb(0xe39ac4), rgb(0xe6b23c), rgb(0x9fd6ff)};
    return look.dark ? dark[series.style % dark.size()] : light[series.style % light.size()];
}

void draw_mark(ImDrawList& list, ImVec2 at, float r, uint32_t style, ImU32 color, ImU32 ground) {
    switch (style % 6) {
    case 0: list.AddCircleFilled(at, r, color); break;
    case 1: list.AddRectFilled({at.x - r, at.y - r}, {at.x + r, at.y + r}, color); break;
    case 2:
        list.AddTriangleFilled({at.x - 1.2f * r, at.y + r}, {at.x + 1.2f * r, at.y + r}, {at.x, at.y - 1.2f * r},
                               color);
        break;
    case 3:
        list.AddQuadFilled({at.x, at.y - 1.4f * r}, {at.x + 1.4f * r, at.y}, {at.x, at.y + 1.4f * r},
                           {at.x - 1.4f * r, at.y}, color);
        break;
    case 4:
        list.AddCircleFilled(at, 1.1f * r, color);
        list.AddCircleFilled(at, 0.55f * r, ground);
        break;
    default:
        list.AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, color, r * 0.7f);
        list.AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, color, r * 0.7f);
    }
}

void dashed(ImDrawList& list, ImVec2 a, ImVec2 b, ImU32 color, float width, float dash) {
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    for (float at = 0; at < length; at += 2 * dash) {
        const float end = std::min(at + dash, length);
        list.AddLine({a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length},
                     {a.x + (b.x - a.x) * end / length, a.y + (b.y - a.y) * end / length}, color, width);
    }
}

struct Range {
    double low = 0, high = 0; // on a logarithmic axis, positive values only
    bool any = false, zero = false;

    void add(double value, bool logarithmic) {
        if (!std::isfinite(value)) return;
        if (logarithmic && value <= 0) {
            zero = true;
            return;
        }
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
    [[nodiscard]] ChartScale scale(bool logarithmic) const {
        if (!any) return logarithmic ? ChartScale::logarithmic(1, 10, zero) : ChartScale::linear(0, 1);
        return logarithmic ? ChartScale::logarithmic(low, high, zero) : ChartScale::linear(low, high);
    }
};

std::string point_words(const Chart& chart, const ChartSeries& series, const ChartPoint& point) {
    if (!point.words.empty()) return point.words;
    return fmt::format("{}\n{}: {}\n{}: {}", series.name, chart.x.label, chart_number(point.x), chart.y.label,
                       chart_number(point.y));
}

struct Frame {
    ImVec2 min, max;
    ChartScale x, y;

    [[nodiscard]] ImVec2 at(double vx, double vy) const {
        return {min.x + static_cast<float>(x.place(vx)) * (max.x - min.x),
                max.y - static_cast<float>(y.place(vy)) * (max.y - min.y)};
    }
};

void put(const Look& look, ImDrawList& list, Face face, float size, ImVec2 at, ImU32 color, std::string_view words) {
    record_text(words);
    list.AddText(look.font(face), look.px(size), {std::round(at.x), std::round(at.y)}, color, words.data(),
                 words.data() + words.size());
}

void axes(const Look& look, ImDrawList& list, const Chart& chart, const Frame& f, ImVec2 max) {
    const Palette& c = *look.colors;
    const float stroke = std::max(1.0f, look.px(1)), height = look.px(18);
    for (const ChartScale::Tick& tick : f.y.ticks(height * 1.6 / static_cast<double>(f.max.y - f.min.y))) {
        const float y = std::round(f.at(0, tick.at).y);
        if (y < f.min.y - 1 || y > f.max.y + 1) continue;
        list.AddLine({f.min.x, y}, {f.max.x, y}, c.line, stroke);
        const ImVec2 size = look.measure(Face::mono, size_small, tick.text);
        put(look, list, Face::mono, size_small, {f.min.x - size.x - look.px(6), y - size.y / 2}, c.muted, tick.text);
    }
    float free_from = f.min.x - look.px(30);
    for (const ChartScale::Tick& tick : f.x.ticks(look.px(70) / static_cast<double>(f.max.x - f.min.x))) {
        const float x = std::round(f.at(tick.at, 0).x);
        if (x < f.min.x - 1 || x > f.max.x + 1) continue;
        list.AddLine({x, f.max.y}, {x, f.max.y + look.px(4)}, c.line_strong, stroke);
        const ImVec2 size = look.measure(Face::mono, size_small, tick.text);
        if (x - size.x / 2 < free_from || x + size.x / 2 > max.x) continue;
        put(look, list, Face::mono, size_small, {x - size.x / 2, f.max.y + look.px(6)}, c.muted, tick.text);
        free_from = x + size.x / 2 + look.px(8);
    }
    list.AddLine({f.min.x, f.min.y}, {f.min.x, f.max.y}, c.line_strong, stroke);
    list.AddLine({f.min.x, f.max.y}, {f.max.x, f.max.y}, c.line_strong, stroke);
    const ImVec2 label = look.measure(Face::text, size_small, chart.x.label);
    put(look, list, Face::text, size_small, {std::max(f.min.x, f.max.x - label.x), f.max.y + look.px(6) + height},
        c.text, chart.x.label);
}

struct Hovered {
    const ChartSeries* series = nullptr;
    const ChartPoint* point = nullptr;
    float distance = 1e9f, aside = 0;
};

float mark_radius(const Look& look, const ChartSeries& series) {
    return look.px(series.points.size() > 200 ? 2.0f : series.points.size() > 40 ? 3.0f : 4.0f);
}

bool joined(const ChartSeries& series) { return series.form != SeriesForm::marks || series.points.size() <= 40; }

/// Returns horizontal offsets that keep marks of equal values apart.
std::vector<float> asides(const Look& look, const Chart& chart, const Frame& f, size_t of) {
    const ChartSeries& series = chart.series[of];
    std::vector<float> out(series.points.size(), 0);
    if (series.form != SeriesForm::marks || !joined(series)) return out;
    const float r = mark_radius(look, series);
    for (size_t i = 0; i < series.points.size(); ++i) {
        const ImVec2 at = f.at(series.points[i].x, series.points[i].y);
        int before = 0, after = 0;
        for (size_t other = 0; other < chart.series.size(); ++other) {
            if (other == of || chart.series[other].form != SeriesForm::marks || !joined(chart.series[other])) continue;
            for (const ChartPoint& p : chart.series[other].points) {
                const ImVec2 there = f.at(p.x, p.y);
                if (std::hypot(there.x - at.x, there.y - at.y) < r) ++(other < of ? before : after);
            }
        }
        out[i] = static_cast<float>(before - after) * 1.3f * r;
    }
    return out;
}

void draw_series(const Look& look, ImDrawList& list, const Frame& f, const Chart& chart, size_t of, ImVec2 mouse,
                 Hovered& hovered) {
    const ChartSeries& series = chart.series[of];
    const ImU32 color = color_of(look, series);
    const float r = mark_radius(look, series);
    if (series.form == SeriesForm::bars) {
        double step = 1e300;
        for (size_t i = 1; i < series.points.size(); ++i)
            step = std::min(step, series.points[i].x - series.points[i - 1].x);
        if (series.points.size() < 2) step = 1;
        const float width = f.at(step, 0).x - f.at(0, 0).x;
        const float half = std::max(0.5f, std::min(width * 0.42f, look.px(24)));
        for (const ChartPoint& p : series.points) {
            const ImVec2 at = f.at(p.x, p.y);
            const bool over =
                mouse.x >= at.x - width / 2 && mouse.x < at.x + width / 2 && mouse.y >= f.min.y && mouse.y <= f.max.y;
            if (over) hovered = {&series, &p, 0, 0};
            list.AddRectFilled({at.x - half, at.y}, {at.x + half, f.max.y}, over ? look.colors->bar_diverged : color);
        }
        return;
    }
    for (size_t i = 1; joined(series) && i < series.points.size(); ++i) {
        const ImVec2 a = f.at(series.points[i - 1].x, series.points[i - 1].y),
                     b = f.at(series.points[i].x, series.points[i].y);
        if (series.form == SeriesForm::dashed)
            dashed(list, a, b, color, look.px(1.5f), look.px(5));
        else
            list.AddLine(a, b, color, look.px(series.form == SeriesForm::line ? 2.0f : 1.2f));
    }
    const std::vector<float> aside = asides(look, chart, f, of);
    for (size_t i = 0; i < series.points.size(); ++i) {
        const ChartPoint& p = series.points[i];
        const ImVec2 value = f.at(p.x, p.y), at{value.x + aside[i], value.y};
        if (aside[i] != 0) {
            list.AddLine(value, at, look.colors->text, look.px(1));
            list.AddCircleFilled(value, look.px(1.5f), look.colors->text);
        }
        if (series.form == SeriesForm::marks) draw_mark(list, at, r, series.style, color, look.colors->bar);
        const float distance = std::hypot(mouse.x - at.x, mouse.y - at.y);
        if (distance < look.px(14) && distance < hovered.distance) hovered = {&series, &p, distance, aside[i]};
    }
}

std::string series_group(size_t series) { return fmt::format("chart-series-{}", series + 1); }

} // namespace

void chart_plot(const Look& look, const Chart& chart, ImVec2 min, ImVec2 max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Range x, y;
    bool bars = false;
    for (const ChartSeries& series : chart.series) {
        bars = bars || series.form == SeriesForm::bars;
        for (const ChartPoint& p : series.points) {
            x.add(p.x, chart.x.logarithmic);
            y.add(p.y, chart.y.logarithmic);
        }
    }
    if (bars) { // bars start at 0 and have their full width
        y.add(0, chart.y.logarithmic);
        x.add(x.low - 0.5, chart.x.logarithmic);
        x.add(x.high + 0.5, chart.x.logarithmic);
    }
    Frame f{min, max, bars && x.any ? ChartScale::linear(x.low, x.high, 0) : x.scale(chart.x.logarithmic),
            y.scale(chart.y.logarithmic)};
    f.min.y += look.px(24);
    f.max.y -= look.px(6 + 18 + 18);
    if (f.max.y - f.min.y < look.px(30)) return;
    float widest = 0;
    for (const ChartScale::Tick& tick : f.y.ticks(look.px(18) * 1.6 / static_cast<double>(f.max.y - f.min.y)))
        widest = std::max(widest, look.measure(Face::mono, size_small, tick.text).x);
    f.min.x += widest + look.px(8);
    f.max.x -= look.px(10);
    if (f.max.x - f.min.x < look.px(60)) return;
    {
        const render::NamedGroup group(list, "chart-axes");
        put(look, list, Face::text, size_small, min, look.colors->text, chart.y.label);
        axes(look, list, chart, f, max);
    }
    const bool under_cursor = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
    const ImVec2 mouse = under_cursor ? ImGui::GetIO().MousePos : ImVec2{-1e6f, -1e6f};
    Hovered hovered;
    for (size_t i = 0; i < chart.series.size(); ++i) {
        const render::NamedGroup group(list, series_group(i));
        draw_series(look, list, f, chart, i, mouse, hovered);
    }
    record_area("chart", f.min, f.max);
    if (hovered.point == nullptr) return;
    const ImVec2 value = f.at(hovered.point->x, hovered.point->y);
    if (hovered.series->form != SeriesForm::bars)
        list.AddCircle({value.x + hovered.aside, value.y}, look.px(8), look.colors->text, 0, look.px(1.5f));
    tooltip(look, point_words(chart, *hovered.series, *hovered.point));
}

void chart_legend(const Look& look, const Chart& chart) {
    for (size_t i = 0; i < chart.series.size(); ++i) {
        const ChartSeries& series = chart.series[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const render::NamedGroup group(list, series_group(i) + "-legend");
        const ImU32 color = color_of(look, series);
        const float y = at.y + look.px(10), left = at.x + look.px(2), right = at.x + look.px(24);
        if (series.form == SeriesForm::bars)
            list.AddRectFilled({left, y - look.px(5)}, {right, y + look.px(5)}, color);
        else if (series.form == SeriesForm::dashed)
            dashed(list, {left, y}, {right, y}, color, look.px(1.5f), look.px(5));
        else
            list.AddLine({left, y}, {right, y}, color, look.px(series.form == SeriesForm::line ? 2.0f : 1.2f));
        if (series.form == SeriesForm::marks)
            draw_mark(list, {(left + right) / 2, y}, look.px(4), series.style, color, look.colors->bar);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(32));
        ImGui::BeginGroup();
        paragraph(look, series.name, {Face::text, size_body - 0.5f, 0});
        ImGui::EndGroup();
    }
    ImGui::Dummy({0, look.px(4)});
    for (const std::string& remark : chart.remarks)
        paragraph(look, remark, {Face::text, size_small, look.colors->muted});
}

} // namespace warpscope::ui
