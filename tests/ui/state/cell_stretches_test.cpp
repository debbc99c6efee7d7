// Highlighted cells, merged into few rectangles.
#include "ui/views/cell_stretches.hpp"

#include <gtest/gtest.h>

#include "ui/state/held_cursor.hpp"

namespace warpscope::ui {
namespace {

insight::CellSet checkerboard(uint64_t side) {
    insight::CellSet set;
    for (uint64_t y = 0; y < side; ++y)
        for (uint64_t x = 0; x < side; ++x) set.cells.push_back((x + y) % 2 == 0);
    return set;
}

render::Plane square(uint32_t side) { return render::Plane::of_data(Shape{side, side}); }

TEST(CellStretches, AdjacentCellsAreOne) {
    insight::CellSet set;
    set.cells.resize(64);
    for (const size_t cell : {9, 10, 11, 13, 17}) set.cells[cell] = true;
    const Stretches made = stretches_of(square(8), set, 1);
    EXPECT_EQ(made.all, (std::vector<Stretch>{{1, 1, 3}, {5, 1, 1}, {1, 2, 1}}));
    EXPECT_EQ(made.in_rows(0.5, 1.5).size(), 2u);
    EXPECT_EQ(made.in_rows(2, 9).size(), 1u);
    EXPECT_TRUE(made.in_rows(3, 9).empty());
    // A few cells are drawn one by one, no matter how small they are.
    EXPECT_EQ(stretches_of(square(8), set, 4).all, made.all);
}

TEST(CellStretches, SmallStretchesAreSquares) {
    constexpr uint32_t side = 256;
    insight::CellSet set = checkerboard(side);
    EXPECT_EQ(stretches_of(square(side), set, 1).all.size(), size_t{side} * side / 2);
    const Stretches merged = stretches_of(square(side), set, 4);
    EXPECT_EQ(merged.side, 4);
    ASSERT_EQ(merged.all.size(), side / 4u) << "one for each row of squares";
    EXPECT_EQ(merged.all[3], (Stretch{0, 3, side / 4, 2})) << "half of their cells are of the set";
    EXPECT_EQ(merged.in_rows(8, 16).size(), 2u);
    // A square with a single cell is drawn, but not as a full square.
    std::fill(set.cells.begin(), set.cells.begin() + 4 * side, false);
    set.cells[5] = true;
    EXPECT_EQ(stretches_of(square(side), set, 4).all.front(), (Stretch{1, 0, 1, 1}));
}

TEST(CellStretches, SquaresStayVisible) {
    EXPECT_EQ(square_side(40), 1);
    EXPECT_EQ(square_side(2), 1);
    EXPECT_EQ(square_side(1), 2);
    EXPECT_EQ(square_side(1.0 / 256), 512);
}

TEST(CellStretches, AreCached) {
    const RunPtr run = run_of("color_to_gray/basic", "gradient:32x32");
    ASSERT_TRUE(run);
    const auto set = std::make_shared<const insight::CellSet>(checkerboard(32));
    StretchCache cache;
    const Stretches* const first = &cache.get(run, render::Space::output, set, 1);
    EXPECT_EQ(&cache.get(run, render::Space::output, set, 1), first);
    EXPECT_EQ(first->all.size(), 512u);
    // Another set gets its own cache entry, even with equal cells. Many new entries must not evict one that is in use.
    for (int k = 0; k < 40; ++k) {
        const auto other = std::make_shared<const insight::CellSet>(checkerboard(32));
        EXPECT_NE(&cache.get(run, render::Space::output, other, 1), first);
        EXPECT_EQ(&cache.get(run, render::Space::output, set, 1), first);
    }
}

} // namespace
} // namespace warpscope::ui
