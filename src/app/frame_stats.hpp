// How long frames took, for --frame-stats.
#pragma once

#include <chrono>
#include <vector>

namespace warpscope::app {

class FrameStats {
public:
    using Clock = std::chrono::steady_clock;

    /// A frame whose part in our code took `own_seconds` and which has just been handed to the screen.
    void add(double own_seconds);
    /// To standard error: when the first frame was there, counted from the program's start, then number of frames and
    /// median, 99th percentile and longest of our code's part in them: building the window and handing maps to OpenGL,
    /// without drawing.
    void print() const;

private:
    std::vector<double> times_;
    Clock::time_point first_;
};

} // namespace warpscope::app
