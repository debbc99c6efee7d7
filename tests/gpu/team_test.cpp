// Plans for several devices on fake GPUs: separate parts, copies between them, and the order of steps.
#include "gpu/team.hpp"

#include <gtest/gtest.h>

#include "gpu/driver/runtime.hpp"
#include "gpu/fake_runtime.hpp"
#include "gpu/sibling_path.hpp"

namespace warpscope::gpu {
namespace {

/// Three devices with a part of four bytes each. A device overwrites the first byte of its part with the previous
/// device's last byte, then doubles its part into the output.
ExecutionPlan forwarding_plan() {
    ExecutionPlan plan;
    plan.devices = 3;
    auto contents = std::make_shared<Bytes>(12);
    for (size_t i = 0; i < 12; ++i) (*contents)[i] = static_cast<std::byte>(i + 1);
    for (const char* name : {"in", "out"}) {
        PlannedBuffer& buffer = plan.buffers.emplace_back();
        buffer.layout.name = name;
        buffer.layout.shape = {4, 3, 1};
        buffer.part_bytes = 4;
    }
    plan.buffers[0].initial = std::move(contents);
    for (uint32_t device = 1; device < 3; ++device)
        plan.copies.push_back({{0, 4 * device - 1, device - 1}, {0, 4 * device, device}, 1, 0});
    for (uint32_t device = 0; device < 3; ++device) {
        PlannedLaunch& launch = plan.launches.emplace_back();
        launch.kernel = "double";
        launch.config = {{1, 1, 1}, {32, 1, 1}, 0};
        launch.arguments = {BufferArgument{0, uint64_t{4} * device}, BufferArgument{1, uint64_t{4} * device},
                            ScalarArgument{"n", ElementType::s32, 4}};
        launch.device = device;
        if (device != 0) launch.awaited = {device - 1};
    }
    return plan;
}

const std::vector<int> forwarded{2, 4, 6, 8, 8, 12, 14, 16, 16, 20, 22, 24};

std::vector<int> bytes_of(const HostBuffer& buffer) {
    std::vector<int> out;
    for (const std::byte byte : *buffer.bytes) out.push_back(static_cast<int>(byte));
    return out;
}

std::vector<DeviceStatus> gpus(Runtime& runtime) { return find_devices(runtime).all; }

TEST(Team, EachDeviceRunsItsPart) {
    FakeRuntime runtime;
    runtime.devices = 2;
    runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel;
    const ExecutionPlan plan = forwarding_plan();
    {
        const auto run = run_team(runtime, gpus(runtime), doubling_ptx, plan, {Streams::two, 3});
        ASSERT_TRUE(run) << run.error().text();
        EXPECT_EQ(bytes_of(run->buffers[1]), forwarded);
        EXPECT_EQ(run->gpu_of_device, (std::vector<int>{0, 1, 0})) << "two devices share a GPU";
        EXPECT_EQ(runtime.launch_devices, (std::vector<int>{0, 1, 0, 0, 1, 0, 0, 1, 0}));
        EXPECT_EQ(run->runs_ms.size(), 3u);
        EXPECT_EQ(run->times.size(), run->steps.size());
        EXPECT_EQ(run->peer_copies, 2u);
        EXPECT_EQ(run->host_copies, 0u);
        EXPECT_EQ(runtime.calls["copy_between"], 6);
        EXPECT_EQ(runtime.calls["copy_on_device"], 0);
        EXPECT_EQ(runtime.calls["load"], 2) << "once for each GPU";
        EXPECT_EQ(runtime.calls["allow_access"], 2);
    }
    EXPECT_EQ(runtime.blocks_alive(), 0u);
    EXPECT_EQ(runtime.handles_alive(), 0);
    EXPECT_EQ(runtime.libraries_alive(), 0);
}

TEST(Team, HostCopiesReplacePeerAccess) {
    FakeRuntime runtime;
    runtime.devices = 2;
    runtime.peers = false;
    runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel;
    const auto run = run_team(runtime, gpus(runtime), doubling_ptx, forwarding_plan());
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(bytes_of(run->buffers[1]), forwarded);
    EXPECT_EQ(run->host_copies, 2u);
    EXPECT_EQ(runtime.calls["allow_access"], 0);
}

TEST(Team, OneGpuRunsAllDevices) {
    FakeRuntime runtime;
    runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel;
    const auto run = run_team(runtime, gpus(runtime), doubling_ptx, forwarding_plan());
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(bytes_of(run->buffers[1]), forwarded);
    EXPECT_EQ(run->gpu_of_device, (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(run->peer_copies + run->host_copies, 0u);
    EXPECT_EQ(runtime.calls["copy_on_device"], 2);
}

TEST(Team, WaitsOnlyForOtherStreams) {
    const auto waits = [](Streams streams) {
        FakeRuntime runtime;
        runtime.devices = 3;
        runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel;
        EXPECT_TRUE(run_team(runtime, gpus(runtime), doubling_ptx, forwarding_plan(), {streams, 1}));
        return runtime.calls["wait_for"];
    };
    const int start = 2 + 3; // the other GPUs wait for the first one's event, and each copy stream for its own GPU
    // The second copy reads data that the first does not write. Launches of devices 1 and 2 wait for one copy each.
    EXPECT_EQ(waits(Streams::two), start + 2);
    // Copies use the launch stream, so the second copy only waits for the stream of the device it reads from.
    EXPECT_EQ(waits(Streams::one), start + 1);
}

TEST(Team, FailuresAreExplained) {
    for (const char* call : {"allocate", "load", "create_stream", "create_event", "copy_between", "launch", "wait",
                             "wait_for", "elapsed_ms", "allow_access", "copy_to_host"}) {
        FakeRuntime runtime;
        runtime.devices = 2;
        runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel;
        const std::vector<DeviceStatus> found = gpus(runtime);
        runtime.failures[call] = code::unknown;
        EXPECT_FALSE(run_team(runtime, found, doubling_ptx, forwarding_plan())) << call;
        EXPECT_EQ(runtime.blocks_alive(), 0u) << call;
    }
    FakeRuntime runtime;
    EXPECT_FALSE(run_team(runtime, {}, doubling_ptx, forwarding_plan()));
    ExecutionPlan wrong = forwarding_plan();
    wrong.copies[0].bytes = 100;
    EXPECT_FALSE(run_team(runtime, gpus(runtime), doubling_ptx, wrong));
}

TEST(Team, CallsUseTheirContext) {
    setenv("FAKE_CUDA_DEVICES", "2", 1);
    const driver::Library library = driver::open_library(sibling_path("libfake_driver.so"));
    const auto runtime = driver::make_runtime(library);
    for (const char* peers : {"1", "0"}) {
        setenv("FAKE_CUDA_PEERS", peers, 1);
        for (const Streams streams : {Streams::two, Streams::one}) {
            const auto run = run_team(*runtime, gpus(*runtime), doubling_ptx, forwarding_plan(), {streams, 2});
            ASSERT_TRUE(run) << run.error().text();
            EXPECT_EQ(bytes_of(run->buffers[1]), forwarded);
            EXPECT_EQ(run->peer_copies, *peers == '1' ? 2u : 0u);
            EXPECT_EQ(run->gpus, (std::vector<std::string>{"Fake GPU 0", "Fake GPU 1"}));
        }
    }
    unsetenv("FAKE_CUDA_PEERS");
    unsetenv("FAKE_CUDA_DEVICES");
}

} // namespace
} // namespace warpscope::gpu
