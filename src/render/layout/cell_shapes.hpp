// Cells as few shapes: neighbours of one kind merged into rectangles, borders between kinds into long lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

/// What kind of cell lies at a place; 0: none.
using CellKind = std::function<uint32_t(int64_t x, int64_t y)>;

struct CellBox {
    uint32_t kind = 0;
    CellRect cells;
};
/// Covers all cells of `area` that are of some kind, each once: runs within a row, joined with equal ones of the row
/// above. Nothing where that takes more than `most`.
[[nodiscard]] std::optional<std::vector<CellBox>> merged_cells(const CellRect& area, const CellKind& kind, size_t most);

/// A border on the plane, from (x, y) so many cells to the right or down.
struct CellEdge {
    int64_t x = 0, y = 0, length = 0;
    bool vertical = false;
    friend bool operator==(const CellEdge&, const CellEdge&) = default;
};
/// Wherever cells of `area` lie beside one of another kind. What is outside of `area` is asked for as well, one cell
/// wide. Nothing where that takes more than `most`.
[[nodiscard]] std::optional<std::vector<CellEdge>> cell_edges(const CellRect& area, const CellKind& kind, size_t most);

} // namespace warpscope::render
