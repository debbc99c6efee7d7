#pragma once

#include <vector>

#include <imgui.h>

#include "ui/workbench.hpp"
#include "workbench/pointer/touch_gestures.hpp"

namespace warpscope::ui {

/// Needs the ImGui context.
class TouchInput {
public:
    TouchInput() = default;
    TouchInput(const TouchInput&) = delete;
    TouchInput& operator=(const TouchInput&) = delete;

    [[nodiscard]] bool is_idle() const { return waiting_.empty() && gestures_.is_idle(); }
    void add(const Touch& touch) { waiting_.push_back(touch); }
    /// Passes touches to ImGui. Call before each frame. Returns whether a frame is due.
    bool feed(double now);

private:
    [[nodiscard]] static ImGuiID window_to_scroll(ImVec2 at, bool vertically);
    void feed(const MouseEvent& event);

    std::vector<Touch> waiting_;
    ImGuiID scrolled_ = 0;
    TouchGestures gestures_{[this](scene::Point at, bool vertically) {
        scrolled_ = window_to_scroll({static_cast<float>(at.x), static_cast<float>(at.y)}, vertically);
        return scrolled_ != 0;
    }};
};

} // namespace warpscope::ui
