#pragma once

#include <chrono>
#include <vector>

namespace warpscope::app {

class FrameStats {
public:
    using Clock = std::chrono::steady_clock;

    /// `own_seconds`: time of a frame without waiting for the display.
    void add(double own_seconds);
    /// Prints to standard error: time from start to first frame; number of frames; median, 99th percentile and maximum
    /// of `own_seconds`.
    void print() const;

private:
    std::vector<double> times_;
    Clock::time_point first_;
};

} // namespace warpscope::app
