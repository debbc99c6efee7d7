// How many frames are still to be drawn although nothing comes from outside: what has just changed takes more than one
// frame to show (a tooltip finds its size in its second, uploads come before what is drawn of them).
#pragma once

#include <algorithm>

namespace warpscope::workbench {

class Redraw {
public:
    /// At least so many more frames, counted from the next.
    void want(int frames = 2) { due_ = std::max(due_, frames); }
    void begin_frame() { due_ = std::max(due_ - 1, 0); }
    [[nodiscard]] bool due() const { return due_ > 0; }

private:
    int due_ = 3;
};

} // namespace warpscope::workbench
