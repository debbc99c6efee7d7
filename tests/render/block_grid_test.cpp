#include "render/maps/block_grid.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace warpscope::render {
namespace {

constexpr uint32_t shift = 8;

/// Returns the grid that the finder finds in `width` x `height` cells. `block_of` returns the number of a cell's block
/// from 1, or 0 for a cell without a thread.
std::optional<BlockGrid> found(uint32_t width, uint32_t height,
                               const std::function<uint32_t(uint32_t, uint32_t)>& block_of, size_t rows_at_once = 3) {
    BlockGridFinder finder(shift);
    std::vector<uint32_t> keys;
    for (uint32_t y = 0; y < height; ++y) {
        for (uint32_t x = 0; x < width; ++x) {
            const uint32_t block = block_of(x, y);
            keys.push_back(block == 0 ? 0 : block << shift | ((x * 7 + y) & 255u)); // any thread
        }
        if ((y + 1) % rows_at_once != 0 && y + 1 != height) continue;
        finder.add_rows(keys, width);
        keys.clear();
    }
    return finder.found();
}

TEST(BlockGrid, MatchesEverySize) {
    for (const uint32_t width : {1u, 5u, 31u, 32u, 77u})
        for (const uint32_t height : {1u, 3u, 8u, 23u})
            for (const uint32_t w : {1u, 4u, 32u, 100u})
                for (const uint32_t h : {1u, 3u, 50u}) {
                    const uint32_t across = (width + w - 1) / w + 2; // includes blocks right of the map, without cells
                    const auto block_of = [&](uint32_t x, uint32_t y) { return y / h * across + x / w + 1; };
                    const auto grid = found(width, height, block_of);
                    ASSERT_TRUE(grid) << width << " " << height << " " << w << " " << h;
                    for (uint32_t y = 0; y < height; ++y)
                        for (uint32_t x = 0; x < width; ++x)
                            ASSERT_EQ(y / grid->height * grid->across + x / grid->width + 1, block_of(x, y));
                }
}

TEST(BlockGrid, OneWrongCellPreventsIt) {
    const auto regular = [](uint32_t x, uint32_t y) { return y / 4 * 5 + x / 8 + 1; };
    ASSERT_EQ(found(40, 13, regular), (BlockGrid{8, 4, 5}));
    for (const auto& [column, row] : {std::pair{0u, 0u}, {39u, 0u}, {0u, 4u}, {0u, 12u}, {17u, 7u}, {39u, 12u}})
        for (const uint32_t wrong : {0u, 3u, 90u}) {
            const auto disturbed = [&, column = column, row = row](uint32_t x, uint32_t y) {
                return x == column && y == row ? wrong : regular(x, y);
            };
            EXPECT_FALSE(wrong != regular(column, row) && found(40, 13, disturbed))
                << column << ", " << row << ": " << wrong;
        }
}

TEST(BlockGrid, OtherOrdersPreventIt) {
    EXPECT_FALSE(found(16, 8, [](uint32_t x, uint32_t y) { return x / 4 * 2 + y / 4 + 1; })) << "columns first";
    EXPECT_FALSE(found(16, 8, [](uint32_t x, uint32_t y) { return y / 4 * 4 + (15 - x) / 4 + 1; })) << "mirrored";
    EXPECT_FALSE(found(16, 8, [](uint32_t x, uint32_t y) { return (y * 16 + x) / 24 + 1; })) << "wrapped";
    EXPECT_FALSE(BlockGridFinder(shift).found()) << "no rows";
}

} // namespace
} // namespace warpscope::render
