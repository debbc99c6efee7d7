#pragma once

#include <algorithm>

namespace warpscope::workbench {

class Redraw {
public:
    void want(int frames = 2) { due_ = std::max(due_, frames); }
    void begin_frame() { due_ = std::max(due_ - 1, 0); }
    [[nodiscard]] bool due() const { return due_ > 0; }

private:
    int due_ = 3;
};

} // namespace warpscope::workbench
