#include "ui/views/cell_stretches.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::ui {

namespace {

/// Number of rectangles that a frame draws cheaply.
constexpr size_t few_stretches = 4096;

void append(std::vector<Stretch>& all, int64_t x, int64_t y, uint32_t quarters) {
    if (!all.empty() && all.back().y == y && all.back().x + all.back().width == x && all.back().quarters == quarters)
        ++all.back().width;
    else
        all.push_back({x, y, 1, quarters});
}

bool is_before(const Stretch& a, const Stretch& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

std::vector<Stretch> single_cells(const render::Plane& plane, const insight::CellSet& set) {
    std::vector<Stretch> all;
    const render::CellRect whole = plane.rect();
    for (uint64_t cell = 0; cell < set.cells.size(); ++cell) {
        if (!set.cells[cell]) continue;
        const render::CellIndex at = plane.place_of(cell);
        if (whole.contains(at)) append(all, at.x, at.y, 4);
    }
    // Slices and transposed planes are unsorted.
    if (!std::ranges::is_sorted(all, is_before)) std::ranges::sort(all, is_before);
    return all;
}

std::vector<Stretch> squares(const render::Plane& plane, const std::vector<Stretch>& cells, int64_t side) {
    const int64_t columns = (plane.width() + side - 1) / side;
    std::vector<uint32_t> counts(static_cast<size_t>(columns), 0);
    std::vector<Stretch> all;
    for (size_t k = 0; k < cells.size();) {
        const int64_t row = cells[k].y / side;
        std::ranges::fill(counts, 0u);
        for (; k < cells.size() && cells[k].y / side == row; ++k)
            for (int64_t x = cells[k].x; x < cells[k].x + cells[k].width; ++x) ++counts[static_cast<size_t>(x / side)];
        for (int64_t x = 0; x < columns; ++x)
            if (const int64_t count = counts[static_cast<size_t>(x)]; count != 0)
                append(all, x, row, static_cast<uint32_t>((4 * count + side * side - 1) / (side * side)));
    }
    return all;
}

} // namespace

std::span<const Stretch> Stretches::in_rows(double top, double bottom) const {
    const auto each = static_cast<double>(side);
    const auto first = static_cast<int64_t>(std::floor(top / each)),
               end = static_cast<int64_t>(std::ceil(bottom / each));
    const auto from = std::ranges::lower_bound(all, first, {}, &Stretch::y);
    const auto to = std::ranges::lower_bound(from, all.end(), end, {}, &Stretch::y);
    return {from, to};
}

Stretches stretches_of(const render::Plane& plane, const insight::CellSet& set, int64_t side) {
    std::vector<Stretch> cells = single_cells(plane, set);
    if (side <= 1 || cells.size() <= few_stretches) return {std::move(cells), 1};
    return {squares(plane, cells, side), side};
}

int64_t square_side(double pixels_per_cell) {
    int64_t side = 1;
    while (static_cast<double>(side) * pixels_per_cell < 2) side *= 2;
    return side;
}

const Stretches& StretchCache::get(const std::shared_ptr<const session::RunResult>& run, const render::Content& content,
                                   const std::shared_ptr<const insight::CellSet>& set, int64_t side) {
    std::erase_if(entries_, [&](const Entry& one) { return one.run != run; });
    const auto known = std::ranges::find_if(entries_, [&](const Entry& one) {
        return one.run == run && one.content == content && one.set == set && one.side == side;
    });
    if (known != entries_.end()) {
        std::rotate(known, known + 1, entries_.end());
    } else {
        constexpr size_t max = 16; // four views with a few sets each
        if (entries_.size() == max) entries_.erase(entries_.begin());
        entries_.push_back(
            {run, content, set, side,
             std::make_unique<const Stretches>(stretches_of(render::plane_of(*run, content), *set, side))});
    }
    return *entries_.back().stretches;
}

} // namespace warpscope::ui
