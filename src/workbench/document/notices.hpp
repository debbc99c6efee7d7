#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::workbench {

struct Notice {
    bool error = false;
    Message words, hint;
    double until = 0;
    uint64_t id = 0;
};

class Notices {
public:
    /// Adds a message; replaces an equal one. May drop the oldest.
    uint64_t say(double now, bool error, Message words, Message hint = {}, std::optional<double> seconds = {});
    void expire(double now);
    void dismiss(uint64_t id);
    void forget_errors() {
        std::erase_if(shown_, [](const Notice& notice) { return notice.error; });
    }
    [[nodiscard]] const std::vector<Notice>& shown() const { return shown_; }

private:
    std::vector<Notice> shown_;
    uint64_t next_ = 1;
};

} // namespace warpscope::workbench
