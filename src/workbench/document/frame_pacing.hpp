// How often to draw while the emulator computes.
//
// Software OpenGL draws with the same cores that the emulator runs on: a window that is drawn anew with every move of
// the mouse takes half of them away, and the picture that all wait for comes twice as late. So a frame is followed by a
// pause in which only the emulator works. With a GPU there is no pause.
#pragma once

#include <chrono>
#include <optional>

namespace warpscope::workbench {

class Pacing {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Pacing(bool software)
        : software_(software) {}
    /// A frame is on the screen; it took so many seconds, drawing included.
    void shown(Time now, double seconds);
    /// Seconds until the next frame is due. `computing`: the emulator is at work; `still`: the mouse does not move, so
    /// that nothing but the progress is new.
    [[nodiscard]] double pause(Time now, bool computing, bool still = false) const;
    /// Returns whether to draw what a frame shows. Not where a new run is on its way to OpenGL, which takes a few
    /// frames and is going to replace all of it.
    [[nodiscard]] bool worth_painting(Time now, bool uploading) const;

private:
    bool software_ = false;
    double took_ = 0; // the last frame, in seconds
    std::optional<Time> last_;
};

} // namespace warpscope::workbench
