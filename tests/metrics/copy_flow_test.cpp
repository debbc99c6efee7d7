#include <algorithm>
#include <numeric>

#include "metrics/run_kernel.hpp"
#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {
namespace {

TEST(CopyFlow, FollowsValuesThroughAsyncCopies) {
    const ProgramPtr program = compiled("corpus/async_copies/copy_without_a_barrier_bug.cu");
    ASSERT_TRUE(program);
    std::vector<int32_t> counting(128);
    std::iota(counting.begin(), counting.end(), 0);
    ExecutionPlan plan;
    plan.buffers = {buffer_of("data", ElementType::s32, 1, {128, 1, 1}, BufferRole::input, bytes_of(counting)),
                    buffer_of("out", ElementType::s32, 1, {128, 1, 1}, BufferRole::output)};
    plan.launches = {{"kernel", {{2, 1, 1}, {64, 1, 1}, 0}, {BufferArgument{0}, BufferArgument{1}, scalar("n", 5)}}};
    const auto run = measured(program, plan);
    ASSERT_TRUE(run);
    const auto trace = run->trace_block(0, 1);
    ASSERT_TRUE(trace) << trace.error().text();
    const Flow flow = flow_of(*trace, run->program(), 0, run->plan());
    // Each thread stores once, from the shared-memory element that it loaded.
    ASSERT_EQ(flow.writes.size(), 64u);
    EXPECT_TRUE(std::ranges::all_of(flow.writes, [](const FlowWrite& write) { return write.sources >= 1; }));
}

} // namespace
} // namespace warpscope::metrics
