#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/draw/text_painter.hpp"

namespace warpscope::render {

std::string index_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1) return fmt::format("{},{},{}", index.x, index.y, index.z);
    if (extent.y > 1) return fmt::format("{},{}", index.x, index.y);
    return fmt::format("{}", index.x);
}

namespace {

/// Tints all blocks if numbers do not fit.
void draw_order_of_blocks(Painter& painter, const TextContext& context) {
    const std::vector<uint32_t>& places = context.state.so_far.order->begins_as;
    const auto scale = static_cast<double>(context.state.theme.scale);
    const auto font_in = [&](double width, double height) {
        return whole(std::clamp(0.55 * std::min(width, height), 9.0 * scale, 26.0 * scale));
    };
    const auto fits = [](const ImVec2& extent, double width, double height) {
        return double{extent.x} + 2 <= width && double{extent.y} <= height;
    };
    const Point block{context.view.layer->block_size.x * context.state.camera.pixels_per_cell,
                      context.view.layer->block_size.y * context.state.camera.pixels_per_cell};
    const bool numbered =
        fits(painter.measure(font_in(block.x, block.y), std::to_string(places.size())), block.x, block.y);
    constexpr size_t max_tints = 20'000;
    if (!numbered && places.size() > max_tints) return;
    const auto count = static_cast<double>(std::max<size_t>(places.size(), 2) - 1);
    const auto left = static_cast<float>(context.origin.x), top = static_cast<float>(context.origin.y);
    for (const LayerBuilder::BlockPiece& piece : context.view.layer->pieces) {
        const ImVec2 a = context.pixel(piece.left, piece.top), b = context.pixel(piece.right + 1.0, piece.bottom + 1.0);
        if (b.x < left || b.y < top || a.x > left + static_cast<float>(context.size.x) ||
            a.y > top + static_cast<float>(context.size.y) || piece.block >= places.size())
            continue;
        if (!numbered) {
            painter.list().AddRectFilled(a, b,
                                         with_alpha(packed(palette::heat((places[piece.block] - 1) / count)), 0.5f));
            continue;
        }
        const std::string text = std::to_string(places[piece.block]);
        const double width = b.x - a.x, height = b.y - a.y;
        const float font = font_in(width, height);
        if (const ImVec2 extent = painter.measure(font, text); fits(extent, width, height))
            painter.rimmed(font, {(a.x + b.x - extent.x) / 2, (a.y + b.y - extent.y) / 2}, white, 1, text);
    }
}

} // namespace

