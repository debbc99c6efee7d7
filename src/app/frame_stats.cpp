#include "app/frame_stats.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::app {
namespace {

/// Initialized before main(), but after libraries are loaded.
const FrameStats::Clock::time_point program_start = FrameStats::Clock::now();

} // namespace

void FrameStats::add(double own_seconds) {
    if (times_.empty()) first_ = Clock::now();
    times_.push_back(own_seconds);
}

void FrameStats::print() const {
    if (times_.empty()) return;
    std::vector<double> sorted = times_;
    std::sort(sorted.begin(), sorted.end());
    auto at = [&](double share) {
        return 1e3 * sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    const double first = std::chrono::duration<double, std::milli>(first_ - program_start).count();
    fmt::print(
        stderr,
        "first frame {:.0f} ms after the start; our code in {} frames: median {:.1f} ms  99 % {:.1f} ms  longest "
        "{:.1f} ms\n",
        first, sorted.size(), at(0.5), at(0.99), at(1));
}

} // namespace warpscope::app
