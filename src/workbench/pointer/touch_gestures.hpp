#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "scene/camera.hpp"

namespace warpscope::workbench {

enum class TouchPhase : uint8_t { begin, move, end, cancel };

struct Touch {
    TouchPhase phase{};
    int64_t finger = 0;
    scene::Point at; // logical pixels of the window
    double time = 0; // seconds
};

enum class MouseButton : uint8_t { left, right, middle };

struct MouseEvent {
    enum class Kind : uint8_t { move, leave, press, release, wheel, scroll };
    Kind kind{};
    scene::Point at; // new position for `move`, distance for `scroll`
    MouseButton button{};
    double notches = 0; // positive: zooms in
    friend bool operator==(const MouseEvent&, const MouseEvent&) = default;
};

/// Turns touches into mouse events:
/// - tap: click; long press: right click;
/// - drag: drag with the left button, or scroll;
/// - two fingers: wheel at their middle, and drag with the middle button.
class TouchGestures {
public:
    static constexpr double long_press_seconds = 0.5, double_tap_seconds = 0.35;
    static constexpr double slop = 10; // a resting finger moves less; logical pixels
    static constexpr double wheel_factor = 1.2;

    using CanScroll = std::function<bool(scene::Point at, bool vertically)>;

    explicit TouchGestures(CanScroll can_scroll)
        : can_scroll_(std::move(can_scroll)) {}

    [[nodiscard]] bool is_idle() const { return fingers_.empty(); }
    [[nodiscard]] std::vector<MouseEvent> handle(const Touch& touch);
    /// Recognizes long presses and reports moves of two fingers. Call once per frame, after handle().
    [[nodiscard]] std::vector<MouseEvent> update(double now);

private:
    enum class State : uint8_t { idle, waiting, dragging, scrolling, pinching, finished };
    struct Finger {
        int64_t id = 0;
        scene::Point at;
    };
    struct Tap {
        scene::Point at;
        double time = 0;
    };

    void begin(const Touch& touch);
    void move(const Touch& touch);
    void lift(const Touch& touch);
    void begin_drag(scene::Point at);
    void begin_pinch();
    void move_pinch();
    void long_press();
    void emit(MouseEvent::Kind kind) { events_.push_back({kind, {}, MouseButton::left, 0}); }
    void emit(MouseEvent::Kind kind, MouseButton button) { events_.push_back({kind, {}, button, 0}); }
    void emit(MouseEvent::Kind kind, scene::Point at) { events_.push_back({kind, at, MouseButton::left, 0}); }
    [[nodiscard]] scene::Point middle() const;
    [[nodiscard]] double spread() const;

    CanScroll can_scroll_;
    State state_ = State::idle;
    std::vector<Finger> fingers_; // only the first two fingers have an effect
    scene::Point start_, last_;
    double start_time_ = 0;
    bool scrolls_vertically_ = false;
    double spread_ = 0; // distance of the fingers at the last wheel event
    bool zooms_ = false, pinch_moved_ = false;
    std::optional<Tap> tap_;
    std::vector<MouseEvent> events_;
};

} // namespace warpscope::workbench
