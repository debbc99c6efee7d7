// Occupancy limits of an H100 multiprocessor, computed by hand from NVIDIA's rules.
#include "gpu/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpscope::gpu {
namespace {

constexpr Multiprocessor h100{65536, 2048, 32, 233472, 1024};

LaunchConfig block_of(uint32_t threads, uint32_t shared = 0) { return {{100, 1, 1}, {threads, 1, 1}, shared}; }

TEST(Occupancy, ThreadsLimitSmallKernels) {
    const Occupancy full = occupancy(h100, {32, 1024, 0, 0}, block_of(256), 8);
    EXPECT_EQ(full.warps, 64);
    EXPECT_EQ(full.max_warps, 64);
    EXPECT_EQ(full.share(), 1.0);
    EXPECT_EQ(full.limit, "registers and threads"); // 32 registers per thread fill the register file
    EXPECT_EQ(occupancy(h100, {24, 1024, 0, 0}, block_of(256), 8).limit, "threads");
}

TEST(Occupancy, RegistersLimitLargeKernels) {
    // A warp takes 128 * 32 = 4096 registers, so 16 warps fit, which is 2 blocks of 8 warps.
    const Occupancy found = occupancy(h100, {128, 1024, 0, 0}, block_of(256), 2);
    EXPECT_EQ(found.limit, "registers");
    EXPECT_EQ(found.share(), 0.25);
    // A warp takes 40 * 32 = 1280 registers, so 51 warps fit. Warps are allocated in groups of four, which leaves 48.
    EXPECT_EQ(occupancy(h100, {40, 1024, 0, 0}, block_of(512), 3).limit, "registers");
}

TEST(Occupancy, SharedMemoryLimitsBlocks) {
    // Each block takes 48 KiB and the reserved KiB, so four fit.
    const Occupancy found = occupancy(h100, {32, 1024, 0, 0}, block_of(128, 48 * 1024), 4);
    EXPECT_EQ(found.limit, "shared memory");
    EXPECT_EQ(found.warps, 16);
}

TEST(Occupancy, BlockCountLimitsTinyBlocks) {
    EXPECT_EQ(occupancy(h100, {16, 1024, 0, 0}, block_of(32), 32).limit, "blocks");
}

TEST(Occupancy, SmallestLimitDecides) {
    EXPECT_EQ(occupancy_by_rules(h100, {32, 1024, 0, 0}, block_of(256)).blocks, 8);
    EXPECT_EQ(occupancy_by_rules(h100, {128, 1024, 0, 0}, block_of(256)).blocks, 2);
    EXPECT_EQ(occupancy_by_rules(h100, {32, 1024, 0, 0}, block_of(128, 48 * 1024)).blocks, 4);
    EXPECT_EQ(occupancy_by_rules(h100, {16, 1024, 0, 0}, block_of(32)).blocks, 32);
    EXPECT_EQ(occupancy_by_rules(h100, {16, 1024, 0, 0}, block_of(32, 300 * 1024)).blocks, 0);
}

} // namespace
} // namespace warpscope::gpu
