#include <algorithm>

#include "metrics/run_kernel.hpp"
#include "metrics/small_kernel.hpp"
#include "metrics/trace/data_flow.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

/// Returns the data flow of a kernel with one block, whose threads access every second element.
Flow flow_in(const std::string& code) {
    auto module = ptx::parse(small_kernel("ld.param.u64 %rd4, [data];\nadd.u64 %rd4, %rd4, %rd1;\n" + code), "k.ptx");
    EXPECT_TRUE(module) << module.error().text();
    if (!module) return {};
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    if (!program) return {};
    ExecutionPlan plan;
    plan.buffers = {
        buffer_of("data", ElementType::s32, 1, {64, 1, 1}, BufferRole::input, bytes_of(std::vector<int32_t>(64))),
        buffer_of("out", ElementType::s32, 1, {64, 1, 1}, BufferRole::output)};
    plan.launches = {{"kernel", {{1, 1, 1}, {32, 1, 1}, 0}, {BufferArgument{0}, BufferArgument{1}}}};
    const auto run = measured(*program, plan);
    if (!run) return {};
    const auto trace = run->trace_block(0, 0);
    EXPECT_TRUE(trace) << trace.error().text();
    return trace ? flow_of(*trace, run->program(), *run->program().find_kernel("kernel"), run->plan()) : Flow();
}

std::vector<uint64_t> sources_of_thread_3(const Flow& flow) {
    std::vector<uint64_t> elements;
    for (const FlowWrite& write : flow.writes)
        for (uint32_t k = write.first_source; write.thread == 3 && k < write.first_source + write.sources; ++k)
            if (!flow.sources[k].by_address) elements.push_back(flow.sources[k].element);
    std::ranges::sort(elements);
    return elements;
}

TEST(RegisterFlow, EveryLoadAddsItsSources) {
    EXPECT_EQ(sources_of_thread_3(flow_in("ld.global.u32 %r1, [%rd4];\nst.global.u32 [%rd0], %r1;\n")),
              std::vector<uint64_t>{6});
    EXPECT_EQ(sources_of_thread_3(flow_in("ldu.global.u32 %r1, [%rd4];\nst.global.u32 [%rd0], %r1;\n")),
              std::vector<uint64_t>{6});
}

TEST(RegisterFlow, ReductionDependsOnAllLanes) {
    const Flow flow = flow_in("ld.global.u32 %r1, [%rd4];\nredux.sync.add.s32 %r2, %r1, 0xffffffff;\n"
                              "st.global.u32 [%rd0], %r2;\n");
    EXPECT_EQ(sources_of_thread_3(flow).size(), 32u);
}

TEST(RegisterFlow, OperandlessResultHasNoSources) {
    EXPECT_TRUE(sources_of_thread_3(flow_in("ld.global.u32 %r1, [%rd4];\nactivemask.b32 %r1;\n"
                                            "st.global.u32 [%rd0], %r1;\n"))
                    .empty());
}

TEST(RegisterFlow, OverwritingIsNoUse) {
    // The selection drops the unwritten value. Then an atomic overwrites the register that had it.
    EXPECT_EQ(found("ld.u32 %r1, [%rd3];\nsetp.lt.u32 %p1, %r0, 99;\nselp.u32 %r2, 5, %r1, %p1;\n"
                    "st.global.u32 [%rd0], %r2;\natom.global.add.u32 %r1, [%rd0], 1;\n"),
              "");
}

} // namespace
} // namespace warpscope::metrics
