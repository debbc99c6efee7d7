// The window on machines with GPUs, which fakes stand for: choosing one, a kernel's fault, kernels that are kept off.
#include <gtest/gtest.h>
#include <thread>

#include <chrono>

#include "driver.hpp"
#include "gpu/beside.hpp"
#include "gpu/child/guard.hpp"
#include "gpu/executor.hpp"
#include "gpu/fake_runtime.hpp"
#include "interop/fake_gl_bridge.hpp"
#include "session/require_run.hpp"
#include "ui/gpu/gpu_access.hpp"
#include "ui/panels/block_schedule_texture.hpp"

namespace warpscope::ui {
namespace {

/// Takes whatever kernel is loaded; `fault` is what the next launch of the run's own ends with.
class AnyKernels : public gpu::FakeRuntime {
public:
    std::atomic<gpu::Code> fault = gpu::code::success;
    std::atomic<int> launches = 0; // of the runs' kernels

    gpu::Code find_kernel(gpu::LibraryHandle library, const char* name, gpu::KernelHandle& kernel) override {
        const bool ours = std::string_view(name).starts_with("ws_");
        kernels.try_emplace(name, [this, ours](const LaunchConfig&, void**) {
            if (ours) return;
            ++launches;
            kernel_fault = fault.load();
        });
        return FakeRuntime::find_kernel(library, name, kernel);
    }
    // The measurement of peaks takes half a gigabyte, which nothing here touches.
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
    /// The program that used the fakes must end before they do.
    void TearDown() override {
        driver.reset();
        Driver another(start_with(choice_of("color_to_gray", "gradient:4x4")));
        another.settle();
        EXPECT_EQ(bridge.registered, 0);
        EXPECT_EQ(bridge.mapped, 0);
    }

    /// Starts the window on the fakes.
    Driver& open(const std::string& experiment, const std::string& input, const std::string& variant = "",
                 std::optional<double> radius = std::nullopt) {
        executor = std::make_unique<gpu::Executor>(runtime, gpu::find_device(runtime), guard.get());
        parts = std::make_unique<GpuParts>(GpuParts{runtime, bridge, *executor, guard.get()});
        scene::Source choice = choice_of(experiment, input);
        if (!variant.empty()) choice.variant = variant;
        if (radius) choice.settings.values["radius"] = *radius;
        Start start = start_with(choice);
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
    std::unique_ptr<gpu::Guard> guard; // null: all kernels run here
    std::unique_ptr<gpu::Executor> executor;
    std::unique_ptr<GpuParts> parts;
    std::unique_ptr<Driver> driver;
};

TEST_F(GpuWindow, TakesTheGpuThatDrawsTheWindow) {
    runtime.devices = 2;
    runtime.names = {"Compute", "Display"};
    bridge.devices = {1};
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.model().live.active) << window.model().live.why;
    EXPECT_EQ(window.model().live.device, "Display");
    EXPECT_EQ(window.model().live.path, "shared texture");
    EXPECT_TRUE(window.has("Display · live"));
}

TEST_F(GpuWindow, ChoosesAnotherGpuInTheTopBarAndKeepsTheScene) {
    runtime.devices = 2;
    runtime.names = {"First", "Second"};
    Driver& window = open("color_to_gray", "gradient:76x62");
    const auto result = window.model().result;
    REQUIRE_RUN(result);
    window.click_at(window.at_cell("right view", 7, 5));
    const auto pinned = window.model().selection.thread;
    EXPECT_NE(pinned, 0u);

    window.click("First · live");
    window.click("1: Second##gpu");
    window.settle();
    EXPECT_EQ(window.model().live.device, "Second");
    EXPECT_EQ(window.model().live.path, "host copy") << "OpenGL draws on the first";
    EXPECT_NE(window.model().live.why.find("is not the CUDA device"), std::string::npos);
    EXPECT_EQ(window.model().study.device, "Second");
    EXPECT_EQ(window.model().result, result) << "nothing is measured again";
    EXPECT_EQ(window.model().selection.thread, pinned);
    EXPECT_EQ(window.model().preferences->gpu, 1);

    window.key(ImGuiMod_Ctrl | ImGuiKey_G); // the next, which is the first again
    window.settle();
    EXPECT_EQ(window.model().live.device, "First");
    EXPECT_EQ(window.model().live.path, "shared texture");
}

TEST_F(GpuWindow, WithOneGpuThereIsNothingToChoose) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click("Fake GPU · live");
    EXPECT_FALSE(window.has("0: Fake GPU##gpu"));
}

TEST_F(GpuWindow, AMovedSliderIsLaunchedAtOnceAndMeasuredThen) {
    Driver& window = open("box_blur", "gradient:76x62");
    const auto before = window.model().result;
    REQUIRE_RUN(before);
    const int launches = runtime.launches;
    ImGui::GetIO().AddKeyEvent(ImGuiKey_RightBracket, true);
    window.frames(1);
    EXPECT_EQ(runtime.launches, launches + 1) << "in the frame that hears of it";
    EXPECT_EQ(window.app().launch_times().size(), 1u);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_RightBracket, false);
    window.settle();
    EXPECT_NE(window.model().result, before);
    EXPECT_FALSE(window.model().live_ahead);
    EXPECT_TRUE(window.model().live.active);
}

