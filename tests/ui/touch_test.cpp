#include <cmath>
#include <imgui_internal.h>
#include <optional>

#include "driver.hpp"
#include "ui/imgui/touch_input.hpp"

namespace warpscope::ui {
namespace {

class Fingers : public testing::Test {
protected:
    void start(uint32_t width, uint32_t height) {
        Start how = start_with(setup_of("box_blur", "gradient:120x80"));
        how.preferences.panes = {};
        driver.emplace(std::move(how), width, height);
        driver->settle();
    }
    void touch(TouchPhase phase, int finger, ImVec2 at) {
        input.add({phase, finger, {at.x, at.y}, now});
        pass(0.05);
    }
    void pass(double seconds) {
        now += seconds;
        input.feed(now);
        driver->frames(4);
    }
    [[nodiscard]] static bool menu_is_shown() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); }

    std::optional<Driver> driver;
    TouchInput input;
    double now = 1;
};

TEST_F(Fingers, TapPinsACell) {
    start(1400, 860);
    const ImVec2 cell = driver->at_cell("right view", 20, 15);
    touch(TouchPhase::begin, 1, cell);
    touch(TouchPhase::end, 1, cell);
    driver->settle();
    ASSERT_TRUE(driver->model().scene->pin);
    EXPECT_EQ(std::floor(driver->model().scene->pin->place.x), 20);
    EXPECT_EQ(std::floor(driver->model().scene->pin->place.y), 15);
    EXPECT_FALSE(ImGui::IsMousePosValid()) << "nothing is hovered";
}

TEST_F(Fingers, LongPressOpensTheMenu) {
    start(1400, 860);
    const ImVec2 cell = driver->at_cell("right view", 20, 15);
    touch(TouchPhase::begin, 1, cell);
    EXPECT_FALSE(menu_is_shown());
    pass(0.6);
    EXPECT_TRUE(menu_is_shown());
    touch(TouchPhase::end, 1, cell);
    EXPECT_TRUE(menu_is_shown());
    driver->key(ImGuiKey_Escape);
}

TEST_F(Fingers, PinchZoomsTheView) {
    start(1400, 860);
    const ImVec2 middle = driver->at_cell("right view", 60, 40);
    const double before = driver->model().camera.pixels_per_cell;
    touch(TouchPhase::begin, 1, {middle.x - 40, middle.y});
    touch(TouchPhase::begin, 2, {middle.x + 40, middle.y});
    for (const float apart : {45.0f, 60.0f, 90.0f}) {
        touch(TouchPhase::move, 1, {middle.x - apart, middle.y});
        touch(TouchPhase::move, 2, {middle.x + apart, middle.y});
    }
    touch(TouchPhase::end, 1, {middle.x - 90, middle.y});
    touch(TouchPhase::end, 2, {middle.x + 90, middle.y});
    driver->settle();
    EXPECT_GT(driver->model().camera.pixels_per_cell, 1.7 * before);
    const ImVec2 after = driver->at_cell("right view", 60, 40);
    EXPECT_NEAR(after.x, middle.x, 8);
    EXPECT_NEAR(after.y, middle.y, 2);
    EXPECT_FALSE(driver->model().scene->pin) << "it is no click";
}

TEST_F(Fingers, TwoFingersMoveTheView) {
    start(1400, 860);
    const ImVec2 cell = driver->at_cell("right view", 60, 40);
    const double before = driver->model().camera.pixels_per_cell;
    touch(TouchPhase::begin, 1, {cell.x - 40, cell.y});
    touch(TouchPhase::begin, 2, {cell.x + 40, cell.y});
    for (int step = 1; step <= 4; ++step) {
        const float by = 10.0f * static_cast<float>(step);
        input.add({TouchPhase::move, 1, {cell.x - 40 + by, cell.y + by}, now});
        touch(TouchPhase::move, 2, {cell.x + 40 + by, cell.y + by});
    }
    touch(TouchPhase::cancel, 1, cell);
    touch(TouchPhase::cancel, 2, cell);
    driver->settle();
    EXPECT_NEAR(driver->model().camera.pixels_per_cell, before, 1e-9 * before);
    const ImVec2 after = driver->at_cell("right view", 60, 40);
    EXPECT_NEAR(after.x, cell.x + 40, 1);
    EXPECT_NEAR(after.y, cell.y + 40, 1);
}

TEST_F(Fingers, SwipeScrollsThePanel) {
    start(1000, 420);
    const float before = driver->item("radius").min.y;
    touch(TouchPhase::begin, 1, {60, 300});
    for (const float y : {280.0f, 270.0f, 250.0f}) touch(TouchPhase::move, 1, {62, y});
    touch(TouchPhase::end, 1, {62, 250});
    driver->settle();
    EXPECT_NEAR(driver->item("radius").min.y, before - 30, 1) << "the finger rests for the first 20 pixels";
}

TEST_F(Fingers, SidewaysDragMovesASlider) {
    start(1000, 420);
    const Recorder::Item track = driver->item("block x/track");
    const ImVec2 knob{track.min.x + 0.5f * (track.max.x - track.min.x), (track.min.y + track.max.y) / 2};
    const Dim3 before = driver->model().setup->settings.block;
    touch(TouchPhase::begin, 1, knob);
    touch(TouchPhase::move, 1, {knob.x - 20, knob.y});
    touch(TouchPhase::move, 1, {knob.x - 50, knob.y + 2});
    touch(TouchPhase::end, 1, {knob.x - 50, knob.y + 2});
    driver->settle();
    EXPECT_LT(driver->model().setup->settings.block.x, before.x);
}

} // namespace
} // namespace warpscope::ui
