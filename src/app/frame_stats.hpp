// How long frames took on the UI thread, for --frame-stats.
#pragma once

#include <vector>

namespace warpscope::app {

class FrameStats {
public:
    /// Takes the newest of the times, in seconds.
    void add(const std::vector<double>& times);
    /// To standard error: number of frames, median, 99th percentile, longest.
    void print() const;

private:
    std::vector<double> times_;
};

} // namespace warpscope::app
