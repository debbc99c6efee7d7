#include "metrics/cells/buffer_table.hpp"

#include <gtest/gtest.h>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

TEST(CellDivider, MatchesDivisionForLargeOffsets) {
    constexpr uint64_t limit = uint64_t{1} << 48;
    for (uint32_t bytes = 1; bytes <= 65535; bytes = bytes < 300 ? bytes + 1 : bytes * 3 / 2 + 1) {
        const CellDivider divider(bytes);
        const uint64_t last_multiple = (limit - 1) / bytes * bytes;
        for (const uint64_t offset : {uint64_t{0}, uint64_t{bytes} - 1, uint64_t{bytes}, uint64_t{bytes} + 1,
                                      last_multiple - 1, last_multiple, limit - 1})
            ASSERT_EQ(divider.cell_of(offset), offset / bytes) << offset << " / " << bytes;
    }
}

TEST(BufferTable, FindsBuffersByAllocationAndAddress) {
    const auto table = made_buffers({{"a", ElementType::u8, 3, {5, 1, 1}}, {"b", ElementType::f32, 1, {2, 1, 1}}});
    EXPECT_EQ(table->in_allocation(0), 0u);
    EXPECT_EQ(table->in_allocation(1), 1u);
    EXPECT_EQ(table->in_allocation(2), std::nullopt);
    EXPECT_EQ(table->in_allocation(~0u), std::nullopt);
    const uint64_t a = table->buffers()[0].begin;
    EXPECT_EQ(table->holding(a + 14), 0u);
    EXPECT_EQ(table->holding(a + 15), std::nullopt); // one past the end
    EXPECT_EQ(table->holding(a - 1), std::nullopt);
    EXPECT_EQ(table->buffers()[0].cell_of(a + 5), 1u); // third channel of pixel 1
}

} // namespace
} // namespace warpscope::metrics
