// Frame rate during emulation. Software OpenGL takes cores from the emulator, so a pause follows each frame.
#pragma once

#include <chrono>
#include <optional>

namespace warpscope::workbench {

class Pacing {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Pacing(bool software)
        : software_(software) {}
    void shown(Time now, double seconds);
    /// Returns the seconds until the next frame. `still`: the picture changes only in its progress display.
    [[nodiscard]] double pause(Time now, bool computing, bool still = false) const;
    /// Returns false if software draws the views and an upload will change them soon.
    [[nodiscard]] bool should_present(Time now, bool uploading) const;

private:
    bool software_ = false;
    double took_ = 0;
    std::optional<Time> last_;
};

} // namespace warpscope::workbench
