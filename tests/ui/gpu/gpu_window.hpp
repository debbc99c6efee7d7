// Window on a machine with fake GPUs.
#pragma once

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

#include "gpu/child/guard.hpp"
#include "gpu/executor.hpp"
#include "gpu/fake_runtime.hpp"
#include "interop/fake_gl_bridge.hpp"
#include "ui/driver.hpp"
#include "ui/gpu/gpu_access.hpp"

namespace warpscope::ui {

/// Fake runtime that loads any kernel. `fault`: result of the next launch of a run's own kernel.
class AnyKernels : public gpu::FakeRuntime {
public:
    std::atomic<gpu::Code> fault = gpu::code::success;
    std::atomic<int> launches = 0; // launches of the runs' kernels

    gpu::Code find_kernel(gpu::LibraryHandle library, const char* name, gpu::KernelHandle& kernel) override {
        const bool ours = std::string_view(name).starts_with("ws_");
        kernels.try_emplace(name, [this, ours](const LaunchConfig&, void**) {
            if (ours) return;
            ++launches;
            kernel_fault = fault.load();
        });
        return FakeRuntime::find_kernel(library, name, kernel);
    }
    // Measuring the GPU's peak rates needs half a gigabyte. The fake allocates one byte instead.
    gpu::Code allocate(uint64_t bytes, void*& memory) override {
        return FakeRuntime::allocate(bytes > large ? 1 : bytes, memory);
    }
    gpu::Code fill(void* device, uint8_t value, uint64_t bytes, gpu::StreamHandle stream) override {
        return FakeRuntime::fill(device, value, bytes > large ? 1 : bytes, stream);
    }

private:
    static constexpr uint64_t large = 64u << 20;
};

class GpuWindow : public testing::Test {
protected:
    void SetUp() override { unsetenv("WARPSCOPE_GPU"); }
    /// Ends the program before its fakes are destroyed, by starting another program on the emulator.
    void TearDown() override {
        driver.reset();
        Driver another(start_with(setup_of("color_to_gray", "gradient:4x4")));
        another.settle();
        EXPECT_EQ(bridge.registered, 0);
        EXPECT_EQ(bridge.mapped, 0);
    }

    Driver& open(const std::string& experiment, const std::string& input, const std::string& variant = "",
                 std::optional<double> radius = std::nullopt) {
        executor = std::make_unique<gpu::Executor>(runtime, gpu::find_device(runtime), guard.get());
        parts = std::make_unique<GpuParts>(GpuParts{runtime, bridge, *executor, guard.get()});
        scene::LaunchSetup setup = setup_of(experiment, input);
        if (!variant.empty()) setup.variant = variant;
        if (radius) setup.settings.values["radius"] = *radius;
        Start start = start_with(setup);
        start.device = session::DeviceChoice::automatic;
        start.gpu = parts.get();
        driver = std::make_unique<Driver>(std::move(start));
        driver->settle();
        return *driver;
    }

    static void take_overlays_from_gpu(Driver& window) {
        window.click("GPU##tab");
        window.settle();
        window.click("GPU");
        window.settle();
    }

    AnyKernels runtime;
    interop::FakeGlBridge bridge;
    std::unique_ptr<gpu::Guard> guard; // null: all kernels run in this process
    std::unique_ptr<gpu::Executor> executor;
    std::unique_ptr<GpuParts> parts;
    std::unique_ptr<Driver> driver;
};

} // namespace warpscope::ui
