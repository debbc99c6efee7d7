#include "metrics/ownership/owner_counter.hpp"

#include <gtest/gtest.h>
#include <thread>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

constexpr uint32_t threads_per_block = 48;

class Owners : public testing::TestWithParam<bool> { // parameter: whether workers share arrays
protected:
    Owners()
        : buffers(made_buffers({{"rgb", ElementType::u8, 3, {8, 1, 1}}}))
        , counter(buffers, threads_per_block, GetParam()) {}

    static void store(OwnerCounter& into, const BufferTable& table, uint64_t block, uint32_t warp, uint32_t lane,
                      uint64_t offset, uint32_t bytes = 1, AccessKind kind = AccessKind::store) {
        MadeRequest request(ptx::Space::global, kind, bytes, 1u << lane);
        request.of_warp(block, warp).in_allocation(0);
        into.count(request.at([&](uint32_t) { return table.buffers()[0].begin + offset; }).event());
    }
    void store(uint64_t block, uint32_t warp, uint32_t lane, uint64_t offset, uint32_t bytes = 1) {
        store(counter, *buffers, block, warp, lane, offset, bytes);
    }

    std::shared_ptr<const BufferTable> buffers;
    OwnerCounter counter;
};

TEST_P(Owners, ThreadIdsCoverTheWholeLaunch) {
    store(0, 0, 0, 0);
    store(2, 1, 5, 7 * 3);
    EXPECT_EQ(counter.take_owners(0), (CellArray{1, 0, 0, 0, 0, 0, 0, 2 * 48 + 32 + 5 + 1}));
}

TEST_P(Owners, ChannelsFormOneCell) {
    for (uint64_t channel = 0; channel < 3; ++channel) store(0, 0, 3, 2 * 3 + channel);
    EXPECT_EQ(counter.take_owners(0), (CellArray{0, 0, 4, 0, 0, 0, 0, 0}));
    EXPECT_EQ(counter.take_writes(0), CellCounts(CellArray{0, 0, 3, 0, 0, 0, 0, 0}));
}

TEST_P(Owners, CountsOfWorkersAddUp) {
    OwnerCounter worker = counter.fork();
    for (int i = 0; i < 200; ++i) store(0, 0, 0, 3 * 3);
    for (int i = 0; i < 100; ++i) store(worker, *buffers, 1, 0, 0, 3 * 3);
    for (int i = 0; i < 300; ++i) store(worker, *buffers, 1, 0, 0, 5 * 3);
    store(worker, *buffers, 1, 0, 0, 6 * 3);
    counter.merge(worker);
    EXPECT_EQ(counter.take_writes(0), CellCounts(CellArray{0, 0, 0, 300, 0, 300, 1, 0}));
}

TEST_P(Owners, LaterBlockWins) {
    store(5, 0, 0, 0);
    store(1, 0, 0, 0);
    store(1, 0, 0, 3);
    store(5, 0, 0, 3);
    EXPECT_EQ(counter.take_owners(0), (CellArray{5 * 48 + 1, 5 * 48 + 1, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(counter.take_writes(0), CellCounts(CellArray{2, 2, 0, 0, 0, 0, 0, 0}));
}

TEST_P(Owners, LastStoreWinsWithinABlock) {
    store(1, 1, 15, 0); // highest thread of block 1
    store(1, 0, 0, 0);
    EXPECT_EQ(counter.take_owners(0)[0], 48u + 1);
}

TEST_P(Owners, WideStoreOwnsEveryTouchedCell) {
    store(0, 0, 0, 4, 4); // bytes 4 to 7: pixels 1 and 2
    EXPECT_EQ(counter.take_owners(0), (CellArray{0, 1, 1, 0, 0, 0, 0, 0}));
}

TEST_P(Owners, AtomicsCountAsWrites) {
    store(counter, *buffers, 0, 0, 9, 0, 1, AccessKind::atomic);
    EXPECT_EQ(counter.take_owners(0)[0], 10u);
}

TEST_P(Owners, WorkersAgreeOnTheLaterBlock) {
    std::vector<OwnerCounter> forks;
    for (int i = 0; i < 5; ++i) forks.push_back(counter.fork());
    std::vector<std::thread> threads;
    for (uint64_t worker = 0; worker < forks.size(); ++worker)
        threads.emplace_back([&, worker] {
            for (uint64_t block = 100 + worker; block < 200; block += forks.size())
                for (uint64_t cell = 0; cell < 8; ++cell)
                    store(forks[worker], *buffers, block, 0, static_cast<uint32_t>(cell), cell * 3);
        });
    for (std::thread& thread : threads) thread.join();
    for (OwnerCounter& fork : forks) counter.merge(fork);
    const CellArray owners = counter.take_owners(0);
    for (uint32_t cell = 0; cell < 8; ++cell) EXPECT_EQ(owners[cell], 199 * 48 + cell + 1);
    EXPECT_EQ(counter.take_writes(0), CellCounts(CellArray(8, 100)));
}

TEST_P(Owners, CountsOfAnySizeAddUp) {
    const auto floats = made_buffers({{"floats", ElementType::f32, 1, {40, 1, 1}}});
    OwnerCounter counter(floats, threads_per_block, GetParam());
    std::vector<OwnerCounter> forks;
    for (int i = 0; i < 3; ++i) forks.push_back(counter.fork());
    std::vector<std::thread> threads;
    for (size_t worker = 0; worker < forks.size(); ++worker)
        threads.emplace_back([&, worker] {
            // The sum of 200 and 200 does not fit into a byte, nor does 1000.
            for (uint32_t round = 0; round < (worker == 0 ? 1000u : 200u); ++round) {
                MadeRequest whole(ptx::Space::global, AccessKind::store, 4); // one cell per lane
                whole.of_warp(worker, 0).in_allocation(0);
                forks[worker].count(
                    whole.at([&](uint32_t lane) { return floats->buffers()[0].begin + 4 * lane; }).event());
                MadeRequest one(ptx::Space::global, AccessKind::store, 4, 1);
                one.of_warp(worker, 0).in_allocation(0);
                forks[worker].count(one.at([&](uint32_t) { return floats->buffers()[0].begin + 4 * 39; }).event());
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (OwnerCounter& fork : forks) counter.merge(fork);
    CellArray expected(40);
    std::fill_n(expected.begin(), warp_size, 1400);
    expected[39] = 1400;
    EXPECT_EQ(counter.take_writes(0), CellCounts(expected));
}

TEST_P(Owners, NoStoresMeanNoMap) {
    EXPECT_TRUE(counter.take_owners(0).empty());
    EXPECT_TRUE(counter.take_writes(0).empty());
}

INSTANTIATE_TEST_SUITE_P(Arrays, Owners, testing::Bool(),
                         [](const auto& info) { return info.param ? "Shared" : "Private"; });

} // namespace
} // namespace warpscope::metrics
