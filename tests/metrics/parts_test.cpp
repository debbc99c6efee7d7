// Kernels that access another device's part of a buffer.
#include <gmock/gmock.h>

#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

using ::testing::HasSubstr;

/// Runs the kernel on two devices, each on its part of both buffers: 37 values per device.
std::shared_ptr<const Measured> run_on_two(int32_t shift, int32_t n = 37) {
    const auto program = compiled("kernels/shifted.cu");
    if (!program) return nullptr;
    ExecutionPlan plan;
    plan.devices = 2;
    plan.buffers = {
        buffer_of("out", ElementType::s32, 1, {74, 1, 1}, BufferRole::output),
        buffer_of("in", ElementType::s32, 1, {74, 1, 1}, BufferRole::input, bytes_of(std::vector<int32_t>(74, 1)))};
    for (PlannedBuffer& buffer : plan.buffers) buffer.part_bytes = 37 * sizeof(int32_t);
    for (uint32_t device = 0; device < 2; ++device) {
        const uint64_t offset = device * 37 * sizeof(int32_t);
        plan.launches.push_back(
            {"shifted",
             {{2, 1, 1}, {32, 1, 1}, 0},
             {BufferArgument{0, offset}, BufferArgument{1, offset}, scalar("n", n), scalar("shift", shift)}});
        plan.launches.back().device = device;
    }
    return measured(program, plan);
}

TEST(DeviceAccess, OwnPartIsAccessible) {
    const auto run = run_on_two(0);
    ASSERT_TRUE(run);
    for (const LaunchMeasurement& launch : run->launches()) EXPECT_TRUE(launch.findings.empty());
}

TEST(DeviceAccess, NextPartIsOutOfBounds) {
    const auto run = run_on_two(1);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->launches()[0].findings.size(), 1u);
    const simt::Finding& finding = run->launches()[0].findings[0];
    EXPECT_EQ(finding.kind, simt::FindingKind::out_of_bounds);
    EXPECT_EQ(finding.thread_index.x, 4u) << "the 37th value is the 5th of the second block";
    EXPECT_EQ(finding.block_index.x, 1u);
    EXPECT_EQ(finding.source.line, 4u);
    EXPECT_EQ(run->launches()[0].finding_count, 1u);
    EXPECT_THAT(finding.message, HasSubstr("load of 4 bytes"));
    EXPECT_THAT(finding.message, HasSubstr("in the part of 'in' that device 1 holds, and the kernel runs on device 0"));
}

TEST(DeviceAccess, PreviousPartIsOutOfBounds) {
    const auto run = run_on_two(-1);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->launches()[1].findings.size(), 1u);
    EXPECT_THAT(run->launches()[1].findings[0].message, HasSubstr("device 0 holds, and the kernel runs on device 1"));
}

TEST(DeviceAccess, ForeignPartRejectsStores) {
    const auto run = run_on_two(0, 40);
    ASSERT_TRUE(run);
    const auto& findings = run->launches()[0].findings;
    ASSERT_EQ(findings.size(), 2u) << "a load and a store";
    EXPECT_EQ(run->launches()[0].finding_count, 6u) << "of three values each";
    EXPECT_TRUE(std::ranges::any_of(
        findings, [](const simt::Finding& one) { return one.message.english().starts_with("store of 4 bytes"); }));
}

} // namespace
} // namespace warpscope::metrics