// A kernel in which the emulator finds nothing, and which faults on the GPU all the same.
TEST_F(GpuWindow, AFaultIsSaidWithItsCauseAndTheSceneStays) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click_at(window.at_cell("right view", 7, 5));
    const auto pinned = window.model().selection.thread;
    runtime.fault = gpu::code::illegal_address;
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_TRUE(window.model().live.lost);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("A fault of the kernel ended the use of the GPU.")) << window.text();
    EXPECT_TRUE(window.says("its checkers find nothing wrong")) << window.text();
    EXPECT_TRUE(window.has("Restart with this scene##gpu"));
    EXPECT_NE(window.model().result, nullptr);
    EXPECT_NE(window.model().selection.thread, 0u);
    EXPECT_NE(pinned, 0u);
    const int launches = runtime.launches;
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_EQ(runtime.launches, launches) << "the emulator goes on alone";
    EXPECT_EQ(window.model().result->shown().config.block.y, 18u);
}

TEST_F(GpuWindow, AKernelWithAFaultGoesToTheGpuOnlyIfTheUserInsists) {
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    const auto result = window.model().result;
    REQUIRE_RUN(result);
    ASSERT_GT(result->shown().finding_count, 0u);
    EXPECT_EQ(runtime.launches, 0);
    EXPECT_TRUE(window.model().live.kept_off);
    EXPECT_NE(window.model().live.why.find("out_of_bounds"), std::string::npos) << window.model().live.why;
    window.click("GPU##tab");
    window.settle();
    EXPECT_EQ(runtime.launches, 0) << "nor do times or recordings run it";

    runtime.fault = gpu::code::illegal_address;
    window.click("Run it on the GPU all the same##gpu");
    window.settle();
    EXPECT_GE(runtime.launches, 1);
    EXPECT_TRUE(window.model().live.lost);
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_EQ(window.model().preferences->tab, Tab::findings);
    EXPECT_EQ(window.model().result, result);
}

/// Kernels with a fault run in a child process, on the driver that stands in for CUDA's.
class GuardedGpuWindow : public GpuWindow {
protected:
    void guard_with(const char* kernels, const char* limit) {
        setenv("WARPSCOPE_CUDA_DRIVER", gpu::beside("libfake_driver.so").c_str(), 1);
        setenv("FAKE_CUDA_KERNELS", kernels, 1);
        setenv("WARPSCOPE_GPU_LIMIT", limit, 1);
        guard = std::make_unique<gpu::Guard>(gpu::beside("gpu_child"));
    }
    void TearDown() override {
        GpuWindow::TearDown();
        for (const char* name : {"WARPSCOPE_CUDA_DRIVER", "FAKE_CUDA_KERNELS", "WARPSCOPE_GPU_LIMIT"}) unsetenv(name);
    }
};

