#include "render/layout/cell_shapes.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpscope::render {
namespace {

CellKind of_rows(const std::vector<std::string>& rows) {
    return [rows](int64_t x, int64_t y) -> uint32_t {
        if (y < 0 || x < 0 || y >= static_cast<int64_t>(rows.size()) || x >= static_cast<int64_t>(rows[0].size()))
            return 0;
        const char c = rows[static_cast<size_t>(y)][static_cast<size_t>(x)];
        return c == '.' ? 0 : static_cast<uint32_t>(c);
    };
}

TEST(MergedCells, JoinsRunsAndEqualRows) {
    const auto boxes = merged_cells({0, 0, 4, 3}, of_rows({"aab.", "aab.", "aaaa"}), 100);
    ASSERT_TRUE(boxes);
    ASSERT_EQ(boxes->size(), 3u);
    EXPECT_EQ((*boxes)[0].cells, (CellRect{0, 0, 2, 2}));
    EXPECT_EQ((*boxes)[1].cells, (CellRect{2, 0, 1, 2}));
    EXPECT_EQ((*boxes)[2].cells, (CellRect{0, 2, 4, 1}));
}

TEST(MergedCells, CoverEachCellOnce) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        const CellRect area{-3, 5, 11, 9};
        std::vector<uint32_t> cells(99);
        for (uint32_t& c : cells) c = random() % 3;
        const auto at = [&](int64_t x, int64_t y) {
            return static_cast<size_t>((y - area.y) * area.width + x - area.x);
        };
        const auto boxes = merged_cells(
            area, [&](int64_t x, int64_t y) { return cells[at(x, y)]; }, 1000);
        ASSERT_TRUE(boxes);
        std::vector<uint32_t> drawn(99);
        for (const CellBox& box : *boxes)
            for (int64_t y = box.cells.y; y < box.cells.y + box.cells.height; ++y)
                for (int64_t x = box.cells.x; x < box.cells.x + box.cells.width; ++x) {
                    EXPECT_EQ(drawn[at(x, y)], 0u);
                    drawn[at(x, y)] = box.kind;
                }
        EXPECT_EQ(drawn, cells);
    }
}

TEST(MergedCells, GivesUpOnTooMany) {
    const CellKind checkered = [](int64_t x, int64_t y) { return static_cast<uint32_t>((x + y) % 2); };
    EXPECT_TRUE(merged_cells({0, 0, 4, 4}, checkered, 8));
    EXPECT_FALSE(merged_cells({0, 0, 4, 4}, checkered, 7));
}

TEST(CellEdges, JoinIntoFullLines) {
    const auto edges = cell_edges({0, 0, 4, 2}, of_rows({"aabb", "aabb"}), 100);
    ASSERT_TRUE(edges);
    EXPECT_EQ(*edges, (std::vector<CellEdge>{
                          {0, 0, 4, false}, {0, 2, 4, false}, {0, 0, 2, true}, {2, 0, 2, true}, {4, 0, 2, true}}));
    EXPECT_FALSE(cell_edges({0, 0, 4, 2}, of_rows({"aabb", "aabb"}), 4));
}

} // namespace
} // namespace warpscope::render
