#include <gtest/gtest.h>

#include "metrics/made_events.hpp"
#include "metrics/trace/halo.hpp"
#include "metrics/trace/trace_observer.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

TEST(CellSet, RemembersAndSorts) {
    CellSet set(1000);
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set.count(), 0u);
    EXPECT_TRUE(set.sorted().empty());
    for (const uint64_t cell : {999, 64, 63, 64, 0}) set.insert(cell);
    EXPECT_EQ(set.sorted(), (std::vector<uint64_t>{0, 63, 64, 999}));
    EXPECT_EQ(set.count(), 4u);
    EXPECT_TRUE(CellSet(0).empty());
}

TEST(TraceObserver, KeepsAccessesUpToTheLimit) {
    const auto buffers = made_buffers({{"in", ElementType::u8, 3, {16, 1, 1}}});
    TraceObserver prototype(buffers, 5);
    const auto worker = prototype.fork();
    MadeRequest load(ptx::Space::global, AccessKind::load, 1, 0b1011);
    load.pc(7).of_warp(3, 2, 4).in_allocation(0).at(
        [&](uint32_t lane) { return buffers->buffers()[0].begin + lane * 3; });
    worker->on_memory(load.event());
    MadeRequest store(ptx::Space::shared, AccessKind::store, 4, 0b111);
    store.pc(8).of_warp(3, 2, 4).at([](uint32_t lane) { return uint64_t{lane} * 4; });
    worker->on_memory(store.event());
    prototype.merge(*worker);

    const TraceObserver::Contents& trace = prototype.contents();
    EXPECT_TRUE(trace.truncated);
    ASSERT_EQ(trace.accesses.size(), 5u);
    EXPECT_EQ(trace.accesses[2].thread, 64u + 3);
    EXPECT_EQ(trace.accesses[2].cell, 3u);
    EXPECT_EQ(trace.accesses[2].buffer, 0u);
    EXPECT_EQ(trace.accesses[2].interval, 4u);
    EXPECT_EQ(trace.accesses[2].pc, 7u);
    EXPECT_EQ(trace.accesses[3].space, ptx::Space::shared);
    EXPECT_EQ(trace.accesses[3].buffer, ~0u);
    EXPECT_EQ(trace.loads, 3u); // includes accesses beyond the limit
    EXPECT_EQ(trace.loaded[0].sorted(), (std::vector<uint64_t>{0, 1, 3}));
}

TEST(TraceObserver, KeepsStepsRequestsAndShuffles) {
    const auto buffers = made_buffers({{"in", ElementType::u8, 3, {16, 1, 1}}});
    TraceObserver trace(buffers, 100);
    simt::WarpContext warp;
    warp.warp = 2;
    warp.barrier_interval = 1;
    MadeRequest store(ptx::Space::shared, AccessKind::store, 4, 0b101);
    store.pc(8).of_warp(0, 2, 1).at([](uint32_t lane) { return uint64_t{lane} * 4; });
    trace.on_memory(store.event());
    trace.on_step({&warp, 5, 9, 0b111});
    trace.on_branch({&warp, 8, 0b111, 0b010});
    std::array<uint8_t, 32> from{};
    from[1] = 7;
    trace.on_shuffle({&warp, 9, 0b10, from.data()});
    trace.on_step({&warp, 9, 11, 0b010});
    trace.on_barrier({&warp, 10, 0b010, 0});

    const TraceObserver::Contents& kept = trace.contents();
    ASSERT_EQ(kept.steps.size(), 2u);
    EXPECT_EQ(kept.steps[0].warp, 2u);
    EXPECT_EQ(kept.steps[0].interval, 1u);
    EXPECT_EQ(kept.steps[0].active, 0b111u);
    EXPECT_TRUE(kept.steps[0].divergent());
    EXPECT_FALSE(kept.steps[0].barrier);
    EXPECT_TRUE(kept.steps[1].barrier);
    EXPECT_FALSE(kept.steps[1].divergent());
    ASSERT_EQ(kept.requests.size(), 1u);
    EXPECT_EQ(kept.requests[0].mask, 0b101u);
    EXPECT_EQ(kept.steps[0].first_request, 0u);
    EXPECT_EQ(kept.steps[1].first_request, 1u); // the store belongs to the previous step
    ASSERT_EQ(kept.shuffles.size(), 1u);
    EXPECT_EQ(kept.steps[1].first_shuffle, 0u);
    EXPECT_EQ(kept.shuffles[0].from[1], 7u);
}

