// Names groups of ImGui drawing commands for exported figures (ui/imgui/frame_drawing.hpp).
#pragma once

#include <string>

#include <imgui.h>

namespace warpscope::render {

/// Marks a group's begin or end. The callback data is its name, or "" at the end.
inline void name_marker(const ImDrawList* /*list*/, const ImDrawCmd* /*command*/) {}

class NamedGroup {
public:
    NamedGroup(ImDrawList& list, const std::string& name)
        : list_(list)
        , marks_(wanted_) {
        if (marks_) list_.AddCallback(name_marker, const_cast<char*>(name.c_str()), name.size() + 1);
    }
    ~NamedGroup() {
        char end = 0;
        if (marks_) list_.AddCallback(name_marker, &end, 1);
    }
    static void want(bool on) { wanted_ = on; }
    NamedGroup(const NamedGroup&) = delete;
    NamedGroup& operator=(const NamedGroup&) = delete;

private:
    static inline bool wanted_ = false;
    ImDrawList& list_;
    bool marks_;
};

} // namespace warpscope::render
