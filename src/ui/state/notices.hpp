// The messages over the views: each goes away by itself or when it is clicked.
#pragma once

#include <string>
#include <vector>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class Notices {
public:
    /// Shows a message from `now` on (ImGui time). The same words are shown once; the oldest goes when there are too
    /// many.
    void say(double now, bool error, Message words, Message hint = {});
    void expire(double now);
    void dismiss(uint64_t id);
    [[nodiscard]] const std::vector<Notice>& shown() const { return shown_; }

private:
    std::vector<Notice> shown_; // oldest first
    uint64_t next_ = 1;
};

} // namespace warpscope::ui
