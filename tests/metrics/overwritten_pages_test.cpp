// Restores memory as it was before a launch, from copies of the overwritten pages.
#include <cstring>

#include <gtest/gtest.h>

#include "metrics/cells/overwritten_pages.hpp"
#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint64_t bytes = 40 * page_bytes;

class OverwrittenPagesTest : public testing::Test {
protected:
    OverwrittenPagesTest()
        : memory(*simt::GlobalMemory::at_host_addresses())
        , begin(memory.allocations()[*memory.allocate("data", bytes)].begin)
        , before(bytes) {
        for (uint64_t i = 0; i < bytes; ++i) before[i] = static_cast<std::byte>(i * 7 + i / page_bytes);
        memory.upload(0, 0, before);
    }
    /// Announces a store, then makes it.
    void store(OverwrittenPages& pages, MadeRequest request) {
        const simt::MemoryEvent& event = request.in_allocation(0).event();
        pages.keep(event);
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if ((event.mask >> lane & 1) != 0) std::memset(memory.host(event.address[lane]), 0xee, event.bytes);
    }
    [[nodiscard]] std::vector<std::byte> contents(const simt::GlobalMemory& of) const {
        std::vector<std::byte> all(bytes);
        of.download(0, 0, all);
        return all;
    }

    simt::GlobalMemory memory;
    uint64_t begin;
    std::vector<std::byte> before;
};

TEST_F(OverwrittenPagesTest, RestoreOddStores) {
    OverwrittenPages pages(memory);
    const auto made = [](uint32_t width, simt::LaneMask mask = ~0u) {
        return MadeRequest(ptx::Space::global, simt::AccessKind::store, width, mask);
    };
    store(pages, made(4).at([&](uint32_t lane) { return begin + 4 * lane; }));
    store(pages, made(4).at([&](uint32_t lane) { return begin + 4 * lane; })); // the same page
    store(pages, made(16, 0x80000001).at([&](uint32_t lane) { return begin + 3 * page_bytes - 8 + lane; }));
    store(pages, made(1, 0xf0f0).at([&](uint32_t lane) { return begin + 5 * page_bytes + lane * (page_bytes + 1); }));
    store(pages, made(8, 1u << 31).at([&](uint32_t) { return begin + bytes - 8; }));
    EXPECT_NE(contents(memory), before);
    const std::vector<std::byte> after = contents(memory);
    auto copy = memory.fork_on_write();
    ASSERT_TRUE(copy) << copy.error().text();
    EXPECT_EQ(contents(*copy), after);
    pages.restore(*copy);
    EXPECT_EQ(contents(*copy), before);
    EXPECT_EQ(contents(memory), after);
}

TEST_F(OverwrittenPagesTest, StoresToACopyStayThere) {
    auto copy = memory.fork_on_write();
    ASSERT_TRUE(copy) << copy.error().text();
    *copy->host(begin + 9) = std::byte{1};
    *memory.host(begin + page_bytes) = std::byte{2};
    EXPECT_EQ(*memory.host(begin + 9), before[9]);
    EXPECT_EQ(*copy->host(begin + page_bytes), std::byte{2}); // shared until the copy writes to the page
}

} // namespace
} // namespace warpscope::metrics
