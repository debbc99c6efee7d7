#include "metrics/ownership/read_counts.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <thread>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

void count(ReadCounter& counter, MadeRequest& request, ShapeCache& shapes) {
    LazyShape shape(request.event(), shapes);
    counter.count(request.event(), shape);
}

void count_by_hand(std::vector<uint32_t>& reads, const PlacedBuffer& buffer, const simt::MemoryEvent& event) {
    const uint32_t cell_bytes = buffer.divider.cell_bytes();
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((event.mask >> lane & 1u) == 0) continue;
        const uint64_t offset = event.address[lane] - buffer.begin;
        for (uint64_t cell = offset / cell_bytes; cell <= (offset + event.bytes - 1) / cell_bytes; ++cell)
            ++reads[cell];
    }
}

TEST(Reads, RandomLoadsMatchLaneCounts) {
    std::mt19937_64 random(4);
    for (const auto& [type, channels] : {std::pair{ElementType::u8, 1u},
                                         {ElementType::u8, 3u},
                                         {ElementType::u8, 4u},
                                         {ElementType::f32, 1u},
                                         {ElementType::f32, 3u},
                                         {ElementType::f64, 5u}}) {
        const auto buffers = made_buffers({{"in", type, channels, {101, 7, 1}}});
        const PlacedBuffer& buffer = buffers->buffers()[0];
        const uint64_t size = 101 * 7 * uint64_t{buffer.divider.cell_bytes()};
        ReadCounter counter(buffers, false);
        ShapeCache shapes(2);
        std::vector<uint32_t> expected(buffer.cells);
        for (int round = 0; round < 3000; ++round) {
            const uint32_t bytes = 1u << random() % 5;
            const uint64_t slots = size / bytes;
            simt::LaneMask mask = random() % 2 == 0 ? ~0u : static_cast<simt::LaneMask>(random());
            if (mask == 0) mask = 1u << 31;
            const uint64_t start = random() % slots;
            const uint64_t stride = random() % 5 == 0 ? 0 : random() % 6;
            MadeRequest request(ptx::Space::global, AccessKind::load, bytes, mask);
            request.in_allocation(0).pc(round & 1).at([&](uint32_t lane) {
                const uint64_t slot = round % 5 == 0 ? random() % slots : (start + lane * stride) % slots;
                return buffer.begin + slot * bytes;
            });
            count(counter, request, shapes);
            count_by_hand(expected, buffer, request.event());
        }
        EXPECT_EQ(counter.take_counts(0), CellCounts(expected)) << name_of(type) << " x " << channels;
    }
}

TEST(Reads, UnreadBuffersHaveNoMap) {
    const auto buffers = made_buffers({{"a", ElementType::u8, 1, {4, 1, 1}}, {"b", ElementType::u8, 1, {4, 1, 1}}});
    ReadCounter counter(buffers, false);
    ShapeCache shapes(1);
    MadeRequest request(ptx::Space::global, AccessKind::load, 1, 1);
    request.in_allocation(1).at([&](uint32_t) { return buffers->buffers()[1].begin + 3; });
    count(counter, request, shapes);
    MadeRequest of_module(ptx::Space::global, AccessKind::load, 1, 1); // module variable
    of_module.in_allocation(9).at([](uint32_t) { return uint64_t{64}; });
    count(counter, of_module, shapes);
    EXPECT_TRUE(counter.take_counts(0).empty());
    EXPECT_EQ(counter.take_counts(1), CellCounts(CellArray{0, 0, 0, 1}));
}

TEST(Reads, LanesMayReadDifferentBuffers) {
    const auto buffers = made_buffers({{"a", ElementType::u8, 1, {2, 1, 1}}, {"b", ElementType::f32, 1, {2, 1, 1}}});
    ReadCounter counter(buffers, false);
    ShapeCache shapes(1);
    MadeRequest request(ptx::Space::global, AccessKind::load, 1, 7);
    request.at([&](uint32_t lane) {
        return lane == 0 ? buffers->buffers()[0].begin + 1 : buffers->buffers()[1].begin + 4 + lane;
    });
    count(counter, request, shapes);
    EXPECT_EQ(counter.take_counts(0), CellCounts(CellArray{0, 1}));
    EXPECT_EQ(counter.take_counts(1), CellCounts(CellArray{0, 2}));
}

