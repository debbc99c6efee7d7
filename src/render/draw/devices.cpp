#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/draw/text_painter.hpp"
#include "render/maps/device_parts.hpp"

namespace warpscope::render {
namespace {

struct Box {
    ImVec2 low, high;
};

Box box_of(const TextContext& context, const CellRect& rect) {
    return {context.pixel(static_cast<double>(rect.x), static_cast<double>(rect.y)),
            context.pixel(static_cast<double>(rect.x + rect.width), static_cast<double>(rect.y + rect.height))};
}

const CellRect& named_rect(const DeviceSlab& slab, const Plane& plane) {
    return plane.wrapped() ? *std::ranges::max_element(slab.rects, {}, &CellRect::width) : slab.rects.front();
}

/// Joins a slab's slices that are side by side.
std::vector<CellRect> outlines_of(const DeviceSlab& slab, const Plane& plane) {
    if (plane.wrapped()) return slab.rects;
    std::vector<CellRect> outlines;
    for (const CellRect& rect : slab.rects)
        if (!outlines.empty() && outlines.back().y == rect.y)
            outlines.back().width = rect.x + rect.width - outlines.back().x;
        else
            outlines.push_back(rect);
    return outlines;
}

void hatch(ImDrawList& list, const Box& box, uint32_t color, float period, float width) {
    list.PushClipRect(box.low, box.high, true);
    const float height = box.high.y - box.low.y;
    for (float x = box.low.x; x < box.high.x + height; x += period)
        list.AddLine({x, box.low.y}, {x - height, box.high.y}, color, width);
    list.PopClipRect();
}

void arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float scale, float alpha) {
    const float head = 5 * scale, length = std::hypot(to.x - from.x, to.y - from.y);
    const ImVec2 way{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 side = way.y >= 0 ? ImVec2{way.y, -way.x} : ImVec2{-way.y, way.x};
    for (const auto& [color, width] : {std::pair{white, 4 * scale}, std::pair{black, 2 * scale}}) {
        const uint32_t ink = with_alpha(color, alpha);
        const float rim = color == white ? 1.5f * scale : 0.0f, base = head + rim;
        list.AddLine(from, {to.x - way.x * head, to.y - way.y * head}, ink, width);
        list.AddTriangleFilled({to.x + way.x * rim, to.y + way.y * rim},
                               {to.x - way.x * base - side.x * base, to.y - way.y * base - side.y * base},
                               {to.x - way.x * base + side.x * base, to.y - way.y * base + side.y * base}, ink);
    }
}

void plated(Painter& painter, float font, ImVec2 at, float scale, float show, const std::string& words) {
    const ImVec2 extent = painter.measure(font, words);
    const float pad = std::round(4 * scale);
    painter.list().AddRectFilled({at.x - pad, at.y - scale}, {at.x + extent.x + pad, at.y + extent.y + scale},
                                 with_alpha(0xff201a18u, 0.88f * show), 4 * scale);
    painter.rimmed(font, at, white, show, words);
}

void draw_plane_arrow(Painter& painter, const TextContext& context, const GhostRows& ghost, float show) {
    const float scale = context.state.theme.scale, font = whole(13.0 * scale), pad = std::round(6 * scale);
    const Box source = box_of(context, ghost.source), target = box_of(context, ghost.target);
    const ImVec2 from{(source.low.x + source.high.x) / 2, (source.low.y + source.high.y) / 2},
        to{(target.low.x + target.high.x) / 2, (target.low.y + target.high.y) / 2};
    if (std::hypot(to.x - from.x, to.y - from.y) >= 6 * scale) arrow(painter.list(), from, to, scale, show);
    const std::string name = tr("ghost plane");
    const ImVec2 extent = painter.measure(font, name);
    if (target.high.x - target.low.x < extent.x + 2 * pad || target.high.y - target.low.y < 5 * (extent.y + pad))
        return;
    const float y = std::round((to.y + target.high.y - extent.y) / 2); // between the arrow and the slice's number
    plated(painter, font, {std::round(to.x - extent.x / 2), y}, scale, show, name);
}

void draw_arrows(Painter& painter, const TextContext& context, const DeviceParts& parts, float show) {
    const float scale = context.state.theme.scale, font = whole(13.0 * scale);
    if (context.plane.height() < 2 || context.plane.wrapped()) return; // arrows need several rows
    const float left = std::max(static_cast<float>(context.origin.x), context.pixel(0, 0).x);
    const float right = std::min(static_cast<float>(context.origin.x + context.size.x),
                                 context.pixel(static_cast<double>(context.plane.width()), 0).x);
    for (const GhostRows& ghost : parts.ghosts) {
        if (context.plane.slices() > 1) {
            draw_plane_arrow(painter, context, ghost, show);
            continue;
        }
        const Box source = box_of(context, ghost.source), target = box_of(context, ghost.target);
        const float x = std::round(left + (right - left) * (ghost.from < ghost.to ? 0.82f : 0.62f));
        const ImVec2 from{x, (source.low.y + source.high.y) / 2}, to{x, (target.low.y + target.high.y) / 2};
        if (std::abs(to.y - from.y) < 6 * scale) continue;
        arrow(painter.list(), from, to, scale, show);
        const std::string bytes = tr_count(ghost.bytes, "{} byte", "{} bytes", ghost.bytes);
        const ImVec2 extent = painter.measure(font, bytes);
        if (right - x > extent.x + 18 * scale)
            plated(painter, font, {x + 12 * scale, (from.y + to.y - extent.y) / 2}, scale, show, bytes);
    }
}

} // namespace

const Color& tint_of_device(uint32_t device) { return palette::warp_tints[device % palette::warp_tints.size()]; }

void draw_devices(Painter& painter, const TextContext& context) {
    const float show = context.fade[Overlay::devices];
    if (show <= 0) return;
    const DeviceParts parts = device_parts(context.result, context.view.part.content);
    const float scale = context.state.theme.scale, font = whole(13.0 * scale), pad = std::round(4 * scale);
    ImDrawList& list = painter.list();
    for (const DeviceSlab& slab : parts.slabs)
        for (const CellRect& rect : slab.rects) {
            const Box box = box_of(context, rect);
            list.AddRectFilled(box.low, box.high, packed(tint_of_device(slab.device), show * fill::slab));
        }
    for (const GhostRows& ghost : parts.ghosts) {
        const Box box = box_of(context, ghost.target);
        list.AddRectFilled(box.low, box.high, packed(tint_of_device(ghost.from), show * fill::received));
        hatch(list, box, packed({8, 8, 8}, show * fill::received_lines), size::hatch_period * scale,
              size::hatch_width * scale);
    }
    const uint32_t line = with_alpha(context.state.theme.dark ? white : black, show);
    for (const DeviceSlab& slab : parts.slabs)
        for (const CellRect& rect : outlines_of(slab, context.plane)) {
            const Box box = box_of(context, rect);
            list.AddRect(box.low, box.high, line, 0, 0, std::max(1.0f, std::round(1.5f * scale)));
        }
    draw_arrows(painter, context, parts, show);
    for (const DeviceSlab& slab : parts.slabs) {
        const Box box = box_of(context, named_rect(slab, context.plane));
        const std::string name = tr_format("device {}", slab.device);
        const ImVec2 extent = painter.measure(font, name);
        if (box.high.x - box.low.x < extent.x + 2 * pad || box.high.y - box.low.y < extent.y) continue;
        ImVec2 at{std::max(box.low.x, static_cast<float>(context.origin.x)) + pad,
                  (box.low.y + box.high.y - extent.y) / 2};
        if (context.fade[Overlay::values] > 0) // moves names up, away from the values
            at.y = std::max(box.low.y - extent.y / 2, static_cast<float>(context.origin.y) + 2 * scale);
        else if (context.plane.slices() > 1)
            at.y = box.low.y + pad;
        plated(painter, font, at, scale, show, name);
    }
}

} // namespace warpscope::render
