// Shapes of buffers from strides.
#include <gtest/gtest.h>

#include "capture/buffer_layout.hpp"
#include "capture/buffer_shape.hpp"

namespace warpscope::capture {
namespace {

AccessPattern pattern(const char* element, uint32_t bytes) {
    AccessPattern out;
    out.element = element;
    out.element_bytes = bytes;
    return out;
}

TEST(BufferShape, RowsFollowFromTheThreadsIndexInY) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[0] = 4;
    seen.by_thread[1] = 640 * 4;
    const BufferShape shape = guess_shape(640 * 480 * 4, seen, {16, 16, 1}, std::nullopt);
    EXPECT_EQ(shape.type, ElementType::f32);
    EXPECT_EQ(shape.channels, 1u);
    EXPECT_EQ(shape.shape, (Shape{640, 480, 1}));
    EXPECT_NE(shape.why.find("threadIdx.y moves 2560 bytes on"), std::string::npos) << shape.why;
}

TEST(BufferShape, ChannelsFollowFromTheStrideInX) {
    AccessPattern seen = pattern("u8", 1);
    seen.by_thread[0] = 3;
    seen.by_thread[1] = 320 * 3;
    const BufferShape shape = guess_shape(320 * 200 * 3, seen, {16, 16, 1}, std::nullopt);
    EXPECT_EQ(shape.type, ElementType::u8);
    EXPECT_EQ(shape.channels, 3u);
    EXPECT_EQ(shape.shape, (Shape{320, 200, 1}));
}

TEST(BufferShape, RowsFollowFromTheBlocksIndexWhereBlocksAreFlat) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[0] = 4;
    seen.by_block = {128 * 4, 1000 * 4, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, {128, 1, 1}, std::nullopt).shape, (Shape{1000, 30, 1}));
    // A row of 1000 for each block of 128 threads.
    seen.by_block = {1000 * 4, std::nullopt, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, {128, 1, 1}, std::nullopt).shape, (Shape{1000, 30, 1}));
    // Blocks that follow each other without a gap say nothing of rows.
    seen.by_block = {128 * 4, std::nullopt, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, {128, 1, 1}, std::nullopt).shape, (Shape{30000, 1, 1}));
}

TEST(BufferShape, ATransposedAccessHasItsRowsInX) {
    AccessPattern seen = pattern("f64", 8);
    seen.by_thread[0] = 50 * 8;
    seen.by_thread[1] = 8;
    EXPECT_EQ(guess_shape(50 * 70 * 8, seen, {8, 8, 1}, std::nullopt).shape, (Shape{50, 70, 1}));
}

TEST(BufferShape, LayersOfAVolumeFollowFromZ) {
    AccessPattern seen = pattern("s32", 4);
    seen.by_thread = {4, 20 * 4, 20 * 10 * 4};
    EXPECT_EQ(guess_shape(20 * 10 * 6 * 4, seen, {4, 4, 4}, std::nullopt).shape, (Shape{20, 10, 6}));
}

TEST(BufferShape, TheTextKnowsWhatBitsAre) {
    const AccessPattern seen = pattern("b32", 4);
    EXPECT_EQ(guess_shape(400, seen, {32, 1, 1}, WrittenType{ElementType::f32, 1}).type, ElementType::f32);
    EXPECT_EQ(guess_shape(400, seen, {32, 1, 1}, std::nullopt).type, ElementType::s32);
    EXPECT_EQ(guess_shape(400, seen, {32, 1, 1}, WrittenType{ElementType::u8, 4}).channels, 4u);
    // Bytes that are read one by one are no floats, whatever the pointer's type is.
    EXPECT_EQ(guess_shape(400, pattern("u8", 1), {32, 1, 1}, WrittenType{ElementType::f32, 1}).type, ElementType::u8);
}

TEST(BufferShape, RowsThatDoNotFillTheBufferMakeNoPicture) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[1] = 640 * 4;
    const BufferShape shape = guess_shape(640 * 480 * 4 + 4, seen, {16, 16, 1}, std::nullopt);
    EXPECT_EQ(shape.shape, (Shape{640 * 480 + 1, 1, 1}));
    EXPECT_EQ(shape_of_rows(100, ElementType::f32, 3, 5).shape.cells() *
                  shape_of_rows(100, ElementType::f32, 3, 5).cell_bytes(),
              100u); // all of the buffer, whatever is wished
}

TEST(BufferLayout, CellsBehindAWidthAreThoseThatAPitchAdds) {
    BufferShape rows;
    rows.type = ElementType::f32;
    rows.shape = {128, 50, 1}; // 512 bytes in a row
    EXPECT_EQ(padding(rows, {100, 50}), 28u);
    EXPECT_EQ(padding(rows, {128, 50}), 0u);
    EXPECT_EQ(padding(rows, {std::nullopt, std::nullopt}), 0u);
    rows.shape.width = 256;
    EXPECT_EQ(padding(rows, {100, 50}), 0u); // more than a pitch would add: the width is of something else
    rows.shape.width = 120;
    EXPECT_EQ(padding(rows, {100, 50}), 0u); // rows of 480 bytes
}

} // namespace
} // namespace warpscope::capture
