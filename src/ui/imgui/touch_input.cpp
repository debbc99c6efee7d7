#include "ui/imgui/touch_input.hpp"

#include <algorithm>
#include <cfloat>
#include <iterator>
#include <utility>

#include <imgui_internal.h>

namespace warpscope::ui {

bool TouchInput::feed(double now) {
    // Waits for earlier events: Dear ImGui handles a move and a press in different frames.
    if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) return false;
    std::vector<MouseEvent> events;
    for (const Touch& touch : std::exchange(waiting_, {}))
        std::ranges::copy(gestures_.handle(touch), std::back_inserter(events));
    std::ranges::copy(gestures_.update(now), std::back_inserter(events));
    if (events.empty()) return false;
    ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
    float scroll_x = 0, scroll_y = 0;
    for (const MouseEvent& event : events)
        if (event.kind == MouseEvent::Kind::scroll) {
            scroll_x += static_cast<float>(event.at.x);
            scroll_y += static_cast<float>(event.at.y);
        } else {
            feed(event);
        }
    ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_Mouse);
    if (ImGuiWindow* const window = ImGui::FindWindowByID(scrolled_)) {
        if (scroll_x != 0) ImGui::SetScrollX(window, window->Scroll.x - scroll_x);
        if (scroll_y != 0) ImGui::SetScrollY(window, window->Scroll.y - scroll_y);
    }
    return true;
}

ImGuiID TouchInput::window_to_scroll(ImVec2 at, bool vertically) {
    ImGuiWindow* window = nullptr;
    ImGui::FindHoveredWindowEx(at, false, &window, nullptr);
    while (window != nullptr) {
        const bool can_scroll =
            vertically ? window->ScrollMax.y > 0
                       : window->ScrollMax.x > 0 && (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
        if (can_scroll && (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0) return window->ID;
        window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
    }
    return 0;
}

void TouchInput::feed(const MouseEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    static_assert(int{ImGuiMouseButton_Right} == static_cast<int>(MouseButton::right) &&
                  int{ImGuiMouseButton_Middle} == static_cast<int>(MouseButton::middle));
    switch (event.kind) {
    case MouseEvent::Kind::move:
        io.AddMousePosEvent(static_cast<float>(event.at.x), static_cast<float>(event.at.y));
        break;
    case MouseEvent::Kind::leave: io.AddMousePosEvent(-FLT_MAX, -FLT_MAX); break;
    case MouseEvent::Kind::press: io.AddMouseButtonEvent(static_cast<int>(event.button), true); break;
    case MouseEvent::Kind::release: io.AddMouseButtonEvent(static_cast<int>(event.button), false); break;
    case MouseEvent::Kind::wheel: io.AddMouseWheelEvent(0, static_cast<float>(event.notches)); break;
    case MouseEvent::Kind::scroll: break;
    }
}

} // namespace warpscope::ui
