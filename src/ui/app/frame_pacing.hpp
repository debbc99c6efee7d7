// How often to draw while the emulator computes.
//
// Software OpenGL draws with the same cores that the emulator runs on: a window that is drawn anew with every move of
// the mouse takes half of them away, and the picture that all wait for comes twice as late. So a frame is followed by a
// pause in which only the emulator works. With a GPU there is no pause.
#pragma once

#include <chrono>

namespace warpscope::ui {

class Pacing {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Pacing(bool software)
        : software_(software) {}
    /// A frame is on the screen; it took so many seconds, drawing included.
    void shown(Time now, double seconds);
    /// Seconds until the next frame is due. `computing`: the emulator is at work.
    [[nodiscard]] double pause(Time now, bool computing) const;

private:
    bool software_ = false;
    Time next_;
};

} // namespace warpscope::ui
