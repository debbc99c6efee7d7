#include "metrics/ownership/owner_statistics.hpp"

#include <gtest/gtest.h>

namespace warpscope::metrics {
namespace {

struct Cell {
    int64_t x, y;
};

/// Makes the owner map of a kernel whose thread (x, y) writes cell place(x, y) if this cell exists.
template<class Place>
CellArray owners_by(const LaunchConfig& config, Shape shape, Place&& place) {
    CellArray owner(shape.cells());
    for (uint64_t thread = 0; thread < config.threads(); ++thread) {
        const Dim3 block = index_of(thread / config.threads_per_block(), config.grid);
        const Dim3 in_block = index_of(thread % config.threads_per_block(), config.block);
        const Cell cell =
            place(int64_t{block.x} * config.block.x + in_block.x, int64_t{block.y} * config.block.y + in_block.y);
        if (cell.x < 0 || cell.y < 0 || cell.x >= shape.width || cell.y >= shape.height) continue;
        owner[static_cast<uint64_t>(cell.y) * shape.width + static_cast<uint64_t>(cell.x)] =
            static_cast<ThreadId>(thread + 1);
    }
    return owner;
}

Cell same_place(int64_t x, int64_t y) { return {x, y}; }

TEST(Ownership, TextbookImageHasIdleThreads) {
    const LaunchConfig config{{5, 4, 1}, {16, 16, 1}};
    const Shape shape{76, 62, 1};
    const CellArray owner = owners_by(config, shape, same_place);
    const OwnerMap map{owner, shape};
    const Ownership ownership = ownership_of(config, {&map, 1});
    EXPECT_EQ(ownership.owners, 4712u);
    EXPECT_EQ(ownership.idle_threads, 408u);
    EXPECT_EQ(ownership.blocks_by_owners, (std::map<uint64_t, uint64_t>{{256, 12}, {192, 3}, {224, 4}, {168, 1}}));
    ASSERT_EQ(ownership.owners_per_block.size(), 20u);
    EXPECT_EQ(ownership.owners_per_block[19], 168u); // the corner: 12 columns, 14 rows
    // Thread (12, 0) of block (4, 0) is the first beyond the right edge.
    const uint64_t idle_thread = 4 * 256 + 12;
    EXPECT_EQ(ownership.owner_bits[idle_thread / 64] >> idle_thread % 64 & 1u, 0u);
    EXPECT_EQ(ownership.owner_bits[(idle_thread - 1) / 64] >> (idle_thread - 1) % 64 & 1u, 1u);
}

TEST(Ownership, OddBlockSizesAreCounted) {
    const LaunchConfig config{{7, 3, 1}, {7, 5, 1}};
    const Shape shape{43, 13, 1};
    const CellArray owner = owners_by(config, shape, same_place);
    const OwnerMap map{owner, shape};
    const Ownership ownership = ownership_of(config, {&map, 1});
    EXPECT_EQ(ownership.owners, 43u * 13);
    EXPECT_EQ(ownership.blocks_by_owners, (std::map<uint64_t, uint64_t>{{35, 12}, {21, 6}, {5, 2}, {3, 1}}));
}

TEST(Ownership, ThreadCountsOncePerLaunch) {
    const LaunchConfig config{{1, 1, 1}, {4, 1, 1}};
    const CellArray first{1, 1, 0, 2}, second{2, 4};
    const OwnerMap maps[] = {{first, {4, 1, 1}}, {second, {2, 1, 1}}};
    const Ownership ownership = ownership_of(config, maps);
    EXPECT_EQ(ownership.owners, 3u);
    EXPECT_EQ(ownership.idle_threads, 1u);
    EXPECT_EQ(ownership.owner_bits, (std::vector<uint64_t>{0b1011}));
}

TEST(Ownership, NoStoresLeaveAllThreadsIdle) {
    const Ownership ownership = ownership_of({{2, 1, 1}, {3, 1, 1}}, {});
    EXPECT_EQ(ownership.owners, 0u);
    EXPECT_EQ(ownership.idle_threads, 6u);
    EXPECT_EQ(ownership.blocks_by_owners, (std::map<uint64_t, uint64_t>{{0, 2}}));
}

template<class Place>
Placement fitted(const LaunchConfig& config, Shape shape, Place&& place) {
    const CellArray owner = owners_by(config, shape, place);
    return placement_of(config, {owner, shape});
}

TEST(Placement, ThreadsFitTheirCoordinates) {
    const Placement fit = fitted({{5, 4, 1}, {16, 16, 1}}, {76, 62, 1}, same_place);
    EXPECT_TRUE(fit.exact);
    EXPECT_EQ(fit.origin_x, 0);
    EXPECT_EQ(fit.x_per_x, 1);
    EXPECT_EQ(fit.y_per_x, 0);
    EXPECT_EQ(fit.x_per_y, 0);
    EXPECT_EQ(fit.y_per_y, 1);
}

TEST(Placement, FitsTransposedShiftedAndSpreadThreads) {
    const Placement transposed = fitted({{3, 5, 1}, {7, 5, 1}}, {23, 17, 1}, [](int64_t x, int64_t y) {
        return Cell{y, x};
    });
    EXPECT_TRUE(transposed.exact);
    EXPECT_EQ(transposed.y_per_x, 1);
    EXPECT_EQ(transposed.x_per_y, 1);
    EXPECT_EQ(transposed.x_per_x, 0);
    const Placement spread = fitted({{3, 3, 1}, {4, 4, 1}}, {30, 30, 1}, [](int64_t x, int64_t y) {
        return Cell{2 * x - 3, 28 - 3 * y};
    });
    EXPECT_TRUE(spread.exact);
    EXPECT_EQ(spread.origin_x, -3);
    EXPECT_EQ(spread.origin_y, 28);
    EXPECT_EQ(spread.x_per_x, 2);
    EXPECT_EQ(spread.y_per_y, -3);
}

TEST(Placement, FitsSingleCellsRowsAndColumns) {
    for (const Shape shape : {Shape{1, 1, 1}, Shape{13, 1, 1}, Shape{1, 13, 1}}) {
        const Placement fit = fitted({{1, 1, 1}, {16, 16, 1}}, shape, same_place);
        EXPECT_TRUE(fit.exact) << shape.width << " x " << shape.height;
        EXPECT_EQ(fit.x_per_x, 1);
        EXPECT_EQ(fit.y_per_y, 1);
        EXPECT_EQ(fit.y_per_x, 0);
        EXPECT_EQ(fit.x_per_y, 0);
    }
    const Placement line = fitted({{4, 1, 1}, {32, 1, 1}}, {100, 1, 1}, same_place);
    EXPECT_TRUE(line.exact);
    EXPECT_EQ(line.x_per_x, 1);
}

TEST(Placement, MisplacedThreadsMakeItInexact) {
    const LaunchConfig config{{2, 2, 1}, {8, 8, 1}};
    // Two neighboring threads own each other's cell.
    CellArray owner = owners_by(config, {16, 16, 1}, same_place);
    std::swap(owner[200], owner[201]);
    EXPECT_FALSE(placement_of(config, {owner, {16, 16, 1}}).exact);
    // A thread may leave a gap after its cell, but may not have two cells.
    CellArray coarse = owners_by(config, {32, 16, 1}, [](int64_t x, int64_t y) { return Cell{2 * x, y}; });
    EXPECT_TRUE(placement_of(config, {coarse, {32, 16, 1}}).exact);
    for (size_t cell = 0; cell < coarse.size(); cell += 2) coarse[cell + 1] = coarse[cell];
    EXPECT_FALSE(placement_of(config, {coarse, {32, 16, 1}}).exact);
    // Consecutive threads fill rows of 5 cells, so a block starts within a row.
    EXPECT_FALSE(fitted({{2, 1, 1}, {32, 1, 1}}, {5, 7, 1}, [](int64_t x, int64_t) {
                     return Cell{x % 5, x / 5};
                 }).exact);
    // Only the first column of threads owns cells.
    EXPECT_FALSE(fitted(config, {16, 16, 1}, [](int64_t x, int64_t y) { return Cell{x == 0 ? 3 : -1, y}; }).exact);
    // No thread owns a cell.
    EXPECT_FALSE(fitted(config, {16, 16, 1}, [](int64_t, int64_t) { return Cell{-1, -1}; }).exact);
}

TEST(Placement, BinsAndSumsHaveNoPlace) {
    const LaunchConfig config{{4, 1, 1}, {16, 1, 1}};
    const std::vector<ThreadId> bins{61, 62, 63};
    const CellCounts unequal(CellArray{20, 30, 14}), equal(CellArray{2, 2, 2});
    EXPECT_FALSE(placement_of(config, {bins, {3, 1, 1}, &unequal}).exact);
    EXPECT_TRUE(placement_of(config, {bins, {3, 1, 1}, &equal}).exact);
    const std::vector<ThreadId> one{64};
    const CellCounts thrice(CellArray{3});
    EXPECT_FALSE(placement_of(config, {one, {1, 1, 1}, &thrice}).exact);
    EXPECT_TRUE(placement_of(config, {one, {1, 1, 1}, &thrice, 3}).exact);
}

} // namespace
} // namespace warpscope::metrics
