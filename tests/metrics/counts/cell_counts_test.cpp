#include "metrics/cells/packed_counts.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace warpscope::metrics {
namespace {

TEST(CellCounts, WidthFitsTheLargestCount) {
    for (const auto& [max, width] :
         {std::pair{255u, 1u}, {256u, 2u}, {65535u, 2u}, {65536u, 4u}, {std::numeric_limits<uint32_t>::max(), 4u}}) {
        const std::vector<uint32_t> counts{0, max, 1, max / 2};
        const CellCounts narrow(counts);
        EXPECT_EQ(narrow.bytes(), 4u * width) << max;
        EXPECT_EQ(narrow.size(), 4u);
        for (size_t cell = 0; cell < counts.size(); ++cell) EXPECT_EQ(narrow[cell], counts[cell]);
        EXPECT_EQ(std::vector<uint32_t>(narrow.begin(), narrow.end()), counts);
        EXPECT_EQ(narrow, CellCounts(counts));
        EXPECT_NE(narrow, CellCounts(std::vector<uint32_t>{0, max, 1, 0}));
    }
    EXPECT_TRUE(CellCounts().empty());
}

} // namespace
} // namespace warpscope::metrics
