// Elements named by findings, inside and outside of buffers.
#include <gtest/gtest.h>

#include "metrics/finding_location.hpp"

namespace warpscope::metrics {
namespace {

BufferLayout layout(ElementType type, uint32_t channels, Shape shape) { return {"P", type, channels, shape}; }

TEST(FindingPlace, NamesRowsAndColumns) {
    const BufferLayout matrix = layout(ElementType::f32, 1, {80, 48, 1});
    EXPECT_EQ(index_of({0, 3 * 80 + 57, true}, matrix), (ElementIndex{0, 3, 57, 0}));
    EXPECT_EQ(element_message({0, 3 * 80 + 57, true}, matrix), "element 297 of 'P' (row 3, column 57)");
    EXPECT_EQ(element_message({0, 48 * 80 + 1, false}, matrix),
              "element 3841 of 'P' (row 48, column 1), which has 48 rows of 80 columns");
}

TEST(FindingPlace, RowsBeforeBufferAreNegative) {
    const BufferLayout matrix = layout(ElementType::f32, 1, {80, 48, 1});
    EXPECT_EQ(index_of({0, -1, false}, matrix), (ElementIndex{0, -1, 79, 0}));
    EXPECT_EQ(element_message({0, -81, false}, matrix),
              "element -81 of 'P' (row -2, column 79), which has 48 rows of 80 columns");
    const BufferLayout pixels = layout(ElementType::u8, 3, {10, 4, 1});
    EXPECT_EQ(index_of({0, -1, false}, pixels), (ElementIndex{0, -1, 9, 2}));
}

TEST(FindingPlace, NamesArraysPixelsAndVolumes) {
    EXPECT_EQ(element_message({0, 37, true}, layout(ElementType::u32, 1, {256, 1, 1})), "element 37 of 'P'");
    EXPECT_EQ(element_message({0, 256, false}, layout(ElementType::u32, 1, {256, 1, 1})),
              "element 256 of 'P', which has 256 elements");
    EXPECT_EQ(element_message({0, 1, false}, layout(ElementType::u32, 1, {1, 1, 1})),
              "element 1 of 'P', which has 1 element");
    EXPECT_EQ(element_message({0, 3 * (2 * 10 + 7) + 1, true}, layout(ElementType::u8, 3, {10, 4, 1})),
              "element 82 of 'P' (row 2, column 7, channel 1)");
    EXPECT_EQ(element_message({0, 7, true}, layout(ElementType::u8, 3, {10, 1, 1})),
              "element 7 of 'P' (cell 2, channel 1)");
    EXPECT_EQ(element_message({0, (2 * 4 + 1) * 10 + 3, true}, layout(ElementType::f32, 1, {10, 4, 3})),
              "element 93 of 'P' (plane 2, row 1, column 3)");
    EXPECT_EQ(element_message({0, 120, false}, layout(ElementType::f32, 1, {10, 4, 3})),
              "element 120 of 'P' (plane 3, row 0, column 0), which has 3 planes of 4 rows of 10 columns");
}

} // namespace
} // namespace warpscope::metrics
