#include "base/page_memory.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <sys/mman.h>
#include <sys/resource.h>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope {
namespace {

class MappedMemory {
public:
    explicit MappedMemory(size_t bytes)
        : bytes_(bytes)
        , start_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
    ~MappedMemory() { munmap(start_, bytes_); }
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    [[nodiscard]] std::span<std::byte> bytes() const { return {static_cast<std::byte*>(start_), bytes_}; }

private:
    size_t bytes_;
    void* start_;
};

Bytes numbers(size_t size, int factor) {
    Bytes made(size);
    for (size_t i = 0; i < size; ++i) made[i] = static_cast<std::byte>(i / 1000 * factor + i);
    return made;
}

constexpr size_t large = own_pages_bytes + 5; // incomplete last page

TEST(PageMemory, WritesDoNotChangeTheOriginal) {
    const MappedMemory memory(large + 2 * page_bytes);
    const Bytes original = numbers(large, 3);
    ASSERT_TRUE(map_pages(memory.bytes().data(), original));
    const std::span<std::byte> laid = memory.bytes().first(large);
    EXPECT_TRUE(std::ranges::equal(laid, original));
    std::ranges::fill(laid, std::byte{7});
    EXPECT_EQ(original, numbers(large, 3));
    EXPECT_EQ(memory.bytes()[large + page_bytes], std::byte{0}); // a page that map_pages() must not change
}

TEST(PageMemory, LaidContentsOutliveTheOriginal) {
    const MappedMemory memory(large + 2 * page_bytes);
    auto original = std::make_unique<Bytes>(numbers(large, 3));
    ASSERT_TRUE(map_pages(memory.bytes().data(), *original));
    original.reset();
    const Bytes next = numbers(large, 5); // may get the memory of the first buffer
    EXPECT_TRUE(std::ranges::equal(memory.bytes().first(large), numbers(large, 3)));
}

TEST(PageMemory, RejectsUnsuitableContents) {
    const MappedMemory memory(large + 2 * page_bytes);
    EXPECT_FALSE(map_pages(memory.bytes().data(), numbers(own_pages_bytes - 1, 3)));
    EXPECT_FALSE(map_pages(memory.bytes().data(), std::vector<std::byte>(large, std::byte{1})));
    EXPECT_FALSE(map_pages(memory.bytes().data() + 256, numbers(large, 3)));
    EXPECT_FALSE(map_pages(memory.bytes().data(), {}));
    EXPECT_EQ(memory.bytes()[0], std::byte{0});
}

TEST(PageMemory, WorksWithoutFileDescriptors) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    auto original = std::make_unique<Bytes>(numbers(large, 3));
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    const MappedMemory memory(large + 2 * page_bytes);
    EXPECT_EQ(*original, numbers(large, 3));
    EXPECT_FALSE(map_pages(memory.bytes().data(), *original));
    original.reset();
}

TEST(PageMemory, VectorsOfAnySizeWork) {
    for (const size_t size : {size_t{0}, size_t{1}, own_pages_bytes - 1, own_pages_bytes, large}) {
        Bytes some = numbers(size, 3);
        const Bytes copy = some;
        EXPECT_EQ(copy, some);
        some.resize(2 * size);
        EXPECT_TRUE(std::all_of(some.begin() + static_cast<ptrdiff_t>(size), some.end(),
                                [](std::byte b) { return b == std::byte{0}; }));
        some.resize(size);
        some.shrink_to_fit();
        EXPECT_EQ(copy, some);
    }
}

} // namespace
} // namespace warpscope
