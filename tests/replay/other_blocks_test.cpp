#include <gmock/gmock.h>

#include "kernel_file.hpp"

namespace warpscope::replay {
namespace {

const KernelPlan plan{.cells = 300,
                      .block = 64,
                      .more_buffers = "[[buffer]]\nname = \"counter\"\nrole = \"output\"\ntype = \"s32\"\n"
                                      "shape = [\"1\", \"1\", \"1\"]\ncontents = \"0\"\nowners = \"many\"\n",
                      .arguments = R"("in", "out", "counter", "s32:cells")"};

/// Each block draws a ticket. A block that ran alone would always draw the first ticket.
TEST(OtherBlocks, TicketsMatchTheLaunch) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter, int n) {
    __shared__ int ticket;
    if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);
    __syncthreads();
    int i = ticket * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2;
}
)",
                          plan);
    for (const std::string& compiler : compilers())
        for (const bool as_written : {true, false}) {
            SCOPED_TRACE(compiler + (as_written ? " as written" : " optimised"));
            const Recorded run = file.record(250, compiler, as_written);
            ASSERT_TRUE(run.recording);
            EXPECT_TRUE(run.recording->contents().whole_launch);
            // On one core, a block's ticket equals its number. On several, the measured run may draw other tickets.
            const uint64_t block = run.recording->contents().block;
            if (as_written) {
                EXPECT_EQ(run.value("i", run.recording->steps().size()), std::to_string(block * 64 + 250 % 64));
            }
            EXPECT_EQ(run.recording->contents().unstored_cells, block == 250 / 64 ? 0u : 64u);
            EXPECT_EQ(run.recording->notes().size(), block == 250 / 64 ? 1u : 2u);
        }
}

TEST(OtherBlocks, CountersNeedNoWholeLaunch) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2;
    if (i == 70) atomicAdd(counter, 1);
}
)",
                          plan);
    file.record_by_each(70, [](const Recorded& run, const std::string&) {
        EXPECT_FALSE(run.recording->contents().whole_launch);
        EXPECT_THAT(run.recording->notes(), testing::IsEmpty());
    });
}

/// clang defines __OPTIMIZE__ only if it optimizes, so the unoptimized kernel stores less than the measured one.
TEST(OtherBlocks, MissingStoresAreReported) {
    const std::vector<std::string> names = compilers();
    if (std::ranges::find(names, "clang") == names.end()) GTEST_SKIP() << "no clang";
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef __OPTIMIZE__
    if (i % 64 >= 60) return;
#endif
    if (i < n) out[i] = in[i] * 2;
}
)",
                          plan);
    const Recorded run = file.record(130, "clang");
    ASSERT_TRUE(run.recording);
    EXPECT_FALSE(run.recording->contents().whole_launch) << "other blocks do not change the output";
    EXPECT_EQ(run.recording->contents().differing_cells, 0u);
    EXPECT_EQ(run.recording->contents().unstored_cells, 4u);
    ASSERT_EQ(run.recording->notes().size(), 1u);
    EXPECT_EQ(run.recording->notes().front().english(),
              "4 of the cells that the block stores in the measured run are not stored here, first out[188]");
}

} // namespace
} // namespace warpscope::replay