TEST_F(GuardedGpuWindow, NoFrameWaitsForAKernelThatNeverEnds) {
    using Clock = std::chrono::steady_clock;
    guard_with("missing_guard=hang", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    ASSERT_TRUE(window.model().live.kept_off) << window.model().live.why;
    window.click("GPU##tab");
    window.settle();
    window.click("Run it on the GPU all the same##gpu");
    const auto start = Clock::now();
    Clock::duration longest{};
    while (!window.model().live.stopped && Clock::now() - start < std::chrono::seconds(20)) {
        const auto frame = Clock::now();
        window.frames(1);
        longest = std::max(longest, Clock::now() - frame);
    }
    EXPECT_TRUE(window.model().live.stopped);
    EXPECT_LT(longest, std::chrono::seconds(2)) << "a frame that waited would have taken three";
    EXPECT_EQ(runtime.launches, 0) << "in this process";
    window.settle();
    EXPECT_FALSE(window.model().live.lost);
    EXPECT_TRUE(window.says("The kernel was stopped on the GPU, which goes on.")) << window.text();
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_NE(window.model().result, nullptr);
}

TEST_F(GuardedGpuWindow, AFaultCostsAChildAndTheNextKernelRunsOnTheGpu) {
    guard_with("missing_guard=700", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    window.click("GPU##tab");
    window.settle();
    window.click("Run it on the GPU all the same##gpu");
    window.settle();
    EXPECT_TRUE(window.model().live.stopped) << window.model().live.why;
    EXPECT_FALSE(window.model().live.lost);
    EXPECT_NE(window.model().live.why.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << window.model().live.why;
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_GE(guard->given_up(), 1u);
    EXPECT_EQ(runtime.launches, 0) << "in this process";
}

// What a faulty kernel leaves in its output is shown all the same, where it comes to its end.
TEST_F(GuardedGpuWindow, AKernelWithAFindingThatEndsIsShown) {
    guard_with("none=1", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    window.click("GPU##tab");
    window.settle();
    window.click("Run it on the GPU all the same##gpu");
    window.settle();
    EXPECT_TRUE(window.model().live.active) << window.model().live.why;
    EXPECT_FALSE(window.model().live.stopped);
    EXPECT_EQ(runtime.launches, 0) << "in this process";
    EXPECT_EQ(guard->given_up(), 0u);
}

// The fake's kernels record nothing, so that the recording differs from the emulator in everything.
TEST_F(GpuWindow, OverlaysComeFromTheGpuAndGoBack) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    window.paint_frames(); // views have a layer once they are drawn
    const auto emulated = window.model().result;
    REQUIRE_RUN(emulated);
    window.click("GPU##tab");
    window.settle();
    ASSERT_NE(window.model().study.recording, nullptr) << window.model().study.problem;
    EXPECT_EQ(bridge.registered, 1) << "the picture";
    window.click("GPU");
    window.settle();
    // The marks' texture is registered when the recording's layer is first drawn, which may be a few frames later.
    for (int waited = 0; bridge.registered_maps < 1 && waited < 200; ++waited) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        window.frames();
    }
    EXPECT_EQ(bridge.registered_maps, 1) << "marks, which the GPU writes; keys follow from them";
    EXPECT_EQ(window.model().result->recorded_on, "Fake GPU");
    EXPECT_EQ(window.model().result->shown().ownership.owners, 0u);
    window.click("emulator");
    window.settle();
    EXPECT_EQ(window.model().result, emulated);
    EXPECT_EQ(bridge.mapped, 0);
}

// With a kernel that takes the emulator a while, so that there are frames before it has measured, on a busy machine
// too.
TEST_F(GpuWindow, OverlaysFromTheGpuFollowASliderBeforeTheEmulatorDoes) {
    Driver& window = open("box_blur", "noise:640x480", "", 12);
    REQUIRE_RUN(window.model().result);
    take_overlays_from_gpu(window);
    for (const int key : {static_cast<int>(ImGuiKey_RightBracket), ImGuiMod_Shift | ImGuiKey_UpArrow}) {
        const auto before = window.model().result;
        window.key(key);
        bool followed = false;
        for (int frame = 0; frame < 10000 && window.model().live_ahead; ++frame) {
            window.frames(1);
            followed = followed || window.model().layer_ahead;
        }
        EXPECT_TRUE(followed) << key;
        window.settle();
        EXPECT_NE(window.model().result, before);
        EXPECT_FALSE(window.model().layer_ahead);
        EXPECT_EQ(window.model().result->recorded_on, "Fake GPU");
        EXPECT_EQ(bridge.mapped, 0);
    }
}

TEST_F(GpuWindow, HeatOfSectorsFollowsASliderBeforeTheEmulatorDoes) {
    Driver& window = open("box_blur", "noise:640x480", "", 12);
    REQUIRE_RUN(window.model().result);
    take_overlays_from_gpu(window);
    const int registered = bridge.registered;
    window.key(ImGuiMod_Shift | ImGuiKey_S);
    window.settle();
    const int views = bridge.registered - registered;
    EXPECT_GE(views, 1) << "a texture for each view that shows them";
    ASSERT_NE(window.model().probes.drawn, nullptr);
    EXPECT_EQ(window.model().probes.drawn->ranges.measured_on, "Fake GPU");
    const auto before = window.model().result;
    window.key(ImGuiKey_RightBracket);
    bool followed = false;
    for (int frame = 0; frame < 10000 && window.model().live_ahead; ++frame) {
        window.frames(1);
        followed = followed || window.model().heat_ahead;
    }
    EXPECT_TRUE(followed);
    window.settle();
    EXPECT_NE(window.model().result, before);
    EXPECT_FALSE(window.model().heat_ahead);
    EXPECT_LE(bridge.registered, registered + views + 1) << "the picture's second texture may have come, nothing else";
    window.key(ImGuiMod_Shift | ImGuiKey_S);
    window.settle();
    EXPECT_EQ(window.model().probes.drawn, nullptr);
    EXPECT_EQ(bridge.mapped, 0);
}

// Switched off while the GPU counts, and on again before it has: what was counted is not lost.
TEST_F(GpuWindow, HeatThatWasDroppedIsAskedForAgain) {
    Driver& window = open("box_blur", "noise:640x480");
    REQUIRE_RUN(window.model().result);
    take_overlays_from_gpu(window);
    for (int i = 0; i < 5; ++i) window.key(ImGuiMod_Shift | ImGuiKey_S);
    window.settle();
    EXPECT_NE(window.model().probes.drawn, nullptr);
    EXPECT_FALSE(window.model().heat_newer);
}

// A picture that is ahead goes when its run is cancelled.
TEST_F(GpuWindow, ACancelledMoveTakesItsPictureAlong) {
    Driver& window = open("box_blur", "noise:640x480", "", 12);
    const auto before = window.model().result;
    REQUIRE_RUN(before);
    window.key(ImGuiKey_RightBracket);
    ASSERT_TRUE(window.model().live_ahead);
    const int launches = runtime.launches;
    window.key(ImGuiMod_Ctrl | ImGuiKey_Period);
    window.settle();
    EXPECT_EQ(window.model().result, before);
    EXPECT_FALSE(window.model().live_ahead);
    EXPECT_GT(runtime.launches, launches) << "the shown run's picture is made again";
}

TEST_F(GpuWindow, WithoutADriverTheEmulatorShowsThePictureAndTheReasonIsSaid) {
    runtime.driver = 0;
    runtime.failures["device_count"] = gpu::code::insufficient_driver;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.has("emulator"));
    EXPECT_TRUE(window.says("no NVIDIA driver found")) << window.text();
}

TEST_F(GpuWindow, TooLittleMemoryOnTheGpuIsSaid) {
    runtime.failures["allocate"] = gpu::code::out_of_memory;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("too little free memory")) << window.text();
    EXPECT_FALSE(window.model().live.lost);
    runtime.failures.clear();
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_TRUE(window.model().live.active) << "the next launch is tried again";
}

