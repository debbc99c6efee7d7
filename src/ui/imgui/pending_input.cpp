#include "ui/imgui/pending_input.hpp"

#include <algorithm>

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

} // namespace warpscope::ui
