// Measures costs per cell in launches whose blocks wait for each other and are therefore suspended.
#include "metrics/on_demand.hpp"
#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

TEST(CellProbe, WaitingBlockIsCountedOnce) {
    constexpr uint32_t blocks = 5, threads = 64;
    ExecutionPlan plan;
    plan.buffers = {buffer_of("data", ElementType::s32, 1, {threads, 1, 1}, BufferRole::input,
                              bytes_of(std::vector<int32_t>(threads, 3))),
                    buffer_of("out", ElementType::s32, 1, {1 + blocks * threads, 1, 1}, BufferRole::output,
                              bytes_of(std::vector<int32_t>(1 + blocks * threads)))};
    plan.launches = {{"waiting_blocks", {{blocks, 1, 1}, {threads, 1, 1}}, {BufferArgument{0}, BufferArgument{1}}}};
    const auto run = measured(compiled("kernels/waiting_blocks.cu"), plan);
    ASSERT_TRUE(run);
    const auto probe = run->probe({0, ProbeKind::blocks, {}});
    ASSERT_TRUE(probe);
    const CellCosts* data = probe->of_buffer(0);
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(data->other_blocks, std::vector<uint32_t>(threads, blocks - 1));
    EXPECT_EQ(data->first_block, std::vector<uint32_t>(threads, 1));
}

} // namespace
} // namespace warpscope::metrics
