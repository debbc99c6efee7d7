#include "render/draw/drawn_area.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::render {

namespace {

/// Pixels by which marks exceed their cell or ring.
constexpr double reach = 5;

CellRect union_of(const CellRect& a, const CellRect& b) {
    if (a.width <= 0 || a.height <= 0) return b;
    if (b.width <= 0 || b.height <= 0) return a;
    const int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

PartClip pixels_of(const CellRect& cells, double margin, const ViewState& state, Point size) {
    if (cells.width <= 0 || cells.height <= 0) return {};
    const auto x = static_cast<double>(cells.x), y = static_cast<double>(cells.y);
    const Point low = state.camera.to_pixel({x, y}, size);
    const Point high =
        state.camera.to_pixel({x + static_cast<double>(cells.width), y + static_cast<double>(cells.height)}, size);
    return intersection({{std::floor(low.x - margin), std::floor(low.y - margin)},
                         {std::ceil(high.x + margin), std::ceil(high.y + margin)}},
                        {{0, 0}, size});
}

CellRect changed_cells(const FocusMask* before, const FocusMask* now) {
    if (before == now) return {};
    if (before == nullptr || now == nullptr) return before != nullptr ? before->rect : now->rect;
    if (before->rect != now->rect) return union_of(before->rect, now->rect);
    const CellRect& rect = now->rect;
    CellRect changed;
    for (int64_t row = 0; row < rect.height; ++row) {
        const auto begin = now->bits.begin() + row * rect.width, end = begin + rect.width;
        const auto previous = before->bits.begin() + row * rect.width;
        const auto first = std::mismatch(begin, end, previous).first;
        if (first == end) continue;
        auto last = end;
        while (*(last - 1) == *(previous + (last - 1 - begin))) --last;
        changed = union_of(changed, {rect.x + (first - begin), rect.y + row, last - first, 1});
    }
    return changed;
}

} // namespace

PartClip intersection(const PartClip& a, const PartClip& b) {
    return {{std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y)},
            {std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y)}};
}

PartClip area_of(const Part& part, const PartSources& sources, const ViewState& state, Point size, float ring) {
    CellRect cells{0, 0, part.rect.width, part.rect.height};
    if (sources.layer) cells = union_of(cells, sources.layer->rect);
    if (sources.heat) cells = union_of(cells, sources.heat->rect);
    if (sources.focus != nullptr) cells = union_of(cells, sources.focus->mask->rect);
    return pixels_of(cells, static_cast<double>(ring) + reach * state.theme.scale, state, size);
}

bool only_moment_differs(const DrawnState& before, const DrawnState& now) {
    if (!before.state.moment || !now.state.moment) return false;
    DrawnState same = before;
    same.state.moment = now.state.moment;
    return same == now;
}

PartClip changed_area(const DrawnPart& before, const Part& part, const PartSources& sources, const ViewState& state,
                      Point size, float ring) {
    const PartClip all{{0, 0}, size};
    if (!(before.part.content == part.content) || !(before.part.origin == part.origin) ||
        before.part.rect != part.rect || before.layer != sources.layer || before.picture != sources.picture ||
        before.heat != sources.heat || before.dimmed || sources.dimmed || before.ring != ring)
        return all;
    const FocusMask* const now = sources.focus != nullptr ? sources.focus->mask.get() : nullptr;
    const CellRect changed = changed_cells(before.focus.get(), now);
    // Below one pixel per cell, mipmaps spread a change to more neighbors.
    const double ppc = state.camera.pixels_per_cell;
    const double cells_around = ppc < 1 ? 2 / ppc : 1;
    return pixels_of(changed, std::ceil(cells_around * ppc) + 1, state, size);
}

} // namespace warpscope::render