TEST(TraceObserver, StepsEndWithTheAccesses) {
    const auto buffers = made_buffers({{"in", ElementType::u8, 3, {16, 1, 1}}});
    TraceObserver trace(buffers, 4);
    simt::WarpContext warp;
    trace.on_step({&warp, 0, 1, 1});
    MadeRequest store(ptx::Space::shared, AccessKind::store, 4, 0b11111);
    store.at([](uint32_t lane) { return uint64_t{lane} * 4; });
    trace.on_memory(store.event());
    trace.on_step({&warp, 1, 2, 1});
    const TraceObserver::Contents& kept = trace.contents();
    EXPECT_TRUE(kept.truncated);
    EXPECT_TRUE(kept.steps_truncated);
    EXPECT_EQ(kept.steps.size(), 1u);
    EXPECT_TRUE(kept.requests.empty()); // partial requests would be misleading
    EXPECT_EQ(kept.accesses.size(), 4u);
}

/// Block (2, 1) of a radius-2 stencil with 16 x 16 threads per block.
struct StencilBlock {
    explicit StencilBlock(Shape input, Shape output)
        : buffers(made_buffers({{"in", ElementType::f32, 1, input}, {"out", ElementType::f32, 1, output}}))
        , trace(buffers, 10) {
        launch.config = {{5, 4, 1}, {16, 16, 1}};
        const uint64_t block = linear_index({2, 1, 0}, launch.config.grid);
        CellMaps maps{1, CellArray(output.cells()), {}, {}};
        for (uint32_t thread = 0; thread < 256; ++thread) {
            const int64_t x = 32 + thread % 16, y = 16 + thread / 16;
            for (int64_t dy = -2; dy <= 2; ++dy)
                for (int64_t dx = -2; dx <= 2; ++dx)
                    if (x + dx < input.width && y + dy < input.height)
                        access(0, AccessKind::load, thread, (y + dy) * input.width + x + dx);
            if (x >= output.width || y >= output.height) continue;
            access(1, AccessKind::store, thread, y * output.width + x);
            maps.owner[y * output.width + x] = static_cast<ThreadId>(block * 256 + thread + 1);
        }
        launch.maps.push_back(std::move(maps));
        const auto tiles = tiles_of(*buffers, launch, block, trace.contents());
        halos = halos_of(*buffers, tiles, trace.contents());
    }
    void access(uint32_t buffer, AccessKind kind, uint32_t thread, int64_t cell) {
        MadeRequest request(ptx::Space::global, kind, 4, 1u << thread % 32);
        request.in_allocation(buffer).of_warp(7, thread / 32);
        trace.on_memory(
            request.at([&](uint32_t) { return buffers->buffers()[buffer].begin + static_cast<uint64_t>(cell) * 4; })
                .event());
    }

    std::shared_ptr<const BufferTable> buffers;
    TraceObserver trace;
    LaunchMeasurement launch;
    std::vector<BlockTrace::Halo> halos;
};

TEST(Halo, InteriorBlockHasFullHalo) {
    const StencilBlock block({76, 62, 1}, {76, 62, 1});
    ASSERT_EQ(block.halos.size(), 1u);
    EXPECT_TRUE(block.halos[0].defined);
    EXPECT_EQ(block.halos[0].buffer, 0u);
    EXPECT_EQ(block.halos[0].tile.size(), 256u);
    EXPECT_EQ(block.halos[0].cells.size(), 144u); // 20 * 20 - 16 * 16
    EXPECT_EQ(block.halos[0].cells.front(), 14u * 76 + 30);
}

TEST(Halo, EdgeBlockHasSmallerHalo) {
    const StencilBlock block({41, 23, 1}, {41, 23, 1}); // 9 x 7 cells of the tile are inside
    ASSERT_EQ(block.halos.size(), 1u);
    EXPECT_EQ(block.halos[0].tile.size(), 9u * 7);
    EXPECT_EQ(block.halos[0].cells.size(), 11u * 9 - 9 * 7);
}

TEST(Halo, DifferentShapesHaveNoHalo) {
    const StencilBlock block({76, 62, 1}, {75, 62, 1});
    ASSERT_EQ(block.halos.size(), 1u);
    EXPECT_FALSE(block.halos[0].defined);
    EXPECT_TRUE(block.halos[0].cells.empty());
    EXPECT_TRUE(block.halos[0].tile.empty());
}

} // namespace
} // namespace warpscope::metrics
