// Allocations of global memory: copies, shared contents, addresses.
#include <gtest/gtest.h>
#include <vector>

#include "base/buffer.hpp"
#include "base/launch.hpp"
#include "base/page_memory.hpp"
#include "simt/memory.hpp"

namespace warpscope::simt {
namespace {

TEST(Memory, ForksAreIndependent) {
    GlobalMemory memory;
    const uint32_t a = *memory.allocate("a", 1000);
    const std::vector<std::byte> ones(1000, std::byte{1}), twos(1000, std::byte{2});
    memory.upload(a, 0, ones);
    const auto copy = memory.fork();
    ASSERT_TRUE(copy.has_value());
    memory.upload(a, 0, twos);
    std::vector<std::byte> got(1000);
    copy->download(a, 0, got);
    EXPECT_EQ(got, ones);
    EXPECT_EQ(copy->allocations()[a].begin, memory.allocations()[a].begin);
}

TEST(Memory, SavedContentsAreRestored) {
    constexpr size_t bytes = 5 * page_bytes + 100;
    const auto filled = [](std::initializer_list<size_t> places) {
        std::vector<std::byte> contents(bytes);
        for (const size_t place : places) contents[place] = std::byte{1};
        return contents;
    };
    // Pages of zeros at the start, in the middle, at the end, and everywhere
    const std::vector<std::vector<std::byte>> saved{filled({page_bytes, 4 * page_bytes - 1}), filled({0, bytes - 1}),
                                                    filled({2 * page_bytes}), filled({})};
    GlobalMemory memory;
    for (const auto& contents : saved) memory.upload(*memory.allocate("a", bytes), 0, contents);
    const SavedMemory before(memory);
    for (uint32_t a = 0; a < saved.size(); ++a) {
        memory.upload(a, 0, std::vector<std::byte>(bytes, std::byte{2}));
        EXPECT_EQ(before.contents(a), saved[a]) << a;
    }
    before.restore(memory);
    std::vector<std::byte> got(bytes);
    for (uint32_t a = 0; a < saved.size(); ++a) {
        memory.download(a, 0, got);
        EXPECT_EQ(got, saved[a]) << a;
    }
}

TEST(Memory, DiscardedContentsBecomeUndefined) {
    GlobalMemory memory;
    const std::vector<std::byte> ones(5000, std::byte{1});
    const uint32_t before = *memory.allocate("before", 5000), gone = *memory.allocate("gone", 5000),
                   after = *memory.allocate("after", 5000), empty = *memory.allocate("empty", 0);
    for (const uint32_t a : {before, gone, after}) memory.upload(a, 0, ones);
    memory.discard(gone);
    memory.discard(empty);
    std::vector<std::byte> got(5000);
    memory.download(gone, 0, got);
    EXPECT_EQ(got, std::vector<std::byte>(5000, undefined_byte));
    for (const uint32_t a : {before, after}) {
        memory.download(a, 0, got);
        EXPECT_EQ(got, ones);
    }
}

TEST(Memory, SharedContentsAreCopiedOnWrite) {
    // The first two sizes have pages of their own; the third is too small.
    for (const size_t size : {2 * own_pages_bytes, own_pages_bytes + 300, size_t{5000}}) {
        const Bytes ones(size, std::byte{1});
        GlobalMemory memory;
        const uint32_t odd = *memory.allocate("odd", 100); // makes the next allocation start within a page
        const uint32_t a = *memory.allocate("a", size), b = *memory.allocate("b", size);
        memory.upload_shared(a, ones);
        memory.upload_shared(b, ones);
        *memory.host(memory.allocations()[a].begin + 4500) = std::byte{2};
        memory.upload(odd, 0, std::vector<std::byte>(100, std::byte{3}));
        auto copy = memory.fork();
        ASSERT_TRUE(copy.has_value());
        memory.discard(b);
        Bytes got(size), expected = ones;
        memory.download(b, 0, got);
        EXPECT_EQ(got, Bytes(size, undefined_byte)) << size;
        copy->download(b, 0, got);
        EXPECT_EQ(got, ones) << size;
        expected[4500] = std::byte{2};
        memory.download(a, 0, got);
        EXPECT_EQ(got, expected) << size;
        EXPECT_EQ(ones, Bytes(size, std::byte{1})) << size;
    }
}

TEST(Memory, AddressesAreReproducible) {
    GlobalMemory first, second;
    for (const uint64_t bytes : {0u, 1u, 300u}) {
        const uint32_t a = *first.allocate("x", bytes), b = *second.allocate("x", bytes);
        EXPECT_EQ(first.allocations()[a].begin, second.allocations()[b].begin);
        EXPECT_EQ(first.allocations()[a].begin % 256, 0u);
        EXPECT_EQ(first.find(first.allocations()[a].begin).has_value(), bytes != 0);
        EXPECT_FALSE(first.find(first.allocations()[a].end()).has_value());
        EXPECT_EQ(first.nearest(first.allocations()[a].end() + 5), a);
    }
}

} // namespace
} // namespace warpscope::simt
