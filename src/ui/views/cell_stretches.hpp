// Cells of a set as few rectangles of a picture: made once for a set, not in every frame.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "insight/cell_set.hpp"
#include "lesson/question.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::ui {

/// Cells beside each other in one row of the plane; or squares of cells, where single ones cannot be told apart.
struct Stretch {
    int64_t x = 0, y = 0, width = 0; // in squares
    uint32_t quarters = 4;           // of each square's cells that are of the set, rounded up
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

struct Stretches {
    std::vector<Stretch> all; // by row, then from the left
    int64_t side = 1;         // of a square, in cells

    /// Those in rows of cells from `top` to before `bottom`, and maybe a few more.
    [[nodiscard]] std::span<const Stretch> in_rows(double top, double bottom) const;
};

/// In squares of `side` cells where those of single cells are too many to be drawn in every frame.
[[nodiscard]] Stretches stretches_of(const render::Plane& plane, const insight::CellSet& set, int64_t side);

/// Returns how large squares are at so many pixels per cell: of two pixels at least.
[[nodiscard]] int64_t square_side(double pixels_per_cell);

/// Keeps the stretches that were drawn lately of one run.
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
    std::vector<Entry> entries_; // the one used last behind all others
};

} // namespace warpscope::ui
