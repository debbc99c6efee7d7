#pragma once

#include <chrono>
#include <vector>

namespace warpscope::app {

class FrameStats {
public:
    using Clock = std::chrono::steady_clock;

    /// `own_seconds`: time without drawing.
    void add(double own_seconds);
    /// Prints for --frame-stats to standard error: first frame since start, number of frames; median, 99th percentile
    /// and maximum time.
    void print() const;

private:
    std::vector<double> times_;
    Clock::time_point first_;
};

} // namespace warpscope::app
