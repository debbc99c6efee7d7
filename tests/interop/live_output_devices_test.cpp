// LiveOutput with several GPUs: the selected GPU, and pending pictures when another one is chosen.
#include <set>

#include "interop/live_output_fixture.hpp"

namespace warpscope::interop {
namespace {

TEST_F(LiveOutputTest, UsesTheDisplayGpu) {
    runtime.devices = 2;
    runtime.names = {"Compute", "Display"};
    bridge.devices = {1};
    EXPECT_EQ(live->devices(), nullptr);
    live->find();
    live->use_display();
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().device, "Display");
    EXPECT_EQ(live->status().path, "shared texture");
    EXPECT_EQ(live->devices()->reason(), "it drives the display");
    EXPECT_EQ(std::set(runtime.launch_devices.begin(), runtime.launch_devices.end()), (std::set{1}))
        << "both the run's kernel and Warpscope's";
}

TEST_F(LiveOutputTest, EnvironmentOverridesTheDisplay) {
    setenv("WARPSCOPE_GPU", "0", 1);
    runtime.devices = 2;
    bridge.devices = {1};
    live->find();
    live->use_display();
    live->use(1);
    unsetenv("WARPSCOPE_GPU");
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    expect_picture(run);
    EXPECT_EQ(runtime.launch_devices.front(), 0);
    EXPECT_EQ(live->status().path, "host copy");
}

TEST_F(LiveOutputTest, SwitchesGpuAndBack) {
    runtime.devices = 2;
    runtime.names = {"First", "Second"};
    const session::RunResult run = doubling(7, 5, 3);
    live->find();
    live->use_display();
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "shared texture");

    live->use(1);
    EXPECT_FALSE(live->status().active) << "the first GPU's picture must disappear";
    EXPECT_EQ(live->texture(), 0u);
    EXPECT_EQ(live->status().device, "Second");
    live->poll();
    EXPECT_FALSE(live->status().active);
    runtime.launch_devices.clear();
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "host copy") << "OpenGL draws on the first";
    EXPECT_NE(live->status().why.english().find("is not the CUDA device"), std::string::npos);
    EXPECT_EQ(bridge.registered, 0);
    for (const int device : runtime.launch_devices) EXPECT_EQ(device, 1);

    live->use(std::nullopt);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().device, "First");
    EXPECT_EQ(live->status().path, "shared texture");
    EXPECT_EQ(live->status().why, "");
}

TEST_F(LiveOutputTest, DropsWorkOfTheOldGpu) {
    runtime.devices = 2;
    const session::RunResult run = doubling(7, 5, 3);
    EXPECT_TRUE(live->prepare(run));
    live->use(1);
    live->show();
    EXPECT_EQ(launches, 0);
    show(run);
    EXPECT_EQ(launches, 1);
}

TEST_F(LiveOutputTest, WaitsForTheOldGpusCopy) {
    runtime.devices = 2;
    bridge.devices.clear();
    runtime.events_pass = false;
    show(doubling(7, 5, 3));
    live->use(1);
    const session::RunResult last = doubling(7, 5, 3, std::make_shared<const Bytes>(105, std::byte{5}));
    show(last);
    EXPECT_EQ(launches, 1);
    runtime.events_pass = true;
    live->poll();
    live->poll();
    expect_picture(last);
    EXPECT_EQ(runtime.launch_devices.back(), 1);
}

TEST_F(LiveOutputTest, FaultReasonSurvivesSwitch) {
    runtime.devices = 2;
    show(doubling(7, 5, 3));
    set_kernel([&](const LaunchConfig&, void**) { runtime.kernel_fault = code::illegal_address; });
    show(doubling(7, 5, 3));
    const Message why = live->status().why;
    live->use(1);
    EXPECT_TRUE(live->status().lost);
    EXPECT_EQ(live->status().why, why);
    const int launches_before = launches;
    show(doubling(7, 5, 3));
    EXPECT_EQ(launches, launches_before);
}

} // namespace
} // namespace warpscope::interop
