// Software OpenGL redraws only changes; the screen must look like a full redraw.
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

class FrameDamageTest : public testing::Test {
protected:
    void SetUp() override {
        Start start = start_with(setup_of("box_blur", "noise:40x30"));
        start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "tiled");
        start.pin = CellCoordinates{20, 15, 0};
        start.preferences.panes.drawer = 300;
        driver.emplace(start, 1200, 800);
        driver->paint_frames();
        driver->settle();
    }
    void TearDown() override { driver->paint_frames(false); }

    /// Returns the number of pixels in which the last frame differs from a full redraw.
    size_t wrong_pixels() {
        driver->settle();
        driver->frames(20); // the background of a dialog darkens frame by frame
        const std::vector<uint8_t> shown = driver->screen();
        const Picture whole = driver->picture();
        EXPECT_EQ(shown.size(), whole.rgba.size());
        size_t wrong = 0;
        for (size_t k = 0; k + 3 < std::min(shown.size(), whole.rgba.size()); k += 4)
            if (shown[k] != whole.rgba[k] || shown[k + 1] != whole.rgba[k + 1] || shown[k + 2] != whole.rgba[k + 2])
                ++wrong;
        return wrong;
    }
    std::optional<Driver> driver;
};
using FrameDamagePixels = FrameDamageTest;

TEST_F(FrameDamagePixels, MomentRedrawsChangedPixels) {
    driver->click("##scope block");
    EXPECT_EQ(wrong_pixels(), 0u);
    for (const float share : {0.1f, 0.4f, 0.45f, 0.95f, 0.2f}) {
        const Recorder::Item track = driver->item("time/track");
        driver->click_at({track.min.x + (track.max.x - track.min.x) * share, (track.min.y + track.max.y) / 2});
        EXPECT_EQ(wrong_pixels(), 0u) << share;
    }
    for (int k = 0; k < 5; ++k) {
        driver->key(ImGuiKey_Period);
        EXPECT_EQ(wrong_pixels(), 0u) << "step " << k;
    }
    driver->click("##scope launch");
    EXPECT_EQ(wrong_pixels(), 0u);
    driver->click("##scope all");
    EXPECT_EQ(wrong_pixels(), 0u);
}

TEST_F(FrameDamagePixels, ClosedWidgetsLeaveNoPixels) {
    EXPECT_EQ(wrong_pixels(), 0u);
    for (const std::string_view what : {"variant", "Timeline##tab", "Data flow##tab"}) {
        driver->click(what);
        EXPECT_EQ(wrong_pixels(), 0u) << what;
        driver->key(ImGuiKey_Escape);
        EXPECT_EQ(wrong_pixels(), 0u) << "closed: " << what;
    }
    for (const ImGuiKey key : {ImGuiKey_F, ImGuiKey_KeypadAdd, ImGuiKey_KeypadAdd, ImGuiKey_H, ImGuiKey_V, ImGuiKey_F1,
                               ImGuiKey_Escape, ImGuiKey_M, ImGuiKey_M}) {
        driver->key(key);
        EXPECT_EQ(wrong_pixels(), 0u) << ImGui::GetKeyName(key);
    }
    driver->resize(1000, 700);
    EXPECT_EQ(wrong_pixels(), 0u);
}

} // namespace
} // namespace warpscope::ui
