#pragma once

#include <memory>
#include <span>
#include <vector>

#include "insight/cell_set.hpp"
#include "lesson/question.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::ui {

/// A row of adjacent cells. If cells are tiny, a row of squares of several cells.
struct Stretch {
    int64_t x = 0, y = 0, width = 0; // in squares
    uint32_t quarters = 4;           // filled part of each square, in quarters, rounded up
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

struct Stretches {
    std::vector<Stretch> all; // by row, then from the left
    int64_t side = 1;         // cells per side of a square

    /// Returns all stretches in rows [top, bottom), and maybe some of other rows.
    [[nodiscard]] std::span<const Stretch> in_rows(double top, double bottom) const;
};

/// Merges cells into squares if single cells need too many rectangles.
[[nodiscard]] Stretches stretches_of(const render::Plane& plane, const insight::CellSet& set, int64_t side);

/// Returns the side for squares of at least two pixels.
[[nodiscard]] int64_t square_side(double pixels_per_cell);

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
