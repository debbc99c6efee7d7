#include "gpu/device.hpp"

#include <gtest/gtest.h>

#include "gpu/executor.hpp"
#include "gpu/fake_runtime.hpp"

namespace warpscope::gpu {
namespace {

TEST(Device, DescribesTheGpu) {
    FakeRuntime runtime;
    const DeviceStatus status = find_device(runtime);
    EXPECT_TRUE(status.usable);
    EXPECT_EQ(status.name, "Fake GPU");
    EXPECT_EQ(status.compute, "sm_90");
    EXPECT_EQ(status.why, "");
}

TEST(Device, ReportsMissingDriver) {
    FakeRuntime runtime;
    runtime.driver = 0;
    runtime.failures["device_count"] = code::no_driver;
    const DeviceStatus status = find_device(runtime);
    EXPECT_FALSE(status.usable);
    EXPECT_EQ(status.why, "no NVIDIA driver found");
    EXPECT_NE(status.hint, "");
}

TEST(Device, ReportsIncompleteDriver) {
    FakeRuntime runtime;
    runtime.driver = 8000;
    runtime.failures["device_count"] = code::insufficient_driver;
    EXPECT_EQ(find_device(runtime).why,
              "the NVIDIA driver is too old: it supports CUDA 8.0 and this program needs 11.0");
}

TEST(Device, ReportsOutdatedDriver) {
    FakeRuntime runtime;
    runtime.driver = 10020;
    const DeviceStatus status = find_device(runtime);
    EXPECT_FALSE(status.usable);
    EXPECT_NE(status.why.english().find("too old"), std::string::npos);
}

TEST(Device, ReportsMissingGpu) {
    FakeRuntime runtime;
    runtime.devices = 0;
    EXPECT_EQ(find_device(runtime).why, "the NVIDIA driver finds no GPU");
    runtime.failures["device_count"] = code::no_device;
    EXPECT_EQ(find_device(runtime).why, "the NVIDIA driver finds no GPU");
}

TEST(Device, ReportsOtherErrors) {
    FakeRuntime runtime;
    runtime.failures["device_count"] = code::unknown;
    EXPECT_EQ(find_device(runtime).why, "CUDA cannot start (error 999)");
}

TEST(Device, SelectsOneOfSeveral) {
    FakeRuntime runtime;
    runtime.devices = 2;
    const DeviceStatus second = find_device(runtime, 1);
    EXPECT_TRUE(second.usable);
    EXPECT_EQ(second.device, 1);
    for (const int wrong : {-1, 2}) {
        const DeviceStatus none = find_device(runtime, wrong);
        EXPECT_FALSE(none.usable);
        EXPECT_EQ(none.why, "WARPSCOPE_GPU names no GPU: there are 2, numbered from 0");
    }
}

TEST(Device, EnvironmentSelectsGpu) {
    for (const auto& [text, number] : {std::pair{"1", 1}, {"two", -1}, {"1x", -1}}) {
        setenv("WARPSCOPE_GPU", text, 1);
        EXPECT_EQ(wanted_device(), number) << text;
    }
    setenv("WARPSCOPE_GPU", "", 1);
    EXPECT_EQ(wanted_device(), std::nullopt);
    unsetenv("WARPSCOPE_GPU");
    EXPECT_EQ(wanted_device(), std::nullopt);
}

TEST(Device, PrefersTheDisplayGpu) {
    FakeRuntime runtime;
    runtime.devices = 3;
    runtime.names = {"A", "B", "C"};
    Devices found = find_devices(runtime);
    ASSERT_EQ(found.all.size(), 3u);
    EXPECT_EQ(found.chosen().name, "A");
    EXPECT_EQ(found.reason(), "none drives the display, and it is the first");
    found.display = {2};
    EXPECT_EQ(found.chosen().name, "C");
    EXPECT_EQ(found.chosen().device, 2);
    EXPECT_EQ(found.reason(), "it drives the display");
    found.display = {7, 1}; // CUDA does not know device 7
    EXPECT_EQ(found.chosen().name, "B");
}

TEST(Device, EnvironmentOverridesUserAndDisplay) {
    FakeRuntime runtime;
    runtime.devices = 3;
    Devices found = find_devices(runtime);
    found.display = {2};
    found.user = 1;
    EXPECT_EQ(found.chosen().device, 1);
    EXPECT_EQ(found.reason(), "it was chosen");
    found.user = 5; // the choice is remembered from a session with more devices
    EXPECT_EQ(found.chosen().device, 2);
    found.user = 1;
    found.environment = 0;
    EXPECT_EQ(found.chosen().device, 0);
    EXPECT_EQ(found.reason(), "WARPSCOPE_GPU names it");
}

TEST(Device, UnusableGpuIsListedOnly) {
    FakeRuntime runtime;
    runtime.devices = 2;
    runtime.broken_device = 0;
    Devices found = find_devices(runtime);
    ASSERT_EQ(found.all.size(), 2u);
    EXPECT_FALSE(found.all[0].usable);
    EXPECT_NE(found.all[0].why, "");
    found.display = {0};
    EXPECT_EQ(found.chosen().device, 1);
    found.environment = 0; // a user who names an unusable GPU gets the reason
    EXPECT_FALSE(found.chosen().usable);
    EXPECT_EQ(found.chosen().why, found.all[0].why);
}

TEST(Device, SystemRuntimeAnswers) {
    const DeviceStatus status = executor().status();
    if (status.usable) {
        EXPECT_NE(status.name, "");
        EXPECT_EQ(status.compute.substr(0, 3), "sm_");
    } else {
        EXPECT_NE(status.why, "");
        const auto run = executor().run(doubling_ptx, {});
        ASSERT_FALSE(run);
        EXPECT_EQ(run.error().kind, ErrorKind::environment);
        EXPECT_NE(run.error().message.english().find(status.why.english()), std::string::npos);
    }
}

} // namespace
} // namespace warpscope::gpu
