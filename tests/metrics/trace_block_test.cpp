// Traces of one block of a stencil, and reads of the whole grid.
#include "metrics/measure.hpp"
#include "metrics/on_demand.hpp"
#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

ExecutionPlan blur_plan(Shape shape, Dim3 grid, int radius) {
    ExecutionPlan plan;
    plan.buffers = {buffer_of("out", ElementType::f32, 1, shape, BufferRole::output),
                    buffer_of("in", ElementType::f32, 1, shape, BufferRole::input, bytes_of(counting(shape.cells())))};
    plan.launches = {{"box_sum",
                      {grid, {16, 16, 1}},
                      {BufferArgument{0}, BufferArgument{1}, scalar("width", shape.width),
                       scalar("height", shape.height), scalar("radius", radius)}}};
    return plan;
}

TEST(TraceBlock, InteriorBlockHasItsHalo) {
    const auto run = measured(compiled("kernels/box_sum.cu"), blur_plan({76, 62, 1}, {5, 4, 1}, 2));
    ASSERT_TRUE(run);
    const auto trace = run->trace_block(0, 1 * 5 + 2);
    ASSERT_TRUE(trace.has_value()) << trace.error().text();
    EXPECT_EQ(trace->block_index, (Dim3{2, 1, 0}));
    EXPECT_EQ(trace->active_threads, 256u);
    EXPECT_EQ(trace->warps, 8u);
    EXPECT_EQ(trace->divergent_warps, 0u);
    EXPECT_EQ(trace->loads, 256u * 25);
    EXPECT_EQ(trace->distinct_cells_loaded, 400u);
    EXPECT_FALSE(trace->truncated);
    EXPECT_EQ(trace->accesses.size(), 256u * 26);
    ASSERT_EQ(trace->halos.size(), 1u);
    EXPECT_TRUE(trace->halos[0].defined);
    EXPECT_EQ(trace->halos[0].tile.size(), 256u);
    EXPECT_EQ(trace->halos[0].cells.size(), 144u);
    EXPECT_EQ(trace->global.load_bytes, 256u * 25 * 4);
    // In the corner block, 12 x 14 threads have a cell.
    const auto corner = run->trace_block(0, 19);
    ASSERT_TRUE(corner.has_value());
    EXPECT_EQ(corner->active_threads, 168u);
    EXPECT_EQ(corner->halos.at(0).cells.size(), 14u * 16 - 12 * 14);
}

TEST(TraceBlock, ReadCountsMatchTheStencil) {
    const Shape shape{37, 29, 1};
    const auto run = measured(compiled("kernels/box_sum.cu"), blur_plan(shape, {3, 2, 1}, 3));
    ASSERT_TRUE(run);
    const CellMaps* in = maps_of(run->launches()[0], 1);
    ASSERT_TRUE(in);
    for (uint32_t y = 0; y < shape.height; ++y)
        for (uint32_t x = 0; x < shape.width; ++x) {
            const auto reach = [](uint32_t at, uint32_t extent) {
                return std::min(at + 3, extent - 1) - (at < 3 ? 0 : at - 3) + 1;
            };
            ASSERT_EQ(in->reads[y * shape.width + x], reach(x, shape.width) * reach(y, shape.height)) << x << ' ' << y;
        }
}

TEST(TraceBlock, MarksTruncatedTraces) {
    MeasureOptions options;
    options.trace_limit = 100;
    const auto run = measured(compiled("kernels/box_sum.cu"), blur_plan({76, 62, 1}, {5, 4, 1}, 2), options);
    ASSERT_TRUE(run);
    const auto trace = run->trace_block(0, 7);
    ASSERT_TRUE(trace.has_value());
    EXPECT_TRUE(trace->truncated);
    EXPECT_EQ(trace->accesses.size(), 100u);
    EXPECT_EQ(trace->halos.at(0).cells.size(), 144u); // includes cells beyond the limit
    EXPECT_FALSE(run->trace_block(0, 20).has_value());
    EXPECT_FALSE(run->trace_block(1, 0).has_value());
}

TEST(TraceBlock, LatestLaunchesKeepTheirMemory) {
    ExecutionPlan plan = blur_plan({40, 30, 1}, {3, 2, 1}, 1);
    plan.buffers.push_back(buffer_of("large", ElementType::u8, 1, {70 << 20, 1, 1}, BufferRole::scratch));
    plan.launches.resize(6, plan.launches[0]);
    MeasureOptions options;
    options.maps = false;
    const auto run = measured(compiled("kernels/box_sum.cu"), plan, options);
    ASSERT_TRUE(run);
    // At most 256 MB are kept. The memory before launch 0 is made again.
    for (const uint32_t launch : {0u, 3u, 4u, 5u}) EXPECT_TRUE(run->trace_block(launch, 0).has_value()) << launch;
    for (const uint32_t launch : {1u, 2u}) {
        const auto trace = run->trace_block(launch, 0);
        ASSERT_FALSE(trace.has_value()) << launch;
        EXPECT_NE(trace.error().text().find("was not kept"), std::string::npos) << trace.error().text();
    }
}

} // namespace
} // namespace warpscope::metrics
