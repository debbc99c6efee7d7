#include "workbench/pointer/touch_gestures.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace warpscope::workbench {
namespace {

class TouchGesturesTest : public testing::Test {
protected:
    using Kind = MouseEvent::Kind;
    using enum TouchPhase;

    void touch(TouchPhase phase, int64_t finger, scene::Point at, double time) {
        for (const MouseEvent& event : gestures.handle({phase, finger, at, time})) add(event);
    }
    void update(double now) {
        for (const MouseEvent& event : gestures.update(now)) add(event);
    }
    void add(const MouseEvent& event) {
        events.push_back(event);
        if (event.kind == Kind::move) mouse = event.at;
        if (event.kind == Kind::leave) mouse.reset();
        if (event.kind == Kind::press) pressed_at = mouse;
        notches += event.notches;
        if (event.kind == Kind::scroll) scrolled = {scrolled.x + event.at.x, scrolled.y + event.at.y};
    }
    [[nodiscard]] std::vector<Kind> kinds() const {
        std::vector<Kind> all;
        for (const MouseEvent& event : events) all.push_back(event.kind);
        return all;
    }
    [[nodiscard]] bool uses(MouseButton button) const {
        return std::ranges::any_of(
            events, [&](const MouseEvent& event) { return event.kind == Kind::press && event.button == button; });
    }

