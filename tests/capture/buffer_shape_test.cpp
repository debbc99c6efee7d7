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

BufferShape rows_of(uint32_t width) {
    BufferShape rows;
    rows.type = ElementType::f32;
    rows.shape = {width, 50, 1};
    return rows;
}

TEST(BufferLayout, WhatCudaMallocPitchAddsIsPadding) {
    KeptMemory memory;
    memory.bytes = 512 * 50;
    memory.pitch = 512;
    memory.row_bytes = 400;
    BufferShape rows = rows_of(128);
    set_padding(rows, memory, {});
    EXPECT_EQ(rows.padding, 28u);
    EXPECT_EQ(rows.seen(), (Shape{100, 50, 1}));
    EXPECT_NE(rows.why.find("400 of 512 bytes"), std::string::npos) << rows.why;
    // Where no strides were seen, the pitch makes the rows.
    BufferShape line = rows_of(128 * 50);
    line.shape.height = 1;
    set_padding(line, memory, {});
    EXPECT_EQ(line.seen(), (Shape{100, 50, 1}));
    // Strides that are others than the pitch count for more.
    BufferShape other = rows_of(64);
    set_padding(other, memory, {});
    EXPECT_EQ(other.padding, 0u);
}

TEST(BufferLayout, RowsThatAreLongerThanTheWidthNeedAReasonToBePadded) {
    const auto padding = [](uint32_t width, const GivenExtent& given) {
        BufferShape rows = rows_of(width);
        set_padding(rows, {}, given);
        return rows.padding;
    };
    EXPECT_EQ(padding(120, {100, 50, {100, 50, 120}}), 20u); // the kernel is given the stride
    EXPECT_EQ(padding(120, {100, 50, {100, 50, 480}}), 20u); // in bytes
    EXPECT_EQ(padding(120, {100, 50, {100, 50}}), 0u);       // it may be a part of a picture
    EXPECT_EQ(padding(112, {100, 50, {100, 50}}), 12u);      // the next multiple of 16
    EXPECT_EQ(padding(128, {128, 50, {128, 50}}), 0u);
    EXPECT_EQ(padding(128, {}), 0u);
}

TEST(BufferShape, WidthsAreThoseOfWholeRows) {
    constexpr uint64_t cells = 61 * 37;
    EXPECT_EQ(fitting_width(cells, 64, 37), 61u); // typed
    EXPECT_EQ(fitting_width(cells, 5000, 37), cells);
    EXPECT_EQ(fitting_width(cells, 0, 0), 1u);
    // Steps go on to the next one and do not stay.
    EXPECT_EQ(fitting_width(cells, 62, 61), cells);
    EXPECT_EQ(fitting_width(cells, 60, 61), 37u);
    EXPECT_EQ(fitting_width(cells, 36, 37), 1u);
    EXPECT_EQ(fitting_width(cells, 0, 1), 1u);
    EXPECT_EQ(fitting_width(cells, cells + 1, cells), cells);
}

} // namespace
} // namespace warpscope::capture
