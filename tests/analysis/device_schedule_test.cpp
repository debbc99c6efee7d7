#include "analysis/device_schedule.hpp"

#include "runs.hpp"
#include "session/require_run.hpp"

namespace warpscope::analysis {
namespace {

TEST(DeviceSchedule, StepsStartAfterTheirDependencies) {
    for (const char* variant : {"exchange", "overlapped"}) {
        const auto result = run("halo_exchange", variant, "noise:40x24", {{"devices", 3}, {"steps", 4}});
        REQUIRE_RUN(result);
        for (const Streams streams : {Streams::two, Streams::one}) {
            const DeviceSchedule schedule = model_schedule(*result, streams);
            ASSERT_EQ(schedule.steps.size(), schedule.spans.size());
            double last = 0;
            for (size_t i = 0; i < schedule.steps.size(); ++i) {
                const Step& step = schedule.steps[i];
                for (const uint32_t before : step.after)
                    EXPECT_GE(schedule.spans[i].begin, schedule.spans[before].end) << variant << ", step " << i;
                if (step.kind == Step::Kind::launch) {
                    EXPECT_EQ(schedule.spans[i].end - schedule.spans[i].begin,
                              static_cast<double>(result->measured->launches()[step.index].warp_instructions));
                }
                last = std::max(last, schedule.spans[i].end);
            }
            EXPECT_EQ(schedule.length, last);
            EXPECT_EQ(schedule.exchanged, 4u * 4);
            EXPECT_EQ(schedule.exchanged_bytes, 4u * 4 * 40 * 4);
        }
    }
}

TEST(DeviceSchedule, OverlapHidesExchange) {
    const auto exchange = run("halo_exchange", "exchange", "", {{"devices", 4}});
    const auto overlapped = run("halo_exchange", "overlapped", "", {{"devices", 4}});
    REQUIRE_RUN(exchange);
    REQUIRE_RUN(overlapped);
    const DeviceSchedule in_turn = model_schedule(*exchange, Streams::two),
                         concurrent = model_schedule(*overlapped, Streams::two),
                         one = model_schedule(*overlapped, Streams::one);
    EXPECT_EQ(in_turn.hidden, 0) << "each launch waits for its copies, which wait for earlier launches";
    EXPECT_GT(concurrent.hidden, 0.9);
    EXPECT_EQ(one.hidden, 0);
    EXPECT_LT(concurrent.length, one.length) << "the exchange variant waits for its copies";
    EXPECT_NE(words_of(concurrent).find("not measured"), std::string::npos);
}

TEST(DeviceSchedule, UsesMeasuredGpuTimes) {
    ExecutionPlan plan;
    plan.devices = 2;
    plan.buffers = {{{"a", ElementType::u8, 1, {8, 1, 1}}, BufferRole::scratch, nullptr, 4}};
    plan.copies = {{{0, 0, 0}, {0, 4, 1}, 4, 0}};
    PlannedLaunch launch;
    launch.device = 1;
    plan.launches = {launch};
    gpu::TeamRun run;
    run.steps = steps_of(plan);
    run.times = {{0.010, 0.020}, {0.005, 0.015}};
    const DeviceSchedule schedule = measured_schedule(plan, run, Streams::two);
    EXPECT_TRUE(schedule.measured);
    EXPECT_DOUBLE_EQ(schedule.length, 20);
    EXPECT_DOUBLE_EQ(schedule.hidden, 0.5);
    EXPECT_DOUBLE_EQ(schedule.computing, 0.25) << "10 of 2 x 20 microseconds";
    EXPECT_EQ(schedule.exchanged_bytes, 4u);
    EXPECT_EQ(words_of(schedule).find("not measured"), std::string::npos);
}

} // namespace
} // namespace warpscope::analysis
