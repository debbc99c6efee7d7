// LiveOutput with faulty kernels, refused launches, and a GPU that does not answer.
#include <thread>

#include "interop/live_output_fixture.hpp"

namespace warpscope::interop {
namespace {

TEST_F(LiveOutputTest, HungGpuDoesNotBlockWindow) {
    live = std::make_unique<LiveOutput>(runtime, bridge, 0.05);
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    runtime.events_pass = false;
    set_kernel(gpu::doubling_kernel);
    bridge.devices.clear(); // the picture goes through the host
    show(doubling(8, 5, 3));
    EXPECT_FALSE(live->overdue());
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    live->poll();
    EXPECT_TRUE(live->overdue());
    EXPECT_FALSE(live->status().active);
    EXPECT_NE(live->status().why.english().find("WARPSCOPE_INTEROP=off"), std::string::npos) << live->status().why;
    runtime.events_pass = true; // the GPU answers late
    live->poll();
    EXPECT_FALSE(live->overdue());
    EXPECT_TRUE(live->status().active);
    EXPECT_EQ(live->status().why.english().find("WARPSCOPE_INTEROP=off"), std::string::npos)
        << live->status().why.english();
}

// LiveOutput maps no texture while its kernel runs, because OpenGL and CUDA of some drivers can wait for each other
// forever.
TEST_F(LiveOutputTest, TextureWaitsForItsPicture) {
    show(doubling(8, 5, 3));
    EXPECT_TRUE(live->prepare(doubling(7, 5, 3)));
    set_kernel([](const LaunchConfig&, void**) {});
    session::RunResult slow = doubling(7, 5, 3);
    slow.compiled.ptx += "// another module, whose time is not known";
    runtime.events_pass = false;
    EXPECT_TRUE(live->prepare(slow));
    live->show();
    EXPECT_EQ(bridge.mapped, 0) << "only the kernel runs";
    runtime.events_pass = true;
    live->poll();
    EXPECT_EQ(bridge.mapped, 1) << "its picture is being made";
    EXPECT_EQ(live->status().pictures, 1u);
    runtime.events_pass = false;
    live->poll();
    EXPECT_EQ(bridge.mapped, 1);
    runtime.events_pass = true;
    live->poll();
    EXPECT_EQ(bridge.mapped, 0);
    EXPECT_EQ(live->status().pictures, 2u);
}

// After a fault, OpenGL would wait forever for a texture that OpenGL got too early, and the window would hang.
TEST_F(LiveOutputTest, UntrustedKernelLeavesTexturesUnmapped) {
    session::RunResult insisted = doubling(7, 5, 3), first = doubling(7, 5, 3);
    show(first);
    insisted.measured = std::make_shared<FoundFault>(simt::FindingKind::out_of_bounds);
    runtime.events_pass = false;
    set_kernel([&](const LaunchConfig&, void**) { runtime.kernel_fault = code::illegal_address; });
    runtime.failures["query"] = code::not_ready; // the fault is not known yet
    EXPECT_TRUE(live->prepare(insisted, true));
    live->show();
    EXPECT_TRUE(live->under_way());
    EXPECT_EQ(bridge.mapped, 0) << "a running kernel must not map OpenGL objects";
    expect_picture(first);
    runtime.failures.clear();
    live->poll();
    EXPECT_FALSE(live->under_way());
    EXPECT_TRUE(live->status().lost);
    EXPECT_EQ(bridge.mapped, 0);
}

TEST_F(LiveOutputTest, FaultDisablesGpuWithAdvice) {
    show(doubling(7, 5, 3));
    set_kernel([&](const LaunchConfig&, void**) { runtime.kernel_fault = code::illegal_address; });
    show(doubling(7, 5, 3));
    const LiveStatus status = live->status();
    EXPECT_FALSE(status.active);
    EXPECT_NE(status.why.english().find("outside its buffers"), std::string::npos) << status.why.english();
    EXPECT_NE(status.why.english().find("restart Warpscope"), std::string::npos);
    EXPECT_EQ(live->texture(), 0u);
    const int launches_before = launches;
    show(doubling(7, 5, 3));
    EXPECT_EQ(launches, launches_before);
    EXPECT_EQ(live->status().why, status.why);
}

// CUDA reports a fault in any later call, which may be the worker's.
TEST_F(LiveOutputTest, FaultMayAppearWhilePreparing) {
    show(doubling(7, 5, 3));
    runtime.kernel_fault = code::misaligned_address;
    EXPECT_FALSE(live->prepare(doubling(8, 5, 3)));
    const LiveStatus status = live->status();
    EXPECT_FALSE(status.active);
    EXPECT_NE(status.why.english().find("restart Warpscope"), std::string::npos);
    show(doubling(9, 5, 3));
    EXPECT_EQ(launches, 1);
    EXPECT_EQ(live->status().why, status.why);
}

TEST_F(LiveOutputTest, FailedLaunchUnmapsTheTexture) {
    runtime.failures["launch"] = code::launch_out_of_resources;
    show(doubling(7, 5, 3));
    EXPECT_FALSE(live->status().active);
    EXPECT_NE(live->status().why.english().find("smaller block"), std::string::npos);
    EXPECT_EQ(bridge.mapped, 0);
    runtime.failures.clear();
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    expect_picture(run);
}

TEST_F(LiveOutputTest, FailedPreparationIsAnError) {
    show(doubling(7, 5, 3));
    runtime.failures["allocate"] = code::out_of_memory;
    const auto prepared = live->prepare(doubling(8, 5, 3));
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().kind, ErrorKind::environment);
    EXPECT_FALSE(live->status().active);
    EXPECT_NE(live->status().why.english().find("too little free memory"), std::string::npos);
}

TEST_F(LiveOutputTest, FaultyKernelStaysOffTheGpu) {
    session::RunResult run = doubling(7, 5, 3);
    run.measured = std::make_shared<FoundFault>(simt::FindingKind::out_of_bounds);
    show(run);
    EXPECT_FALSE(live->status().active);
    EXPECT_NE(live->status().why.english().find("out_of_bounds"), std::string::npos) << live->status().why.english();
    EXPECT_EQ(launches, 0);
    run.measured = std::make_shared<FoundFault>(simt::FindingKind::race_global); // a wrong result, but harmless
    show(run);
    EXPECT_TRUE(live->status().active);
}

TEST_F(LiveOutputTest, UserMayInsistOnFaultyKernel) {
    session::RunResult run = doubling(7, 5, 3);
    run.measured = std::make_shared<FoundFault>(simt::FindingKind::instruction_budget);
    show(run);
    EXPECT_TRUE(live->status().kept_off);
    EXPECT_EQ(launches, 0);
    EXPECT_TRUE(live->prepare(run, true));
    EXPECT_TRUE(live->show());
    live->poll();
    live->poll();
    EXPECT_EQ(launches, 1);
    EXPECT_FALSE(live->status().kept_off);
    expect_picture(run);
}

} // namespace
} // namespace warpscope::interop
