// Phases of blocks: their work between barriers, and the rounds of a loop over tiles.
#include "insight/phases.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

using Names = IntervalWork::Names;

std::shared_ptr<const Phases> phases_of_block(const analysis::Ran& result, uint64_t block) {
    const auto launch = static_cast<uint32_t>(result->measured->launches().size() - 1);
    const auto trace = result->measured->trace_block(launch, block);
    EXPECT_TRUE(trace) << trace.error().text();
    return trace ? phases_of(*result, *trace) : nullptr;
}

TEST(Phases, TiledProductLoadsAndMultiplies) {
    const auto result = run("matmul", "tiled", "noise:64x48", {{"TILE_DIM", 16}, {"columns", 80}});
    ASSERT_TRUE(result);
    const auto phases = phases_of_block(result, 7);
    ASSERT_TRUE(phases);
    EXPECT_TRUE(phases->is_complete);
    ASSERT_EQ(phases->intervals.size(), 9u);
    EXPECT_EQ(phases->first, 0u);
    EXPECT_EQ(phases->length, 2u);
    EXPECT_EQ(phases->rounds, 4u);
    for (uint32_t round = 0; round < 4; ++round) {
        EXPECT_EQ(phases->intervals[2 * round].tiles, (Names{"tile_M", "tile_N"}));
        const IntervalWork& work = phases->intervals[2 * round + 1];
        EXPECT_EQ(work.kind, IntervalWork::Kind::multiply_add);
        EXPECT_EQ(work.sources, (Names{"tile_M", "tile_N"}));
        EXPECT_TRUE(phases->is_in_round(2 * round + 1));
    }
    EXPECT_EQ(phases->intervals[8].stores, (Names{"P"}));
    EXPECT_FALSE(phases->is_in_round(8));
}

TEST(Phases, TreeOfAdditionsAddsUp) {
    const auto result = run("reduction", "shared", "noise:64x64");
    ASSERT_TRUE(result);
    const auto phases = phases_of_block(result, 0);
    ASSERT_TRUE(phases);
    ASSERT_GT(phases->rounds, 1u);
    EXPECT_EQ(phases->length, 1u);
    const IntervalWork& work = phases->intervals[phases->first];
    EXPECT_EQ(work.kind, IntervalWork::Kind::add);
    EXPECT_EQ(work.targets, (Names{"partial"}));
}

TEST(Phases, KernelWithoutBarriersHasOne) {
    const auto result = run("box_blur", "naive", "gradient:40x30");
    ASSERT_TRUE(result);
    const auto phases = phases_of_block(result, 0);
    ASSERT_TRUE(phases);
    ASSERT_EQ(phases->intervals.size(), 1u);
    EXPECT_EQ(phases->rounds, 0u);
    EXPECT_FALSE(phases->intervals[0].sources.empty());
    EXPECT_FALSE(phases->intervals[0].stores.empty());
}

} // namespace
} // namespace warpscope::insight
