#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

/// Kind of a cell; 0: not drawn.
using CellKind = std::function<uint32_t(int64_t x, int64_t y)>;

struct CellBox {
    uint32_t kind = 0;
    CellRect cells;
};
/// Merges cells of equal kind. Returns nullopt for more than `max` boxes.
[[nodiscard]] std::optional<std::vector<CellBox>> merged_cells(const CellRect& area, const CellKind& kind, size_t max);

/// Border that extends right or down from (x, y).
struct CellEdge {
    int64_t x = 0, y = 0, length = 0;
    bool vertical = false;
    friend bool operator==(const CellEdge&, const CellEdge&) = default;
};
/// Calls `kind` even for cells next to `area`. Returns nullopt for more than `max` edges.
[[nodiscard]] std::optional<std::vector<CellEdge>> cell_edges(const CellRect& area, const CellKind& kind, size_t max);

} // namespace warpscope::render
