// The heap of malloc: permitted accesses and reuse.
#include <gtest/gtest.h>

#include "simt/device_heap.hpp"

namespace warpscope::simt {
namespace {

constexpr uint64_t begin = 1 << 20;

HeapCaller thread(uint64_t number) { return {number, {}, {static_cast<uint32_t>(number), 0, 0}, 0}; }

TEST(Heap, AllowsOnlyRequestedBytes) {
    DeviceHeap heap(begin);
    const uint64_t a = heap.allocate(thread(0), 40), b = heap.allocate(thread(1), 1);
    ASSERT_NE(a, 0u);
    EXPECT_EQ(a % 16, 0u);
    EXPECT_TRUE(heap.allows(a, 8));
    EXPECT_TRUE(heap.allows(a + 32, 8));
    EXPECT_TRUE(heap.allows(a + 39, 1));
    EXPECT_FALSE(heap.allows(a + 36, 8));
    EXPECT_FALSE(heap.allows(a + 40, 1));
    EXPECT_FALSE(heap.allows(a - 4, 4));
    EXPECT_FALSE(heap.allows(a - 4, 8));
    EXPECT_TRUE(heap.allows(b, 1));
    EXPECT_FALSE(heap.allows(b + 1, 1));
    EXPECT_FALSE(heap.allows(begin + DeviceHeap::room - 4, 8));
}

TEST(Heap, FindsTheNearestBlock) {
    DeviceHeap heap(begin);
    EXPECT_FALSE(heap.nearest(begin));
    const uint64_t a = heap.allocate(thread(7), 40), b = heap.allocate(thread(8), 16);
    EXPECT_EQ(heap.nearest(a + 4)->begin, a);
    EXPECT_EQ(heap.nearest(a + 40)->begin, a);
    EXPECT_EQ(heap.nearest(b - 4)->begin, b);
    EXPECT_EQ(heap.nearest(b + 100)->begin, b);
    EXPECT_EQ(heap.nearest(a)->taken.thread, 7u);
    EXPECT_FALSE(heap.nearest(a)->freed);
}

TEST(Heap, FreedBlocksStayUnused) {
    DeviceHeap heap(begin);
    const uint64_t first = heap.allocate(thread(3), 100);
    ASSERT_TRUE(heap.release(thread(4), first));
    EXPECT_FALSE(heap.release(thread(4), first));
    EXPECT_FALSE(heap.release(thread(4), first + 16));
    EXPECT_FALSE(heap.allows(first, 4));
    ASSERT_TRUE(heap.nearest(first + 4)->freed);
    EXPECT_EQ(heap.nearest(first + 4)->freed->thread, 4u);
    EXPECT_NE(heap.allocate(thread(4), 100), first);
}

TEST(Heap, FullHeapReusesOldestBlock) {
    constexpr uint64_t large = uint64_t{1} << 20;
    DeviceHeap heap(begin);
    const uint64_t first = heap.allocate(thread(3), large);
    ASSERT_TRUE(heap.release(thread(3), first));
    uint64_t again = 0;
    for (int k = 0; k < 64 && again != first; ++k) {
        again = heap.allocate(thread(3), large);
        ASSERT_NE(again, 0u);
        ASSERT_TRUE(heap.release(thread(3), again));
    }
    EXPECT_EQ(again, first);
    EXPECT_NE(heap.allocate(thread(5), large), 0u); // reuses memory that another thread freed
    EXPECT_NE(heap.allocate(thread(5), 1000), 0u);  // takes a larger free block
}

TEST(Heap, LimitsTheTotal) {
    DeviceHeap heap(begin);
    EXPECT_EQ(heap.allocate(thread(0), DeviceHeap::bytes + 1), 0u);
    uint64_t blocks = 0, last = 0;
    for (uint64_t next = 0; (next = heap.allocate(thread(0), 16)) != 0; last = next) ++blocks;
    EXPECT_EQ(blocks, DeviceHeap::bytes / 16);
    ASSERT_TRUE(heap.release(thread(0), last));
    EXPECT_NE(heap.allocate(thread(0), 16), 0u);
}

} // namespace
} // namespace warpscope::simt
