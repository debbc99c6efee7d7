#include "base/cell.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Cell, ParsesOneToThreeCoordinates) {
    EXPECT_EQ(parse_cell("700"), (CellCoordinates{700, 0, 0}));
    EXPECT_EQ(parse_cell("41,25"), (CellCoordinates{41, 25, 0}));
    EXPECT_EQ(parse_cell("3,2,5"), (CellCoordinates{3, 2, 5}));
    for (const char* text : {"", ",", "1,", ",1", "-1,0", "1.5", "1,2,3,", "1,2,3,4", "1 2", "99999999999999999999"}) {
        const auto cell = parse_cell(text);
        ASSERT_FALSE(cell) << text;
        EXPECT_EQ(cell.error().kind, ErrorKind::usage) << text;
    }
}

TEST(Cell, IndexFollowsBufferShape) {
    EXPECT_EQ(cell_of_output({1000, 1, 1}, {700, 0, 0}), 700u);
    EXPECT_EQ(cell_of_output({76, 62, 1}, {41, 25, 0}), 25u * 76 + 41);
    EXPECT_EQ(cell_of_output({8, 6, 4}, {7, 5, 3}), 8u * 6 * 4 - 1);
    EXPECT_EQ(coordinates_text({1000, 1, 1}, 700), "700");
    EXPECT_EQ(coordinates_text({76, 62, 1}, 25 * 76 + 41), "41,25");
    EXPECT_EQ(coordinates_text({8, 6, 4}, 8 * 6 * 4 - 1), "7,5,3");
}

TEST(Cell, OutsideCellNamesValidRange) {
    struct Outside {
        Shape shape;
        CellCoordinates cell;
        const char* message;
    };
    for (const Outside& outside :
         {Outside{{1000, 1, 1}, {1000, 0, 0}, "The output has no cell 1000,0. (X is from 0 to 999)"},
          Outside{{1000, 1, 1}, {28, 21, 0}, "The output has no cell 28,21. (X is from 0 to 999)"},
          Outside{{76, 62, 1}, {0, 62, 0}, "The output has no cell 0,62. (X is from 0 to 75, Y from 0 to 61)"},
          Outside{{8, 6, 4},
                  {0, 0, 4},
                  "The output has no cell 0,0,4. (X is from 0 to 7, Y from 0 to 5, Z from 0 to 3)"}}) {
        const auto index = cell_of_output(outside.shape, outside.cell);
        ASSERT_FALSE(index) << outside.message;
        EXPECT_EQ(index.error().kind, ErrorKind::usage);
        EXPECT_EQ(index.error().text(), outside.message);
    }
}

} // namespace
} // namespace warpscope