TEST_F(GpuWindow, ABlockThatNeedsTooManyRegistersIsSaid) {
    runtime.failures["launch"] = gpu::code::launch_out_of_resources;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.says("needs more registers than a multiprocessor has")) << window.text();
    EXPECT_FALSE(window.model().live.lost);
}

TEST_F(GpuWindow, AnOlderDriverGetsThePtxDeclaredAnewAndTheWindowSaysSo) {
    runtime.driver = 12000;
    runtime.newest_ptx = "8.0";
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    if (window.model().result->compiled.compiler != compile::CompilerKind::nvrtc)
        GTEST_SKIP() << "only NVRTC writes PTX as new as its toolkit";
    EXPECT_TRUE(window.model().live.active) << window.model().live.why;
    EXPECT_NE(window.model().live.note.find("declared as 8.0"), std::string::npos);
    EXPECT_TRUE(window.says("declared as 8.0 for this driver")) << window.text();
}

TEST_F(GpuWindow, PtxThatADriverRefusesIsSaidAndTheEmulatorShowsThePicture) {
    runtime.driver = 12000;
    runtime.newest_ptx = "none";
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("the PTX is newer than the driver understands")) << window.text();
}

TEST_F(GpuWindow, RestartingTakesTheSceneAlong) {
    Driver& window = open("box_blur", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click_at(window.at_cell("right view", 7, 5));
    window.key(ImGuiKey_RightBracket);
    window.settle();
    window.key(ImGuiMod_Shift | ImGuiKey_K);
    window.settle();
    const std::vector<std::string> words = window.app().restart_arguments();
    const auto value_of = [&](std::string_view option) {
        const auto found = std::find(words.begin(), words.end(), option);
        return found == words.end() || found + 1 == words.end() ? std::string("missing") : *(found + 1);
    };
    EXPECT_NE(value_of("--experiment").find("box_blur"), std::string::npos);
    EXPECT_EQ(value_of("--input"), "gradient:76x62");
    EXPECT_EQ(value_of("--block"), "16x16x1");
    const double radius = window.model().choice->settings.values.at("radius");
    EXPECT_EQ(value_of("--set"), "radius=" + std::to_string(static_cast<int>(radius)));
    EXPECT_EQ(value_of("--pin"), "7,5");
    EXPECT_EQ(value_of("--interval"), "0");
    EXPECT_EQ(value_of("--device"), "missing") << "the GPU is not insisted on again";
}

TEST(BlocksOverTime, APixelIsOfTheBlockThatRanThere) {
    const Driver driver(start_with({})); // for its OpenGL
    const auto recording = std::make_shared<session::Recording>();
    recording->readings.blocks = {{7, 0, 400}, {3, 100, 1000}, {7, 500, 799}};
    BlockPicture picture;
    picture.show(recording, 10, 2);
    EXPECT_EQ(picture.lanes().multiprocessors, (std::vector<uint32_t>{3, 7}));
    EXPECT_EQ(picture.block_at(0, 0), std::nullopt) << "block 1 has not begun";
    EXPECT_EQ(picture.block_at(0, 1), 1u);
    EXPECT_EQ(picture.block_at(0, 9), 1u);
    EXPECT_EQ(picture.block_at(1, 4), 0u);
    EXPECT_EQ(picture.block_at(1, 5), 2u);
    EXPECT_EQ(picture.block_at(1, 8), std::nullopt);
    EXPECT_EQ(picture.block_at(2, 0), std::nullopt) << "no such row";
    EXPECT_EQ(picture.block_at(0, 10), std::nullopt) << "no such column";
    const uint32_t first = picture.texture();
    picture.show(recording, 10, 2);
    EXPECT_EQ(picture.texture(), first);
    picture.show(recording, 20, 2);
    EXPECT_EQ(picture.block_at(0, 1), std::nullopt) << "wider: 50 ns a pixel";
    EXPECT_EQ(picture.block_at(0, 2), 1u);
    picture.show(std::make_shared<session::Recording>(), 20, 2);
    EXPECT_EQ(picture.block_at(0, 2), std::nullopt) << "nothing recorded";
}

} // namespace
} // namespace warpscope::ui
