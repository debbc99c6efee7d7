#include <gtest/gtest.h>

#include "capture/buffer_layout.hpp"
#include "capture/buffer_shape.hpp"
#include "capture/matrix_access.hpp"

namespace warpscope::capture {
namespace {

AccessPattern pattern(const char* element, uint32_t bytes) {
    AccessPattern out;
    out.element = element;
    out.element_bytes = bytes;
    return out;
}

LaunchConfig blocks_of(Dim3 block, Dim3 grid = {8, 8, 1}) { return {grid, block}; }

TEST(BufferShape, ThreadIndexYGivesRows) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[0] = 4;
    seen.by_thread[1] = 640 * 4;
    const BufferShape shape = guess_shape(640 * 480 * 4, seen, blocks_of({16, 16, 1}), std::nullopt);
    EXPECT_EQ(shape.type, ElementType::f32);
    EXPECT_EQ(shape.channels, 1u);
    EXPECT_EQ(shape.shape, (Shape{640, 480, 1}));
    EXPECT_NE(shape.why.english().find("threadIdx.y moves by 2560 bytes"), std::string::npos) << shape.why.english();
}

TEST(BufferShape, StrideInXGivesChannels) {
    AccessPattern seen = pattern("u8", 1);
    seen.by_thread[0] = 3;
    seen.by_thread[1] = 320 * 3;
    const BufferShape shape = guess_shape(320 * 200 * 3, seen, blocks_of({16, 16, 1}), std::nullopt);
    EXPECT_EQ(shape.type, ElementType::u8);
    EXPECT_EQ(shape.channels, 3u);
    EXPECT_EQ(shape.shape, (Shape{320, 200, 1}));
}

TEST(BufferShape, FlatBlocksGiveRows) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[0] = 4;
    seen.by_block = {128 * 4, 1000 * 4, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, blocks_of({128, 1, 1}), std::nullopt).shape, (Shape{1000, 30, 1}));
    // Blocks of 128 threads, each in its own row of 1000 elements.
    seen.by_block = {1000 * 4, std::nullopt, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, blocks_of({128, 1, 1}), std::nullopt).shape, (Shape{1000, 30, 1}));
    // If blocks are contiguous, rows stay unknown.
    seen.by_block = {128 * 4, std::nullopt, std::nullopt};
    EXPECT_EQ(guess_shape(1000 * 30 * 4, seen, blocks_of({128, 1, 1}), std::nullopt).shape, (Shape{30000, 1, 1}));
}

TEST(BufferShape, TransposedAccessTakesRowsFromX) {
    AccessPattern seen = pattern("f64", 8);
    seen.by_thread[0] = 50 * 8;
    seen.by_thread[1] = 8;
    EXPECT_EQ(guess_shape(50 * 70 * 8, seen, blocks_of({8, 8, 1}), std::nullopt).shape, (Shape{50, 70, 1}));
}

TEST(BufferShape, LoopStepGivesRows) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread = {4, 0, std::nullopt};
    seen.by_step = 72 * 4;
    const BufferShape shape = guess_shape(72 * 30 * 4, seen, blocks_of({16, 16, 1}), std::nullopt);
    EXPECT_EQ(shape.shape, (Shape{72, 30, 1}));
    EXPECT_EQ(shape.why, "rows of 288 bytes, as each round of a loop moves by 288 bytes");
    // If a row of threads moves in a loop, the loop's step is the row length, unless the step is the width of a block
    // or of the grid.
    const auto in_line = [&](int64_t step) {
        seen.by_thread[1] = std::nullopt;
        seen.by_step = step;
        return guess_shape(1024 * 30 * 4, seen, blocks_of({64, 1, 1}, {4, 1, 1}), std::nullopt).shape.width;
    };
    EXPECT_EQ(in_line(240 * 4), 240u);
    EXPECT_EQ(in_line(512 * 4), 512u);
    EXPECT_EQ(in_line(64 * 4), 1024u * 30);
    EXPECT_EQ(in_line(256 * 4), 1024u * 30);
}

