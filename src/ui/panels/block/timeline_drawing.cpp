#include "ui/panels/block/timeline_drawing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

ImU32 lane_color(uint32_t active) { return heat_color(0.8 * active, warp_size); }

namespace {

using Rows = TimelineRows;
using metrics::TimelineStep;
using metrics::TimelineWarp;

constexpr float lanes_from = 40; // row height from which single lanes are drawn

template<class Run>
void for_each_run(simt::LaneMask mask, Run&& run) {
    for (uint32_t lane = 0; lane < warp_size;) {
        if ((mask >> lane & 1u) == 0) {
            ++lane;
            continue;
        }
        const uint32_t first = lane;
        while (lane < warp_size && (mask >> lane & 1u) != 0) ++lane;
        run(first, lane);
    }
}

void draw_lanes(const Rows& rows, const TimelineStep& step, ImVec2 min, ImVec2 max, ImU32 color) {
    const float one = (max.y - min.y) / static_cast<float>(warp_size);
    auto box = [&](uint32_t first, uint32_t last, auto draw) {
        draw(ImVec2{min.x, min.y + one * static_cast<float>(first)},
             ImVec2{max.x, min.y + one * static_cast<float>(last)});
    };
    for_each_run(step.active, [&](uint32_t first, uint32_t last) {
        box(first, last, [&](ImVec2 a, ImVec2 b) { rows.list.AddRectFilled(a, b, color); });
    });
    if (max.x - min.x < rows.look.px(5)) return;
    const ImU32 ink = rows.look.colors->bar_diverged;
    const bool thin = one * static_cast<float>(std::popcount(step.waiting)) < rows.look.px(4) * 2;
    if (step.waiting != 0 && !thin)
        for_each_run(step.waiting, [&](uint32_t first, uint32_t last) {
            box(first, last, [&](ImVec2 a, ImVec2 b) {
                hatch(rows.list, a, b, rows.look.px(6), std::max(1.0f, rows.look.px(1)), ink);
            });
        });
}

void draw_step(const Rows& rows, const TimelineStep& step, float x0, float x1, float y0, float y1) {
    const Look& look = rows.look;
    const auto active = static_cast<uint32_t>(std::popcount(step.active));
    const ImU32 color = lane_color(active);
    const ImVec2 min{x0, y0}, max{std::max(x1, x0 + 1), y1};
    const bool lanes = y1 - y0 >= look.px(lanes_from);
    if (lanes) {
        draw_lanes(rows, step, min, max, color);
    } else {
        rows.list.AddRectFilled(min, max, color);
        if (step.waiting != 0 && x1 - x0 >= look.px(3))
            hatch(rows.list, min, max, look.px(6), std::max(1.0f, look.px(1.25f)), ink_on(color));
    }
    if (x1 - x0 >= look.px(4)) rows.list.AddRect(min, max, look.colors->line_strong, 0, 0, std::max(1.0f, look.px(1)));
    const std::string count = std::to_string(active);
    const float size = lanes ? size_code : size_small - 1.5f;
    const ImVec2 extent = look.measure(Face::mono_strong, size, count);
    if (x1 - x0 < extent.x + look.px(8) || y1 - y0 < extent.y - look.px(2)) return;
    const ImVec2 center{(x0 + x1) / 2, (y0 + y1) / 2};
    if (step.waiting != 0 || lanes) // keeps hatching away from the number
        rows.list.AddRectFilled({center.x - extent.x / 2 - look.px(4), lanes ? center.y - extent.y / 2 : y0},
                                {center.x + extent.x / 2 + look.px(4), lanes ? center.y + extent.y / 2 : y1}, color);
    words_in(look, rows.list, Face::mono_strong, size, min, max, ink_on(color), count);
}

void draw_turn(const Rows& rows, float x, float y0, bool opens) {
    const Look& look = rows.look;
    const float s = look.px(5);
    const ImU32 color = opens ? look.colors->bar_diverged : look.colors->bar_full;
    const ImVec2 tip{x + (opens ? -s : s) / 2, y0 + s}, up{x + (opens ? s : -s) / 2, y0},
        down{x + (opens ? s : -s) / 2, y0 + 2 * s};
    rows.list.AddTriangleFilled(tip, up, down, look.colors->bar);
    rows.list.AddTriangle(tip, up, down, color, std::max(1.5f, look.px(1.75f)));
}

} // namespace

