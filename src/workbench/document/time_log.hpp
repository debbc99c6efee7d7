#pragma once

#include <deque>
#include <vector>

namespace warpscope::workbench {

class TimeLog {
public:
    explicit TimeLog(size_t kept)
        : kept_(kept) {}
    void add(double seconds) {
        times_.push_back(seconds);
        if (times_.size() > kept_) times_.pop_front();
    }
    [[nodiscard]] std::vector<double> values() const { return {times_.begin(), times_.end()}; }

private:
    size_t kept_ = 0;
    std::deque<double> times_;
};

} // namespace warpscope::workbench
