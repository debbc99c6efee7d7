// Names for parts of what is drawn with ImGui, which become groups where a frame is written as shapes
// (ui/imgui/frame_drawing.hpp). In a window there are none.
#pragma once

#include <string>

#include <imgui.h>

namespace warpscope::render {

/// What NamedGroup leaves in a draw list: the name as the callback's data, which is empty at the end.
inline void name_marker(const ImDrawList* /*list*/, const ImDrawCmd* /*command*/) {}

/// What is added to `list` while this lives.
class NamedGroup {
public:
    NamedGroup(ImDrawList& list, const std::string& name)
        : list_(list)
        , marks_(wanted_) {
        if (marks_) list_.AddCallback(name_marker, const_cast<char*>(name.c_str()), name.size() + 1); // copied
    }
    ~NamedGroup() {
        char end = 0;
        if (marks_) list_.AddCallback(name_marker, &end, 1);
    }
    /// Frames are written as shapes from now on, or no more.
    static void want(bool on) { wanted_ = on; }
    NamedGroup(const NamedGroup&) = delete;
    NamedGroup& operator=(const NamedGroup&) = delete;

private:
    static inline bool wanted_ = false;
    ImDrawList& list_;
    bool marks_;
};

} // namespace warpscope::render
