#include "ui/imgui/pending_input.hpp"

#include <algorithm>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

namespace warpscope::ui {

bool input_waits() {
    const ImGuiContext* const context = ImGui::GetCurrentContext();
    return context != nullptr && std::any_of(context->InputEventsQueue.begin(), context->InputEventsQueue.end(),
                                             [](const ImGuiInputEvent& event) {
                                                 return event.Type == ImGuiInputEventType_MouseButton ||
                                                        event.Type == ImGuiInputEventType_Key ||
                                                        event.Type == ImGuiInputEventType_Text;
                                             });
}

bool moves_wait() {
    const ImGuiContext* const context = ImGui::GetCurrentContext();
    return context != nullptr &&
           std::any_of(context->InputEventsQueue.begin(), context->InputEventsQueue.end(),
                       [](const ImGuiInputEvent& event) { return event.Type == ImGuiInputEventType_MousePos; });
}

void new_frame() {
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    bool pressed = false;
    int end = 0;
    for (; end < queue.Size; ++end) {
        const ImGuiInputEvent& event = queue[end];
        const bool key = event.Type == ImGuiInputEventType_Key;
        if (key && (event.Key.Key & ImGuiMod_Mask_) != 0) {
            if (!event.Key.Down && pressed) break;
        } else {
            pressed = pressed || (key && event.Key.Down) ||
                      (event.Type == ImGuiInputEventType_MouseButton && event.MouseButton.Down);
        }
    }
    const std::vector<ImGuiInputEvent> later(queue.begin() + end, queue.end());
    queue.resize(end);
    ImGui::NewFrame();
    for (const ImGuiInputEvent& event : later) queue.push_back(event);
}

} // namespace warpscope::ui