void draw_block_labels(Painter& painter, const TextContext& context) {
    if (context.view.layer == nullptr) return;
    const BlocksSoFar& so_far = context.state.so_far;
    if (so_far.order && so_far.numbered && context.in_output_or_launch() &&
        context.result.shown().config.blocks() == so_far.order->begins_as.size()) {
        draw_order_of_blocks(painter, context);
        return;
    }
    if (!has(context.state.overlays, Overlay::labels)) return;
    const float scale = context.state.theme.scale;
    const double ppc = context.state.camera.pixels_per_cell;
    const LaunchConfig& config = context.result.shown().config;
    const LayerMap& layer = *context.view.layer;
    float font = whole(std::clamp(15.0f * scale, 9.0f, 60.0f));
    if (layer.block_size.x * ppc < font || layer.block_size.y * ppc < font) return;
    const auto label_of = [&](const Dim3& index) {
        const std::string text = index_text(index, config.grid);
        return config.grid.y > 1 || config.grid.z > 1 ? fmt::format("({})", text) : text;
    };
    constexpr double max_covered = 0.72;
    const std::string last = label_of({config.grid.x - 1, config.grid.y - 1, config.grid.z - 1});
    if (const float large = whole(context.state.theme.reading);
        large > font && double{painter.measure(large, last).x} <= 0.6 * layer.block_size.x * ppc &&
        double{large} <= 0.4 * layer.block_size.y * ppc)
        font = large;
    const float widest = painter.measure(font, last).x;
    if (double{widest} > max_covered * layer.block_size.x * ppc) return;
    const bool over_values = ppc >= zoom::values * scale || context.fade[Overlay::warps] > 0.5f;
    // Values of several channels fill a cell and leave no gap for a block number.
    const uint32_t channels = context.buffer.bytes != nullptr ? context.buffer.layout.channels : 1;
    const bool clear_of_values = channels == 1 || context.fade[Overlay::values] <= 0 || ppc >= 5 * double{font};
    const ImVec2 low{static_cast<float>(context.origin.x),
                     static_cast<float>(context.origin.y) + context.state.covered_above};
    const ImVec2 high{static_cast<float>(context.origin.x + context.size.x),
                      static_cast<float>(context.origin.y + context.size.y)};
    const float pad = std::round(5 * scale);
    for (const LayerBuilder::BlockPiece& piece : layer.pieces) {
        const ImVec2 a = context.pixel(piece.left, piece.top), b = context.pixel(piece.right + 1.0, piece.bottom + 1.0);
        if (b.x < low.x || b.y < low.y || a.x > high.x || a.y > high.y) continue;
        const std::string text = label_of(index_of(piece.block, config.grid));
        const ImVec2 extent = painter.measure(font, text);
        // Fades quickly, because half-faded numbers look like smudges.
        const float room = std::min((b.x - a.x) / (extent.x + 2 * pad), (b.y - a.y) / (1.6f * extent.y));
        const float alpha = std::clamp((room - 1.0f) / 0.1f, 0.0f, 1.0f);
        if (alpha <= 0) continue;
        ImVec2 at{std::max(a.x, low.x) + pad, std::max(a.y, low.y) + std::round(3 * scale)};
        if (over_values) {
            const double first = std::ceil(static_cast<double>(low.y + extent.y / 2 - context.pixel(0, 0).y) / ppc);
            at.y = context.pixel(0, std::max(static_cast<double>(piece.top), first)).y - extent.y / 2;
        }
        const auto& [from, to] = context.state.covered_corner;
        const ImVec2 corner_low = {static_cast<float>(context.origin.x + from.x) - pad,
                                   static_cast<float>(context.origin.y + from.y) - pad};
        const ImVec2 corner_high = {static_cast<float>(context.origin.x + to.x) + pad,
                                    static_cast<float>(context.origin.y + to.y) + pad};
        if (to.x > from.x && at.x < corner_high.x && at.x + extent.x > corner_low.x && at.y < corner_high.y &&
            at.y + extent.y > corner_low.y) {
            at.y = corner_high.y;
            if (over_values)
                at.y =
                    context.pixel(0, std::ceil(static_cast<double>(at.y + extent.y / 2 - context.pixel(0, 0).y) / ppc))
                        .y -
                    extent.y / 2;
        }
        const float next = over_values ? extent.y / 2 + 2 * scale : 0;
        if (at.x + extent.x + pad > b.x || at.y + extent.y + next > b.y) continue;
        if (at.y + extent.y > high.y - context.state.covered_below) continue;
        if (over_values && !clear_of_values) continue;
        if (over_values)
            painter.list().AddRectFilled({at.x - pad * 0.8f, at.y - 1 * scale},
                                         {at.x + extent.x + pad * 0.8f, at.y + extent.y + 1 * scale},
                                         with_alpha(0xff201a18u, 0.88f * alpha), 4 * scale);
        painter.rimmed(font, at, white, alpha, text);
    }
}

void draw_slice_names(Painter& painter, const TextContext& context) {
    const uint32_t slices = context.plane.slices();
    if (slices == 1) return;
    const float scale = context.state.theme.scale, font = whole(13.0 * scale), pad = std::round(4 * scale);
    const uint32_t frame = context.state.theme.dark ? 0xff8a8078u : 0xff908880u;
    // Skips tiny slices, as there may be thousands.
    const double min = 3 / context.state.camera.pixels_per_cell;
    const ImVec2 begin{static_cast<float>(context.origin.x), static_cast<float>(context.origin.y)};
    const ImVec2 end{static_cast<float>(context.origin.x + context.size.x),
                     static_cast<float>(context.origin.y + context.size.y)};
    for (uint32_t z = 0; z < slices; ++z) {
        const CellRect rect = context.plane.slice(z);
        const ImVec2 low = context.pixel(static_cast<double>(rect.x), static_cast<double>(rect.y));
        const ImVec2 high =
            context.pixel(static_cast<double>(rect.x + rect.width), static_cast<double>(rect.y + rect.height));
        if (static_cast<double>(std::min(rect.width, rect.height)) < min) continue;
        if (high.x < begin.x || high.y < begin.y || low.x > end.x || low.y > end.y) continue;
        const auto at_edge = [](float x) { return std::floor(x) + 0.5f; };
        painter.list().AddRect({at_edge(low.x) - 1, at_edge(low.y) - 1}, {at_edge(high.x), at_edge(high.y)}, frame, 0,
                               0, std::max(1.0f, std::round(scale)));
        std::string name = fmt::format("z = {}", z);
        if (high.x - low.x < 3.5f * painter.measure(font, name).x) name = std::to_string(z);
        const ImVec2 extent = painter.measure(font, name);
        if (high.x - low.x < 1.6f * (extent.x + 2 * pad) || high.y - low.y < 2.2f * extent.y) continue;
        const ImVec2 at{high.x - extent.x - pad, high.y - extent.y - std::round(2 * scale)};
        painter.list().AddRectFilled({at.x - pad, at.y - 1 * scale}, high, 0xdd201a18u, 3 * scale,
                                     ImDrawFlags_RoundCornersTopLeft);
        painter.plain(font, at, white, name);
    }
}