TEST(BufferShape, MatrixLinesGiveRowsWithoutChannels) {
    AccessPattern seen = pattern("f16", 2);
    seen.by_matrix_line = 64;
    const BufferShape shape = guess_shape(64 * 32 * 2, seen, blocks_of({64, 2, 1}), std::nullopt);
    EXPECT_EQ(shape.shape, (Shape{32, 64, 1}));
    EXPECT_EQ(shape.channels, 1u);
    EXPECT_EQ(shape.why, "rows of 64 bytes, as wmma's matrices are 64 bytes apart");
}

TEST(BufferShape, PartialPixelsKeepSeparateChannels) {
    AccessPattern seen = pattern("u8", 1);
    seen.by_thread = {3, 304, std::nullopt};
    BufferShape shape = guess_shape(304 * 67, seen, blocks_of({16, 16, 1}), std::nullopt);
    EXPECT_EQ(shape.shape, (Shape{304, 67, 1}));
    EXPECT_EQ(shape.channels, 1u);
    EXPECT_NE(shape.why.english().find("the 3 channels of a pixel are stored side by side"), std::string::npos)
        << shape.why.english();
    set_padding(shape, {}, {101, 67, {101, 67, 304}});
    EXPECT_EQ(shape.seen(), (Shape{303, 67, 1}));
}

TEST(MatrixAccess, InstructionGivesLines) {
    const auto lines = [](const char* text) {
        const auto found = matrix_lines(text);
        return found ? std::pair(found->lines, found->line_bytes) : std::pair(0u, 0u);
    };
    EXPECT_EQ(lines("wmma.load.a.sync.aligned.row.m32n8k16.global.f16 {%r1}, [%rd1], %r2"), std::pair(32u, 32u));
    EXPECT_EQ(lines("wmma.load.a.sync.aligned.col.m32n8k16.global.f16 {%r1}, [%rd1], %r2"), std::pair(16u, 64u));
    EXPECT_EQ(lines("wmma.load.b.sync.aligned.row.m16n16k8.global.tf32 {%r1}, [%rd1], %r2"), std::pair(8u, 64u));
    EXPECT_EQ(lines("wmma.store.d.sync.aligned.col.m32n8k16.global.f32 [%rd1], {%f1}, %r2"), std::pair(8u, 128u));
    EXPECT_EQ(lines("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}"), std::pair(0u, 0u));
    EXPECT_EQ(lines("ld.global.f32 %f1, [%rd1]"), std::pair(0u, 0u));
}

TEST(MatrixAccess, PitchNeedsACompleteMatrix) {
    MatrixAccess apart({3, 8}), close({3, 8}), uneven({3, 8});
    for (const uint64_t at : {0u, 40u, 80u}) {
        EXPECT_EQ(apart.pitch(), std::nullopt);
        apart.add(1000 + at + 4, 4);
        apart.add(1000 + at, 4);
        close.add(1000 + at / 5, 8);
        uneven.add(1000 + at * at, 8);
    }
    EXPECT_EQ(apart.pitch(), 40);
    EXPECT_EQ(close.pitch(), 8);
    EXPECT_EQ(uneven.pitch(), std::nullopt);
}

TEST(BufferShape, ZGivesLayers) {
    AccessPattern seen = pattern("s32", 4);
    seen.by_thread = {4, 20 * 4, 20 * 10 * 4};
    EXPECT_EQ(guess_shape(20 * 10 * 6 * 4, seen, blocks_of({4, 4, 4}), std::nullopt).shape, (Shape{20, 10, 6}));
}

TEST(BufferShape, SourceTypeInterpretsUntypedBits) {
    const AccessPattern seen = pattern("b32", 4);
    EXPECT_EQ(guess_shape(400, seen, blocks_of({32, 1, 1}), WrittenType{ElementType::f32, 1}).type, ElementType::f32);
    EXPECT_EQ(guess_shape(400, seen, blocks_of({32, 1, 1}), std::nullopt).type, ElementType::s32);
    EXPECT_EQ(guess_shape(400, seen, blocks_of({32, 1, 1}), WrittenType{ElementType::u8, 4}).channels, 4u);
    // Single bytes are not floats, even if the pointer's type is float*.
    EXPECT_EQ(guess_shape(400, pattern("u8", 1), blocks_of({32, 1, 1}), WrittenType{ElementType::f32, 1}).type,
              ElementType::u8);
}

