// The messages over the views: each goes away by itself or when it is clicked.
#pragma once

#include <string>
#include <vector>

namespace warpscope::workbench {

/// A message over the views that goes away by itself, or when it is clicked.
struct Notice {
    bool error = false;
    std::string words, hint;
    double until = 0; // seconds, as Clock::now
    uint64_t id = 0;
};

class Notices {
public:
    /// Shows a message from `now` on. The same words are shown once; the oldest goes when there are too
    /// many.
    void say(double now, bool error, std::string words, std::string hint = {});
    void expire(double now);
    void dismiss(uint64_t id);
    [[nodiscard]] const std::vector<Notice>& shown() const { return shown_; }

private:
    std::vector<Notice> shown_; // oldest first
    uint64_t next_ = 1;
};

} // namespace warpscope::workbench