void draw_row_numbers(Painter& painter, const TextContext& context, bool strip) {
    if (context.state.space == Space::launch) return;
    const float scale = context.state.theme.scale, font = whole(12.0 * scale), gap = std::round(6 * scale);
    const uint32_t ink = context.state.theme.dark ? white : black;
    const float name_font = whole(16.0 * scale);
    const std::string name =
        context.result.prepared.plan.buffers[buffer_of(context.result, context.view.part.content)].layout.name;
    const auto left = static_cast<float>(context.origin.x);
    if (strip) {
        const ImVec2 corner = context.pixel(0, 0);
        const ImVec2 room = painter.measure(name_font, name);
        const ImVec2 at{std::max(left + gap, corner.x - painter.measure(font, "00000").x - room.x - 2 * gap), corner.y};
        painter.rimmed(name_font, at, ink, 1, name);
        painter.note_name(at, {at.x + room.x, at.y + room.y});
    }
    const double ppc = context.state.camera.pixels_per_cell;
    const auto apart = std::max<int64_t>(1, static_cast<int64_t>(std::ceil(1.3 * font / ppc)));
    for (int64_t row = 0; row < context.plane.height(); row += apart) {
        const auto first = context.plane.first_of_row(row);
        if (!first) return;
        const ImVec2 at = context.pixel(0, static_cast<double>(row) + 0.5);
        const std::string number = std::to_string(*first);
        const ImVec2 size = painter.measure(font, number);
        const ImVec2 place{at.x - gap - size.x, at.y - size.y / 2};
        if (place.x > left) painter.rimmed(font, place, ink, 0.8f, number);
    }
}

void draw_part_names(Painter& painter, const session::RunResult& result, const std::vector<Part>& parts,
                     const ViewState& state, Point origin, Point size) {
    if (parts.size() < 2 || stacked(parts)) return;
    const float scale = state.theme.scale, pad = std::round(5 * scale);
    const uint32_t ink = state.theme.dark ? white : black;
    for (const Part& part : parts) {
        float font = whole(part_name_type(state.theme));
        const Shape shape = layout_of(result, part.content).seen();
        const std::string& buffer = result.prepared.plan.buffers[buffer_of(result, part.content)].layout.name;
        const std::string name = part.content.lay == Lay::transposed ? tr_format("{} transposed", buffer) : buffer;
        const std::string extent = part.content.lay == Lay::transposed
                                       ? fmt::format("{} × {}", shape.width, shape.height)
                                       : fmt::format("{} × {}", shape.height, shape.width);
        const auto pixel = [&](int64_t x, int64_t y) {
            const Point p = state.camera.to_pixel({static_cast<double>(x), static_cast<double>(y)}, size);
            return ImVec2{static_cast<float>(origin.x + p.x), static_cast<float>(origin.y + p.y)};
        };
        const CellRect& r = part.rect;
        ImVec2 at = pixel(r.x, row_of_name(result, part));
        at.y += pad;
        const auto width = [&] { return painter.measure(font, name + " ").x + painter.measure(font * 0.8f, extent).x; };
        const float left = pixel(r.x, r.y).x;
        const float max = r.y < 0 ? left - pad - static_cast<float>(origin.x) : pixel(r.x + r.width, r.y).x - left;
        if (width() > max) font = std::max(whole(16.0 * scale), std::floor(font * max / width()));
        const ImVec2 room = painter.measure(font, name);
        const float wide = width();
        if (r.x < 0) {
            const float right = pixel(r.x + r.width, r.y).x;
            at = {std::min(pixel(r.x, r.y).x, right - wide), pixel(r.x, r.y).y - room.y - pad};
        }
        if (r.y < 0) {
            at = {pixel(r.x, r.y).x - wide - pad, pixel(r.x, r.y).y};
        }
        painter.rimmed(font, at, ink, 1, name);
        painter.rimmed(font * 0.8f, {at.x + painter.measure(font, name + " ").x, at.y + font * 0.15f}, ink, 0.75f,
                       extent);
        painter.note_name(at, {at.x + wide, at.y + room.y});
    }
}

} // namespace warpscope::render
