#include "app/frame_stats.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::app {

void FrameStats::add(const std::vector<double>& times) {
    if (!times.empty()) times_.push_back(times.back());
}

void FrameStats::print() const {
    if (times_.empty()) return;
    std::vector<double> sorted = times_;
    std::sort(sorted.begin(), sorted.end());
    auto at = [&](double share) {
        return 1e3 * sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    fmt::print(stderr, "frames {}  first {:.1f} ms  median {:.1f} ms  99 % {:.1f} ms  longest {:.1f} ms\n",
               sorted.size(), 1e3 * times_.front(), at(0.5), at(0.99), at(1));
}

} // namespace warpscope::app
