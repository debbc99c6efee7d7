#include "ui/imgui/pending_input.hpp"

#include "ui/imgui/key_focus.hpp"

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

namespace {

constexpr ImGuiWindowFlags card_flags = ImGuiWindowFlags_NoNavInputs;

}

bool begin_card(const char* name) { return ImGui::BeginPopup(name, card_flags); }

bool menu_is_open() {
    const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
    return !open.empty() && open.back().Window != nullptr &&
           (open.back().Window->Flags & (ImGuiWindowFlags_Modal | card_flags)) == 0;
}

bool card_is_open() {
    const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
    return !open.empty() && open.back().Window != nullptr && (open.back().Window->Flags & card_flags) != 0;
}

namespace {

bool is_modifier(ImGuiKey key) {
    return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

/// Enables ImGui's keyboard navigation in menus only; elsewhere the app handles arrow keys and Enter.
void set_keyboard_navigation() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiConfigFlags& flags = context.IO.ConfigFlags;
    const ImVector<ImGuiPopupData>& open = context.OpenPopupStack;
    if (!open.empty() && open.back().Window == nullptr) return; // not drawn yet
    const bool before = (flags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (menu_is_open()) {
        flags |= ImGuiConfigFlags_NavEnableKeyboard;
        // Starts above the first entry, which the first key selects.
        ImGuiWindow& window = *open.back().Window;
        if (!context.NavCursorVisible && context.ActiveId == 0 && context.NavWindow == &window) {
            context.NavId = 0;
            window.NavRectRel[ImGuiNavLayer_Main] = ImRect(8, -2, 9, -2);
        }
    } else if (before) {
        flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
        context.NavCursorVisible = context.NavHighlightItemUnderNav = false;
    }
}

} // namespace

void begin_frame_with_chords() {
    set_keyboard_navigation();
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    bool pressed = false;
    const auto after_chord = std::find_if(queue.begin(), queue.end(), [&](const ImGuiInputEvent& event) {
        if (event.Type == ImGuiInputEventType_MouseButton) pressed = pressed || event.MouseButton.Down;
        if (event.Type != ImGuiInputEventType_Key) return false;
        pressed = pressed || (event.Key.Down && !is_modifier(event.Key.Key));
        return pressed && !event.Key.Down && is_modifier(event.Key.Key);
    });
    const std::vector<ImGuiInputEvent> later(after_chord, queue.end());
    queue.resize(static_cast<int>(after_chord - queue.begin()));
    ImGui::NewFrame();
    begin_key_focus();
    for (const ImGuiInputEvent& event : later) queue.push_back(event);
}

bool moves_wait() {
    const ImGuiContext* const context = ImGui::GetCurrentContext();
    return context != nullptr &&
           std::any_of(context->InputEventsQueue.begin(), context->InputEventsQueue.end(),
                       [](const ImGuiInputEvent& event) { return event.Type == ImGuiInputEventType_MousePos; });
}

} // namespace warpscope::ui