/// Counts on several threads; each worker loads every cell once.
CellCounts counted_by_workers(bool shared, uint32_t workers) {
    const auto buffers = made_buffers({{"in", ElementType::u8, 3, {640, 3, 1}}});
    ReadCounter counter(buffers, shared);
    std::vector<ReadCounter> forks;
    for (uint32_t i = 0; i < workers; ++i) forks.push_back(counter.fork());
    std::vector<std::thread> threads;
    for (ReadCounter& fork : forks)
        threads.emplace_back([&] {
            ShapeCache shapes(1);
            for (uint64_t first = 0; first < 640 * 3; first += 32) {
                MadeRequest request(ptx::Space::global, AccessKind::load, 1);
                request.in_allocation(0).at(
                    [&](uint32_t lane) { return buffers->buffers()[0].begin + (first + lane) * 3 + 1; });
                count(fork, request, shapes);
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (ReadCounter& fork : forks) counter.merge(fork);
    return counter.take_counts(0);
}

TEST(Reads, SharedAndSeparateArraysAgree) {
    const CellCounts expected(CellArray(640 * 3, 6));
    EXPECT_EQ(counted_by_workers(false, 6), expected);
    EXPECT_EQ(counted_by_workers(true, 6), expected);
}

TEST(Reads, CountsOfAnySizeAddUp) {
    for (const bool shared : {false, true}) {
        const auto buffers = made_buffers({{"in", ElementType::f32, 1, {40, 1, 1}}});
        const uint64_t begin = buffers->buffers()[0].begin;
        ReadCounter counter(buffers, shared);
        std::vector<ReadCounter> forks;
        for (int i = 0; i < 3; ++i) forks.push_back(counter.fork());
        std::vector<std::thread> threads;
        for (ReadCounter& fork : forks)
            threads.emplace_back([&] {
                ShapeCache shapes(2);
                // Cell 3 gets 750 * 32 = 24000 loads per worker, which fit into int16_t; the loads of two workers do
                // not. The 96000 loads of cell 7 do not fit, nor do the 320000 loads of each cell from 20 to 27 by one
                // instruction.
                for (int round = 0; round < 3750; ++round) {
                    MadeRequest broadcast(ptx::Space::global, AccessKind::load, 4);
                    broadcast.in_allocation(0).at([&](uint32_t) { return begin + 4 * (round < 750 ? 3 : 7); });
                    count(fork, broadcast, shapes);
                }
                for (int round = 0; round < 40000; ++round) {
                    MadeRequest row(ptx::Space::global, AccessKind::load, 8);
                    row.in_allocation(0).pc(1).at([&](uint32_t lane) { return begin + 80 + 8 * (lane % 4); });
                    count(fork, row, shapes);
                }
            });
        for (std::thread& thread : threads) thread.join();
        for (ReadCounter& fork : forks) counter.merge(fork);
        CellArray expected(40);
        expected[3] = 3 * 750 * warp_size;
        expected[7] = 3 * 3000 * warp_size;
        std::fill_n(expected.begin() + 20, 8, 3 * 40000 * warp_size / 4);
        EXPECT_EQ(counter.take_counts(0), CellCounts(expected)) << shared;
    }
}

TEST(Reads, UnevenWorkersAddUp) {
    const auto buffers = made_buffers({{"in", ElementType::u8, 1, {3, 1, 1}}});
    for (const size_t busy : {0u, 1u}) {
        ReadCounter counter(buffers, false);
        std::vector<ReadCounter> forks{counter.fork(), counter.fork()};
        ShapeCache shapes(1);
        MadeRequest request(ptx::Space::global, AccessKind::load, 1);
        request.in_allocation(0).at([&](uint32_t) { return buffers->buffers()[0].begin + 1; });
        for (int round = 0; round < 2048; ++round) count(forks[busy], request, shapes);
        count(forks[1 - busy], request, shapes);
        for (ReadCounter& fork : forks) counter.merge(fork);
        EXPECT_EQ(counter.take_counts(0), CellCounts(CellArray{0, 2049 * warp_size, 0}));
    }
}

} // namespace
} // namespace warpscope::metrics
