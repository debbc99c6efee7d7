// Named groups of ImGui drawing, which become groups when a frame is written as shapes (ui/imgui/frame_drawing.hpp).
// Without effect on screen.
#pragma once

#include <string>

#include <imgui.h>

namespace warpscope::render {

/// Marker in a draw list, with the name as callback data, or "" at the end.
inline void name_marker(const ImDrawList* /*list*/, const ImDrawCmd* /*command*/) {}

/// Names everything added to `list` during its lifetime.
class NamedGroup {
public:
    NamedGroup(ImDrawList& list, const std::string& name)
        : list_(list)
        , marks_(wanted_) {
        // ImGui copies the name
        if (marks_) list_.AddCallback(name_marker, const_cast<char*>(name.c_str()), name.size() + 1);
    }
    ~NamedGroup() {
        char end = 0;
        if (marks_) list_.AddCallback(name_marker, &end, 1);
    }
    /// Turns markers on while frames are written as shapes.
    static void want(bool on) { wanted_ = on; }
    NamedGroup(const NamedGroup&) = delete;
    NamedGroup& operator=(const NamedGroup&) = delete;

private:
    static inline bool wanted_ = false;
    ImDrawList& list_;
    bool marks_;
};

} // namespace warpscope::render
