#include "metrics/divergence.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace warpscope::metrics {
namespace {

simt::WarpContext warp_of(uint64_t block, uint32_t warp) {
    simt::WarpContext context;
    context.block = block;
    context.warp = warp;
    return context;
}

void step(DivergenceCounter& counter, const simt::WarpContext& warp, uint32_t instructions, simt::LaneMask active) {
    counter.count_step({&warp, 10, 10 + instructions, active});
}

TEST(Divergence, ClassesOfWarps) {
    const LaunchConfig config{{2, 1, 1}, {80, 1, 1}}; // 2 full warps and one of 16 threads per block
    DivergenceCounter counter(config);
    DivergenceCounter worker = counter.fork();
    const simt::WarpContext full = warp_of(0, 0), masked = warp_of(0, 1), incomplete = warp_of(0, 2),
                            split = warp_of(1, 0), surplus = warp_of(1, 1), left = warp_of(1, 2);
    step(counter, full, 4, ~0u);
    counter.count_branch({&full, 11, ~0u, ~0u}); // all lanes jump together
    step(counter, masked, 4, ~0u);
    counter.count_mask(masked, 0xffff); // predicated off at one instruction
    step(counter, incomplete, 3, 0xffff);
    counter.count_branch({&incomplete, 11, 0xffff, 0xffff}); // all active lanes jump
    step(worker, split, 2, ~0u);
    worker.count_branch({&split, 11, ~0u, 1});
    step(worker, split, 5, 1);
    worker.count_branch({&split, 12, ~1u, 2});
    step(worker, surplus, 6, ~0u);
    step(worker, left, 1, 0xffff);

    Ownership ownership;
    ownership.owner_bits.resize(3);
    for (const uint64_t thread : {0, 32, 79, 80, 80 + 64 + 15})
        ownership.owner_bits[thread / 64] |= uint64_t{1} << thread % 64;
    const Divergence result = counter.take(config, ownership);
    ASSERT_EQ(result.warps.size(), 6u);
    EXPECT_EQ(result.warps[0].kind, WarpClass::converged);
    EXPECT_EQ(result.warps[1].kind, WarpClass::partly_idle);
    EXPECT_EQ(result.warps[2].kind, WarpClass::partly_idle);
    EXPECT_EQ(result.warps[3].kind, WarpClass::diverged);
    EXPECT_EQ(result.warps[4].kind, WarpClass::idle);
    EXPECT_EQ(result.warps[5].kind, WarpClass::partly_idle);
    EXPECT_EQ(result.divergent_warps, 1u);
    EXPECT_EQ(result.divergent_branches, 2u);
    EXPECT_EQ(result.warps[3].instructions, 7u);
    EXPECT_EQ(result.warps[3].active_lanes, 2u * 32 + 5);
    EXPECT_EQ(result.warps[2].active_lanes, 3u * 16);
}

TEST(Divergence, ADivergedWarpWithoutOwnersIsNotIdle) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    DivergenceCounter counter(config);
    const simt::WarpContext warp = warp_of(0, 0);
    counter.count_branch({&warp, 0, ~0u, 2});
    Ownership nobody;
    nobody.owner_bits.resize(1);
    EXPECT_EQ(counter.take(config, nobody).warps[0].kind, WarpClass::diverged);
}

TEST(Divergence, WithoutOwnersKnownNoWarpIsIdle) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    EXPECT_EQ(DivergenceCounter(config).take(config, {}).warps[0].kind, WarpClass::converged);
}

TEST(Divergence, InstructionsSaturate) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    DivergenceCounter counter(config);
    const simt::WarpContext warp = warp_of(0, 0);
    counter.count_step({&warp, 0, std::numeric_limits<uint32_t>::max(), ~0u});
    counter.count_step({&warp, 0, 100, ~0u});
    EXPECT_EQ(counter.take(config, {}).warps[0].instructions, std::numeric_limits<uint32_t>::max());
}

} // namespace
} // namespace warpscope::metrics
