// Overlays of the window that are made on the GPU, and pictures that are ahead of them.
#include "gpu_window.hpp"

#include "session/require_run.hpp"

namespace warpscope::ui {
namespace {

// The fake's kernels record nothing, so that the recording differs from the emulator in everything.
TEST_F(GpuWindow, OverlaysComeFromGpuAndBack) {
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
    // Until the recording is on the screen the GPU writes marks of the same launch, where it is done before.
    EXPECT_LE(bridge.registered_maps, 1) << "marks alone; keys follow from them";
    EXPECT_EQ(window.model().result->recorded_on, "Fake GPU");
    EXPECT_EQ(window.model().result->shown().ownership.owners, 0u);
    window.click("emulator");
    window.settle();
    EXPECT_EQ(window.model().result, emulated);
    EXPECT_EQ(bridge.mapped, 0);
}

// With a kernel that takes the emulator a while, so that there are frames before it has measured, on a busy machine
// too.
TEST_F(GpuWindow, GpuOverlaysPrecedeTheEmulator) {
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

TEST_F(GpuWindow, GpuHeatPrecedesTheEmulator) {
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
TEST_F(GpuWindow, DroppedHeatIsRequestedAgain) {
    Driver& window = open("box_blur", "noise:640x480");
    REQUIRE_RUN(window.model().result);
    take_overlays_from_gpu(window);
    for (int i = 0; i < 5; ++i) window.key(ImGuiMod_Shift | ImGuiKey_S);
    window.settle();
    EXPECT_NE(window.model().probes.drawn, nullptr);
    EXPECT_FALSE(window.model().heat_newer);
}

// A picture that is ahead goes when its run is cancelled.
TEST_F(GpuWindow, CancelledMoveDropsItsPicture) {
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

} // namespace
} // namespace warpscope::ui
