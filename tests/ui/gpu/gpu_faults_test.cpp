// Behavior of the window if kernels fault on the GPU, never end, or must not run there.
#include "gpu_window.hpp"

#include <chrono>

#include "gpu/sibling_path.hpp"
#include "session/require_run.hpp"

namespace warpscope::ui {
namespace {

// The emulator reports no finding for this kernel, but the kernel faults on the GPU.
TEST_F(GpuWindow, FaultIsExplainedAndSceneStays) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click_at(window.at_cell("right view", 7, 5));
    const auto pinned = window.model().selection.thread;
    runtime.fault = gpu::code::illegal_address;
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_TRUE(window.model().live.lost);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("A kernel fault made the GPU unusable.")) << window.text();
    EXPECT_TRUE(window.says("its checkers find no errors")) << window.text();
    EXPECT_TRUE(window.has("Restart with this scene##gpu"));
    EXPECT_GT(window.model().live.why.english().size(), 100u);
    EXPECT_TRUE(window.says("measured on the emulator in")) << "the status bar has room for its other parts";
    EXPECT_NE(window.model().result, nullptr);
    EXPECT_NE(window.model().selection.thread, 0u);
    EXPECT_NE(pinned, 0u);
    const int launches = runtime.launches;
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_EQ(runtime.launches, launches) << "the emulator goes on alone";
    EXPECT_EQ(window.model().result->shown().config.block.y, 18u);
}

TEST_F(GpuWindow, FaultyKernelNeedsConfirmation) {
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    const auto result = window.model().result;
    REQUIRE_RUN(result);
    ASSERT_GT(result->shown().finding_count, 0u);
    EXPECT_EQ(runtime.launches, 0);
    EXPECT_TRUE(window.model().live.kept_off);
    EXPECT_NE(window.model().live.why.english().find("out_of_bounds"), std::string::npos)
        << window.model().live.why.english();
    window.click("GPU##tab");
    window.settle();
    EXPECT_EQ(runtime.launches, 0) << "nor do times or recordings run it";

    runtime.fault = gpu::code::illegal_address;
    window.click("Run it on the GPU anyway##gpu");
    window.settle();
    EXPECT_GE(runtime.launches, 1);
    EXPECT_TRUE(window.model().live.lost);
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_EQ(window.model().preferences->tab, Tab::findings);
    EXPECT_EQ(window.model().result, result);
}

/// Runs faulty kernels in a child process, with a fake CUDA driver.
class GuardedGpuWindow : public GpuWindow {
protected:
    void guard_with(const char* kernels, const char* limit) {
        setenv("WARPSCOPE_CUDA_DRIVER", gpu::sibling_path("libfake_driver.so").c_str(), 1);
        setenv("FAKE_CUDA_KERNELS", kernels, 1);
        setenv("WARPSCOPE_GPU_LIMIT", limit, 1);
        guard = std::make_unique<gpu::Guard>(gpu::sibling_path("gpu_child"));
    }
    static void insist(Driver& window) {
        window.click("GPU##tab");
        window.settle();
        window.click("Run it on the GPU anyway##gpu");
        window.settle();
    }
    void TearDown() override {
        GpuWindow::TearDown();
        for (const char* name : {"WARPSCOPE_CUDA_DRIVER", "FAKE_CUDA_KERNELS", "WARPSCOPE_GPU_LIMIT"}) unsetenv(name);
    }
};

TEST_F(GuardedGpuWindow, EndlessKernelBlocksNoFrame) {
    using Clock = std::chrono::steady_clock;
    guard_with("missing_guard=hang", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    ASSERT_TRUE(window.model().live.kept_off) << window.model().live.why.english();
    window.click("GPU##tab");
    window.settle();
    window.click("Run it on the GPU anyway##gpu");
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
    EXPECT_TRUE(window.says("The kernel was stopped; the GPU can still be used.")) << window.text();
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_NE(window.model().result, nullptr);
}

TEST_F(GuardedGpuWindow, GpuWorksAfterAFault) {
    guard_with("missing_guard=700", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    insist(window);
    EXPECT_TRUE(window.model().live.stopped) << window.model().live.why.english();
    EXPECT_FALSE(window.model().live.lost);
    EXPECT_NE(window.model().live.why.english().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos)
        << window.model().live.why.english();
    EXPECT_TRUE(window.says("missing_guard.cu:9")) << "the cause, with its line: " << window.text();
    EXPECT_GE(guard->given_up(), 1u);
    EXPECT_EQ(runtime.launches, 0) << "in this process";
}

TEST_F(GuardedGpuWindow, FinishedFaultyKernelIsShown) {
    guard_with("none=1", "3");
    Driver& window = open("bug_museum", "gradient:76x62", "missing_guard");
    if (!window.model().result) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    insist(window);
    EXPECT_TRUE(window.model().live.active) << window.model().live.why.english();
    EXPECT_FALSE(window.model().live.stopped);
    EXPECT_EQ(runtime.launches, 0) << "in this process";
    EXPECT_EQ(guard->given_up(), 0u);
}

} // namespace
} // namespace warpscope::ui