TEST(BufferShape, RowsMustFillTheBuffer) {
    AccessPattern seen = pattern("f32", 4);
    seen.by_thread[1] = 640 * 4;
    const BufferShape shape = guess_shape(640 * 480 * 4 + 4, seen, blocks_of({16, 16, 1}), std::nullopt);
    EXPECT_EQ(shape.shape, (Shape{640 * 480 + 1, 1, 1}));
    EXPECT_EQ(shape_of_rows(100, ElementType::f32, 3, 5).shape.cells() *
                  shape_of_rows(100, ElementType::f32, 3, 5).cell_bytes(),
              100u); // the whole buffer, regardless of the request
}

BufferShape rows_of(uint32_t width) {
    BufferShape rows;
    rows.type = ElementType::f32;
    rows.shape = {width, 50, 1};
    return rows;
}

TEST(BufferLayout, CudaMallocPitchAddsPadding) {
    KeptMemory memory;
    memory.bytes = 512 * 50;
    memory.pitch = 512;
    memory.row_bytes = 400;
    BufferShape rows = rows_of(128);
    set_padding(rows, memory, {});
    EXPECT_EQ(rows.padding, 28u);
    EXPECT_EQ(rows.seen(), (Shape{100, 50, 1}));
    EXPECT_NE(rows.why.english().find("rows of 400 bytes, 512 bytes apart"), std::string::npos) << rows.why.english();
    // Without strides, the pitch determines the rows.
    BufferShape line = rows_of(128 * 50);
    line.shape.height = 1;
    set_padding(line, memory, {});
    EXPECT_EQ(line.seen(), (Shape{100, 50, 1}));
    // Strides that differ from the pitch take precedence.
    BufferShape other = rows_of(64);
    set_padding(other, memory, {});
    EXPECT_EQ(other.padding, 0u);
}

TEST(BufferLayout, PaddingNeedsEvidence) {
    const auto padding = [](uint32_t width, const GivenExtent& given) {
        BufferShape rows = rows_of(width);
        set_padding(rows, {}, given);
        return rows.padding;
    };
    EXPECT_EQ(padding(120, {100, 50, {100, 50, 120}}), 20u); // the row length is an argument
    EXPECT_EQ(padding(120, {100, 50, {100, 50, 480}}), 20u); // the row length is an argument, in bytes
    EXPECT_EQ(padding(120, {100, 50, {100, 50}}), 0u);       // no argument gives the row length
    EXPECT_EQ(padding(112, {100, 50, {100, 50}}), 12u);      // the row length, rounded up to a multiple of 16
    EXPECT_EQ(padding(128, {128, 50, {128, 50}}), 0u);
    EXPECT_EQ(padding(128, {}), 0u);
}

TEST(BufferLayout, KernelArgumentsConfirmRows) {
    BufferShape line = rows_of(72 * 30);
    line.shape.height = 1;
    const BufferShape other = rows_of(72); // 72 x 50
    const auto width = [&](const GivenExtent& given) {
        BufferShape shape = line;
        lay_out(shape, {other, line}, given);
        return shape.shape.width;
    };
    EXPECT_EQ(width({std::nullopt, std::nullopt, {50, 72, 30}}), 72u);
    EXPECT_EQ(width({std::nullopt, std::nullopt, {50, 72}}), 72u * 30);
    EXPECT_EQ(width({std::nullopt, std::nullopt, {50, 36, 60}}), 72u * 30);
}

TEST(BufferShape, WidthsDivideTheBuffer) {
    constexpr uint64_t cells = 61 * 37;
    // 64 must have been typed, because a click on a stepper changes the width by 1.
    EXPECT_EQ(fitting_width(cells, 64, 37), 61u);
    EXPECT_EQ(fitting_width(cells, 5000, 37), cells);
    EXPECT_EQ(fitting_width(cells, 0, 0), 1u);
    // Each click on a stepper must reach the next width.
    EXPECT_EQ(fitting_width(cells, 62, 61), cells);
    EXPECT_EQ(fitting_width(cells, 60, 61), 37u);
    EXPECT_EQ(fitting_width(cells, 36, 37), 1u);
    EXPECT_EQ(fitting_width(cells, 0, 1), 1u);
    EXPECT_EQ(fitting_width(cells, cells + 1, cells), cells);
}

} // namespace
} // namespace warpscope::capture
