// Frame times for --frame-stats.
#pragma once

#include <chrono>
#include <vector>

namespace warpscope::app {

class FrameStats {
public:
    using Clock = std::chrono::steady_clock;

    /// Adds a presented frame; `own_seconds` excludes drawing.
    void add(double own_seconds);
    /// Prints to standard error the time of the first frame since program start, the number of frames, and median, 99th
    /// percentile and maximum of their times.
    void print() const;

private:
    std::vector<double> times_;
    Clock::time_point first_;
};

} // namespace warpscope::app
