#include "metrics/costs/divergence.hpp"

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

void ran(DivergenceCounter& counter, const simt::WarpContext& warp, uint64_t instructions, uint64_t lanes,
         uint32_t divergent = 0) {
    counter.count_warp({&warp, instructions, lanes, divergent});
}

TEST(Divergence, ClassifiesWarps) {
    const LaunchConfig config{{2, 1, 1}, {80, 1, 1}}; // 2 full warps and one of 16 threads per block
    DivergenceCounter counter(config);
    DivergenceCounter worker = counter.fork();
    const simt::WarpContext full = warp_of(0, 0), masked = warp_of(0, 1), incomplete = warp_of(0, 2),
                            split = warp_of(1, 0), idle = warp_of(1, 1), left = warp_of(1, 2);
    ran(counter, full, 4, 4 * 32);
    counter.count_mask(masked, 0xffff); // half of the lanes are predicated off at one instruction
    ran(counter, masked, 4, 4 * 32);
    ran(counter, incomplete, 3, 3 * 16);
    ran(worker, split, 7, 2 * 32 + 5, 2);
    ran(worker, idle, 6, 6 * 32);
    ran(worker, left, 1, 16);

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

TEST(Divergence, HelpersStoreButOwnNothing) {
    const LaunchConfig config{{2, 1, 1}, {40, 1, 1}};
    DivergenceCounter counter(config);
    DivergenceCounter worker = counter.fork();
    counter.count_shared_store(warp_of(0, 1), 0b11);
    worker.count_shared_store(warp_of(1, 0), 0b100);
    worker.count_shared_store(warp_of(1, 0), 0b110);
    Ownership ownership;
    ownership.owner_bits.resize(2);
    ownership.owner_bits[0] |= uint64_t{1} << 33 | uint64_t{1} << 41;
    const Divergence result = counter.take(config, ownership);
    EXPECT_EQ(result.warps[2].shared_stores, 0b110u);
    EXPECT_EQ(count_helpers(config, ownership, result.warps), 2u) << "thread 0 of warp 1, thread 2 of block 1";
}

TEST(Divergence, DivergedWarpWithoutOwnersIsDiverged) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    DivergenceCounter counter(config);
    const simt::WarpContext warp = warp_of(0, 0);
    ran(counter, warp, 1, 32, 1);
    Ownership no_owners;
    no_owners.owner_bits.resize(1);
    EXPECT_EQ(counter.take(config, no_owners).warps[0].kind, WarpClass::diverged);
}

TEST(Divergence, UnknownOwnersMakeNoWarpIdle) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    EXPECT_EQ(DivergenceCounter(config).take(config, {}).warps[0].kind, WarpClass::converged);
}

TEST(Divergence, InstructionCountsSaturate) {
    const LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
    DivergenceCounter counter(config);
    const simt::WarpContext warp = warp_of(0, 0);
    const uint64_t instructions = uint64_t{std::numeric_limits<uint32_t>::max()} + 100;
    ran(counter, warp, instructions, instructions * 32);
    EXPECT_EQ(counter.take(config, {}).warps[0].instructions, std::numeric_limits<uint32_t>::max());
}

} // namespace
} // namespace warpscope::metrics
