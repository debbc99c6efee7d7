#include "base/zeroed_allocator.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace warpscope {
namespace {

using Numbers = std::vector<uint32_t, ZeroedAllocator<uint32_t>>;

long resident_pages(Numbers& numbers) {
    std::vector<unsigned char> there((numbers.size() * sizeof(uint32_t) + 4095) / 4096);
    EXPECT_EQ(mincore(numbers.data(), numbers.size() * sizeof(uint32_t), there.data()), 0);
    return std::count_if(there.begin(), there.end(), [](unsigned char page) { return (page & 1) != 0; });
}

TEST(ZeroedAllocator, UntouchedPagesUseNoMemory) {
    Numbers numbers(size_t{16} << 20);
    EXPECT_EQ(resident_pages(numbers), 0);
    numbers.front() = numbers[numbers.size() / 2] = numbers.back() = 7;
    EXPECT_LE(resident_pages(numbers), 3);
    EXPECT_EQ(numbers[1], 0u);
    EXPECT_EQ(numbers.back(), 7u);
}

TEST(ZeroedAllocator, ArraysStartAsZeros) {
    for (const size_t size : {size_t{1}, size_t{1000}, size_t{300'000}, size_t{1'000'000}}) {
        Numbers(size, 5).swap(*std::make_unique<Numbers>()); // dirties memory that the next array may get
        const Numbers numbers(size);
        EXPECT_EQ(std::count(numbers.begin(), numbers.end(), 0u), static_cast<ptrdiff_t>(size));
    }
}

TEST(ZeroedAllocator, CopiesKeepTheirValues) {
    Numbers numbers{1, 2, 3};
    numbers.push_back(4);
    const Numbers copy = numbers;
    EXPECT_EQ(copy, (Numbers{1, 2, 3, 4}));
    EXPECT_EQ(Numbers(3, 9), (Numbers{9, 9, 9}));
}

} // namespace
} // namespace warpscope