void draw_warp(const TimelineRows& rows, uint32_t index) {
    const Look& look = rows.look;
    const TimelineWarp& warp = rows.block_view.timeline.warps[index];
    const float y0 = rows.min.y + rows.height * static_cast<float>(index);
    const float gap = std::min(look.px(4), rows.height * 0.2f), y1 = y0 + rows.height - gap;
    const float every = std::ceil(look.px(15) / rows.height);
    if (index % static_cast<uint32_t>(std::max(1.0f, every)) == 0)
        words_at(look, rows.list, Face::mono, size_small,
                 {rows.min.x - look.px(timeline_label_width), (y0 + y1) / 2 - look.px(size_small) * 0.55f},
                 look.colors->text, tr_format("warp {}", index));
    const double last = rows.place(rows.max.x);
    const auto begin = std::upper_bound(warp.steps.begin(), warp.steps.end(), rows.strip.first,
                                        [](double p, const TimelineStep& s) { return p < s.end; });
    float drawn = -1, ended = -1;
    for (auto step = begin; step != warp.steps.end() && step->begin < last; ++step) {
        const float x0 = std::max(rows.x(step->begin), rows.min.x), x1 = std::min(rows.x(step->end), rows.max.x);
        if (ended >= 0 && x0 > ended + look.px(1))
            rows.list.AddLine({ended, (y0 + y1) / 2}, {x0, (y0 + y1) / 2}, look.colors->line_strong,
                              std::max(1.0f, look.px(1.5f)));
        ended = x1;
        if (x1 <= drawn) continue;
        drawn = std::max(x1, std::floor(x0) + 1);
        draw_step(rows, *step, x0, x1, y0, y1);
    }
    float turned = -1e9f;
    const float apart = look.px(9);
    for (auto step = begin; step != warp.steps.end() && step->begin < last; ++step) {
        const float x0 = rows.x(step->begin), x1 = rows.x(step->end);
        if (step->meets && x0 > rows.min.x && x0 - turned > apart) draw_turn(rows, turned = x0, y0, false);
        if (step->splits && x1 < rows.max.x && x1 - turned > apart) draw_turn(rows, turned = x1, y0, true);
    }
}

void draw_axis(const TimelineRows& rows, float top, float bottom) {
    const Look& look = rows.look;
    double apart = 1;
    for (int k = 0; look.px(rows.strip.width * static_cast<float>(apart)) < look.px(64); ++k)
        apart *= k % 3 == 1 ? 2.5 : 2;
    apart = std::round(apart);
    for (double place = std::ceil(rows.strip.first / apart) * apart; place <= rows.place(rows.max.x); place += apart) {
        const float x = rows.x(place);
        rows.list.AddLine({x, top + look.px(14)}, {x, bottom}, look.colors->line, std::max(1.0f, look.px(1)));
        if (x < rows.max.x - look.px(34))
            words_at(look, rows.list, Face::mono, size_small - 1, {x + look.px(3), top}, look.colors->muted,
                     grouped(static_cast<uint64_t>(place)));
    }
}

void draw_barriers(const TimelineRows& rows, float top, float bottom) {
    const Look& look = rows.look;
    float last = -1e9f;
    const float core = std::max(1.0f, look.px(1.25f));
    for (const uint32_t place : rows.block_view.timeline.barriers) {
        const float x = rows.x(place);
        if (x < rows.min.x || x > rows.max.x || x - last < look.px(3)) continue;
        last = x;
        rows.list.AddRectFilled({x - core * 1.5f, top}, {x + core * 1.5f, bottom}, look.colors->bar);
        rows.list.AddRectFilled({x - core / 2, top}, {x + core / 2, bottom}, look.colors->text);
        rows.list.AddTriangleFilled({x - look.px(4), top}, {x + look.px(4), top}, {x, top + look.px(6)},
                                    look.colors->text);
    }
}

void draw_cursors(const TimelineRows& rows, const std::vector<std::optional<double>>& places, ImVec2 min, ImVec2 max) {
    const Look& look = rows.look;
    const float half = std::max(1.0f, look.px(1.25f)), head = look.px(4);
    rows.list.PushClipRect(min, max, true);
    for (size_t warp = 0; warp < places.size(); ++warp) {
        if (!places[warp]) continue;
        const float x = rows.x(*places[warp]), top = rows.min.y + rows.height * static_cast<float>(warp);
        const float bottom = top + rows.height - std::min(look.px(4), rows.height * 0.2f);
        if (x < rows.min.x || x > rows.max.x || bottom < min.y || top > max.y) continue;
        rows.list.AddRectFilled({x - 2 * half, top}, {x + 2 * half, bottom}, look.colors->bar);
        rows.list.AddRectFilled({x - half, top}, {x + half, bottom}, look.colors->accent);
        rows.list.AddTriangleFilled({x - head, top}, {x + head, top}, {x, top + head * 1.5f}, look.colors->accent);
        record_area(fmt::format("warp {} is here", warp), {x, top}, {x + 1, bottom});
    }
    rows.list.PopClipRect();
}

} // namespace warpscope::ui
