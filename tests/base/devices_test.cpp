#include "base/plan/devices.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace warpscope {
namespace {

/// Five rows of 4 bytes: three on device 0, two on device 1.
PlannedBuffer five_rows() { return {{"a", ElementType::u8, 1, {4, 5, 1}}, BufferRole::scratch, nullptr, 12}; }

PlannedLaunch on(uint32_t device, std::vector<uint32_t> awaited = {}) {
    PlannedLaunch launch;
    launch.kernel = "k";
    launch.device = device;
    launch.awaited = std::move(awaited);
    return launch;
}

TEST(Devices, SplitsBufferIntoParts) {
    const PlannedBuffer buffer = five_rows();
    EXPECT_EQ(part_of(buffer, 0), (ByteRange{0, 12}));
    EXPECT_EQ(part_of(buffer, 1), (ByteRange{12, 20}));
    EXPECT_EQ(part_of(buffer, 2).bytes(), 0u) << "there are fewer rows than devices";
    PlannedBuffer whole = buffer;
    whole.part_bytes = 0;
    EXPECT_EQ(part_of(whole, 0), (ByteRange{0, 20}));
    EXPECT_EQ(part_of(whole, 1).bytes(), 0u);
}

/// Two devices compute, exchange a row each, and compute again. The second launch of device 0 awaits nothing.
ExecutionPlan exchange() {
    ExecutionPlan plan;
    plan.devices = 2;
    plan.buffers = {five_rows()};
    plan.launches = {on(0), on(1), on(0), on(1, {0, 1})};
    plan.copies = {{{0, 12, 1}, {0, 0, 0}, 4, 2}, {{0, 8, 0}, {0, 16, 1}, 4, 2}};
    return plan;
}

TEST(Devices, StepsDependOnlyOnUsedData) {
    const std::vector<Step> steps = steps_of(exchange());
    ASSERT_EQ(steps.size(), 6u);
    EXPECT_TRUE(steps[0].after.empty());
    EXPECT_TRUE(steps[1].after.empty()) << "the devices compute side by side";
    for (const size_t copy : {2u, 3u}) {
        EXPECT_EQ(steps[copy].kind, Step::Kind::copy);
        std::vector<uint32_t> after = steps[copy].after;
        std::ranges::sort(after);
        EXPECT_EQ(after, (std::vector<uint32_t>{0, 1})) << "both ends have computed; the copies do not wait";
    }
    EXPECT_EQ(steps[4].after, (std::vector<uint32_t>{0})) << "independent of the copies";
    EXPECT_EQ(steps[5].after, (std::vector<uint32_t>{1, 2, 3}));
}

TEST(Devices, CopyWaitsForCopiedData) {
    ExecutionPlan plan = exchange();
    plan.copies[1].from.offset = 0; // rows that the first copy writes
    EXPECT_EQ(steps_of(plan)[3].after, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(Devices, RejectsInvalidPlans) {
    EXPECT_EQ(division_error(exchange()), std::nullopt);
    const auto refused = [](auto change) {
        ExecutionPlan plan = exchange();
        change(plan);
        return division_error(plan).has_value();
    };
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.copies[0].bytes = 9; })) << "device 1 has eight bytes";
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.copies[0].from.buffer = 1; }));
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.copies[0].before = 5; }));
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.copies[0].before = 4; })) << "out of order";
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.launches[0].awaited = {1}; }))
        << "the copy comes later in the plan";
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.devices = 1; }));
    EXPECT_TRUE(refused([](ExecutionPlan& plan) { plan.copies[0].to.device = 2; }));
}

} // namespace
} // namespace warpscope