    bool scrolls_vertically = false;
    TouchGestures gestures{[this](scene::Point, bool vertically) { return vertically && scrolls_vertically; }};
    std::vector<MouseEvent> events;
    std::optional<scene::Point> mouse, pressed_at;
    double notches = 0;
    scene::Point scrolled;
};

TEST_F(TouchGesturesTest, TapClicks) {
    touch(begin, 1, {50, 60}, 1);
    update(1.05);
    touch(end, 1, {53, 58}, 1.1);
    EXPECT_EQ(kinds(), (std::vector{Kind::move, Kind::press, Kind::release, Kind::leave}));
    EXPECT_EQ(pressed_at, (scene::Point{50, 60}));
    EXPECT_TRUE(uses(MouseButton::left));
}

TEST_F(TouchGesturesTest, SecondTapHitsTheSamePixel) {
    touch(begin, 1, {50, 60}, 1);
    touch(end, 1, {50, 60}, 1.05);
    touch(begin, 1, {56, 57}, 1.2);
    touch(end, 1, {56, 57}, 1.25);
    EXPECT_EQ(pressed_at, (scene::Point{50, 60}));
    touch(begin, 1, {56, 57}, 3);
    touch(end, 1, {56, 57}, 3.05);
    EXPECT_EQ(pressed_at, (scene::Point{56, 57})) << "too late for a double tap";
}

TEST_F(TouchGesturesTest, DragHoldsTheLeftButton) {
    touch(begin, 1, {50, 60}, 1);
    touch(move, 1, {55, 60}, 1.1);
    EXPECT_EQ(kinds(), std::vector{Kind::move}) << "the finger rests";
    touch(move, 1, {70, 60}, 1.2);
    touch(move, 1, {90, 62}, 1.3);
    EXPECT_EQ(pressed_at, (scene::Point{50, 60})) << "the grabbed place";
    EXPECT_EQ(mouse, (scene::Point{90, 62}));
    update(5);
    touch(end, 1, {90, 62}, 5);
    EXPECT_EQ(kinds(), (std::vector{Kind::move, Kind::press, Kind::move, Kind::move, Kind::release, Kind::leave}));
}

TEST_F(TouchGesturesTest, ContentFollowsTheFinger) {
    scrolls_vertically = true;
    touch(begin, 1, {50, 60}, 1);
    touch(move, 1, {52, 40}, 1.1);
    touch(move, 1, {60, 10}, 1.2);
    touch(end, 1, {60, 5}, 1.3);
    EXPECT_EQ(scrolled, (scene::Point{0, -35})) << "without a jump at the start";
    EXPECT_FALSE(pressed_at);
}

TEST_F(TouchGesturesTest, SidewaysDragMovesASlider) {
    scrolls_vertically = true;
    touch(begin, 1, {50, 60}, 1);
    touch(move, 1, {80, 65}, 1.1);
    EXPECT_TRUE(pressed_at);
    EXPECT_EQ(scrolled, scene::Point());
}

TEST_F(TouchGesturesTest, LongPressIsARightClick) {
    touch(begin, 1, {50, 60}, 1);
    update(1.4);
    EXPECT_FALSE(pressed_at);
    update(1.5);
    EXPECT_EQ(pressed_at, (scene::Point{50, 60}));
    touch(move, 1, {90, 60}, 1.7);
    touch(end, 1, {90, 60}, 1.8);
    EXPECT_TRUE(uses(MouseButton::right));
    EXPECT_FALSE(uses(MouseButton::left));
    EXPECT_FALSE(mouse);
}

TEST_F(TouchGesturesTest, LateFramesRecognizeLongPresses) {
    touch(begin, 1, {50, 60}, 1);
    touch(end, 1, {50, 60}, 1.6);
    EXPECT_TRUE(uses(MouseButton::right));
    EXPECT_FALSE(uses(MouseButton::left));
}

TEST_F(TouchGesturesTest, PinchZoomsAroundItsMiddle) {
    touch(begin, 1, {100, 100}, 1);
    touch(begin, 2, {200, 100}, 1.05);
    EXPECT_EQ(pressed_at, (scene::Point{150, 100}));
    EXPECT_TRUE(uses(MouseButton::middle));
    touch(move, 2, {220, 100}, 1.1);
    update(1.1);
    EXPECT_EQ(notches, 0) << "the picture does not jump";
    touch(move, 1, {60, 100}, 1.2);
    touch(move, 2, {300, 100}, 1.2);
    update(1.2);
    EXPECT_EQ(mouse, (scene::Point{180, 100}));
    EXPECT_NEAR(std::pow(TouchGestures::wheel_factor, notches), 2, 1e-9);
    touch(end, 1, {60, 100}, 1.3);
    touch(move, 2, {10, 10}, 1.4);
    touch(end, 2, {10, 10}, 1.5);
    EXPECT_FALSE(mouse);
    EXPECT_FALSE(uses(MouseButton::left)) << "the last finger clicks nothing";
}

TEST_F(TouchGesturesTest, TwoFingersPanWithoutZoom) {
    touch(begin, 1, {100, 100}, 1);
    touch(begin, 2, {200, 100}, 1);
    for (int step = 1; step <= 5; ++step) {
        touch(move, 1, {100 + 10.0 * step, 100}, 1 + 0.1 * step);
        touch(move, 2, {203 + 10.0 * step, 100}, 1 + 0.1 * step);
        update(1 + 0.1 * step);
    }
    EXPECT_EQ(notches, 0);
    EXPECT_EQ(mouse, (scene::Point{201.5, 100}));
}

TEST_F(TouchGesturesTest, SecondFingerEndsADrag) {
    touch(begin, 1, {50, 60}, 1);
    touch(move, 1, {90, 60}, 1.1);
    touch(begin, 2, {200, 60}, 1.2);
    int held = 0;
    for (const MouseEvent& event : events)
        if (event.button == MouseButton::left) held += (event.kind == Kind::press) - (event.kind == Kind::release);
    EXPECT_EQ(held, 0);
    EXPECT_TRUE(uses(MouseButton::middle));
}

TEST_F(TouchGesturesTest, CancelClicksNothing) {
    touch(begin, 1, {50, 60}, 1);
    touch(cancel, 1, {50, 60}, 1.1);
    EXPECT_FALSE(pressed_at);
    touch(begin, 1, {50, 60}, 2);
    touch(move, 1, {90, 60}, 2.1);
    touch(cancel, 1, {90, 60}, 2.2);
    ASSERT_GE(events.size(), 3u);
    EXPECT_EQ(kinds()[events.size() - 3], Kind::leave);
    EXPECT_EQ(kinds()[events.size() - 2], Kind::release) << "outside of the dragged item";
    touch(begin, 3, {10, 10}, 3);
    touch(end, 3, {10, 10}, 3.1);
    EXPECT_EQ(pressed_at, (scene::Point{10, 10})) << "the next tap clicks";
}

} // namespace
} // namespace warpscope::workbench
