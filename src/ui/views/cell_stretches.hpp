// Covers a set of cells with few rectangles, computed once per set instead of in every frame.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "insight/cell_set.hpp"
#include "lesson/question.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::ui {

/// A horizontal run of cells, or of squares of cells if single cells are too small to see.
struct Stretch {
    int64_t x = 0, y = 0, width = 0; // in squares
    uint32_t quarters = 4;           // how many quarters of the squares' cells are in the set, rounded up
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

struct Stretches {
    std::vector<Stretch> all; // sorted by row, then from left to right
    int64_t side = 1;         // side of a square, in cells

    /// Returns the stretches in cell rows [top, bottom), and possibly a few more.
    [[nodiscard]] std::span<const Stretch> in_rows(double top, double bottom) const;
};

/// Merges cells into squares of `side` cells if there are too many stretches to draw in every frame.
[[nodiscard]] Stretches stretches_of(const render::Plane& plane, const insight::CellSet& set, int64_t side);

/// Returns the side of a square, in cells, so that it covers at least two pixels.
[[nodiscard]] int64_t square_side(double pixels_per_cell);

/// Caches recently drawn stretches of one run.
class StretchCache {
public:
    [[nodiscard]] const Stretches& get(const std::shared_ptr<const session::RunResult>& run,
                                       const render::Content& content,
                                       const std::shared_ptr<const insight::CellSet>& set, int64_t side);

private:
    struct Entry {
        std::shared_ptr<const session::RunResult> run;
        render::Content content;
        std::shared_ptr<const insight::CellSet> set;
        int64_t side = 1;
        std::unique_ptr<const Stretches> stretches;
    };
    std::vector<Entry> entries_; // least recently used first
};

} // namespace warpscope::ui
