// Overlays made on the GPU, and pictures shown before their overlays.
#include "gpu_window.hpp"

#include "session/require_run.hpp"

namespace warpscope::ui {
namespace {

// The fake runtime's kernels record nothing, so every overlay of the recording differs from the emulator's.
TEST_F(GpuWindow, OverlaysComeFromGpuAndBack) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    window.paint_frames(); // drawing the views makes their layers
    const auto emulated = window.model().result;
    REQUIRE_RUN(emulated);
    window.click("GPU##tab");
    window.settle();
    ASSERT_NE(window.model().study.recording, nullptr) << window.model().study.problem;
    EXPECT_EQ(bridge.registered, 1) << "the picture";
    window.click("GPU");
    window.settle();
    // A map of marks may be registered before the recording is displayed.
    EXPECT_LE(bridge.registered_maps, 1) << "marks alone; keys follow from them";
    EXPECT_EQ(window.model().result->recorded_on, "Fake GPU");
    EXPECT_EQ(window.model().result->shown().ownership.owners, 0u);
    window.click("emulator");
    window.settle();
    EXPECT_EQ(window.model().result, emulated);
    EXPECT_EQ(bridge.mapped, 0);
}

// The emulator needs a while for this kernel, so that frames are drawn before its measurement, even on a busy machine.
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

// The overlay is switched off while the GPU counts, and on again before it finishes. The counts are not lost.
TEST_F(GpuWindow, DroppedHeatIsRequestedAgain) {
    Driver& window = open("box_blur", "noise:640x480");
    REQUIRE_RUN(window.model().result);
    take_overlays_from_gpu(window);
    for (int i = 0; i < 5; ++i) window.key(ImGuiMod_Shift | ImGuiKey_S);
    window.settle();
    EXPECT_NE(window.model().probes.drawn, nullptr);
    EXPECT_FALSE(window.model().heat_newer);
}

TEST_F(GpuWindow, CanceledMoveDropsItsPicture) {
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
