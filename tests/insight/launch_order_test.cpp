// The state of a launch at one time of its dispatch.
#include "insight/launch_order.hpp"

#include <gtest/gtest.h>

namespace warpscope::insight {
namespace {

/// Five blocks on two multiprocessors with room for two blocks each.
analysis::Dispatch two_waves() {
    gpu::Occupancy occupancy;
    occupancy.blocks = 2;
    return analysis::dispatch_blocks({"two", "", 9, 0, 2}, occupancy, std::vector<uint64_t>{10, 10, 10, 10, 10});
}

TEST(DispatchFacts, CountWaves) {
    const DispatchFacts first = dispatch_facts(two_waves(), 5), second = dispatch_facts(two_waves(), 10);
    EXPECT_EQ(first.ended, 0u);
    EXPECT_EQ(first.busy, 2u);
    EXPECT_EQ(first.wave, 1u);
    EXPECT_EQ(first.waves, 2u);
    EXPECT_FALSE(first.is_tail);
    EXPECT_FALSE(first.begin_together);
    EXPECT_EQ(second.ended, 4u);
    EXPECT_EQ(second.busy, 1u);
    EXPECT_EQ(second.wave, 2u);
    EXPECT_TRUE(second.is_tail);
}

TEST(DispatchFacts, SimultaneousBlocksAreRecognized) {
    gpu::Occupancy occupancy;
    occupancy.blocks = 2;
    const auto dispatch = analysis::dispatch_blocks({"two", "", 9, 0, 2}, occupancy, std::vector<uint64_t>{10, 20, 30});
    EXPECT_TRUE(dispatch_facts(dispatch, 0).begin_together);
    EXPECT_FALSE(dispatch_facts(dispatch, 40).is_tail) << "after the end";
}

} // namespace
} // namespace warpscope::insight
