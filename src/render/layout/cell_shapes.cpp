#include "render/layout/cell_shapes.hpp"

namespace warpscope::render {

std::optional<std::vector<CellBox>> merged_cells(const CellRect& area, const CellKind& kind, size_t max) {
    std::vector<CellBox> boxes;
    std::vector<size_t> above, now;
    for (int64_t y = area.y; y < area.y + area.height; ++y) {
        now.clear();
        size_t candidate = 0;
        for (int64_t x = area.x; x < area.x + area.width;) {
            const uint32_t value = kind(x, y);
            const int64_t begin = x;
            do ++x;
            while (x < area.x + area.width && kind(x, y) == value);
            if (value == 0) continue;
            while (candidate < above.size() && boxes[above[candidate]].cells.x < begin) ++candidate;
            if (candidate < above.size()) {
                CellBox& upper = boxes[above[candidate]];
                if (upper.kind == value && upper.cells.x == begin && upper.cells.width == x - begin) {
                    ++upper.cells.height;
                    now.push_back(above[candidate]);
                    continue;
                }
            }
            if (boxes.size() == max) return std::nullopt;
            now.push_back(boxes.size());
            boxes.push_back({value, {begin, y, x - begin, 1}});
        }
        std::swap(above, now);
    }
    return boxes;
}

std::optional<std::vector<CellEdge>> cell_edges(const CellRect& area, const CellKind& kind, size_t max) {
    std::vector<CellEdge> edges;
    for (const bool vertical : {false, true}) {
        const int64_t lines = vertical ? area.width : area.height, along = vertical ? area.height : area.width;
        for (int64_t line = 0; line <= lines; ++line) {
            CellEdge open{0, 0, 0, vertical};
            for (int64_t i = 0; i <= along; ++i) {
                const int64_t x = area.x + (vertical ? line : i), y = area.y + (vertical ? i : line);
                const bool differ = i < along && kind(x, y) != (vertical ? kind(x - 1, y) : kind(x, y - 1));
                if (differ && open.length == 0) {
                    open.x = x;
                    open.y = y;
                }
                if (differ) {
                    ++open.length;
                } else if (open.length > 0) {
                    if (edges.size() == max) return std::nullopt;
                    edges.push_back(open);
                    open.length = 0;
                }
            }
        }
    }
    return edges;
}

} // namespace warpscope::render
