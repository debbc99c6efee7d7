#include "ui/imgui/key_focus.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"

#include <imgui_internal.h>

namespace warpscope::ui {

bool lesson_keys(const LessonView& view, bool presented, Commands& commands) {
    const auto pressed = [](ImGuiKey key) {
        return !key_focus_takes(key) && ImGui::IsKeyChordPressed(key, ImGuiInputFlags_None, ImGuiKeyOwner_Any);
    };
    if (ImGui::GetIO().WantTextInput) return false; // the number field handles Enter itself
    const size_t before = commands.size();
    const bool last = view.step + 1 == view.lesson->steps.size();
    if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter) || (presented && pressed(ImGuiKey_Space))) {
        if (view.phase == LessonPhase::asking)
            commands.push_back(Reveal{});
        else if (!last)
            commands.push_back(GoToLessonStep{view.step + 1});
    }
    if (presented) {
        for (int digit = 1; digit <= 9; ++digit) {
            const auto option = static_cast<size_t>(digit - 1);
            const ImGuiKey key = static_cast<ImGuiKey>(ImGuiKey_0 + digit),
                           pad = static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit);
            const ImGuiKey letter = static_cast<ImGuiKey>(ImGuiKey_A + digit - 1);
            const bool letters = view.phase == LessonPhase::asking && option < view.votes.size();
            if (pressed(key) || pressed(pad) || (letters && pressed(letter))) commands.push_back(CountVotes{option, 1});
            for (const ImGuiKey back : {key, letter})
                if ((back == key || letters) &&
                    ImGui::IsKeyChordPressed(ImGuiMod_Shift | back, ImGuiInputFlags_None, ImGuiKeyOwner_Any))
                    commands.push_back(CountVotes{option, -1});
        }
        if (pressed(ImGuiKey_PageDown) && !last) commands.push_back(GoToLessonStep{view.step + 1});
        if (pressed(ImGuiKey_PageUp) && view.step > 0) commands.push_back(GoToLessonStep{view.step - 1});
    }
    return commands.size() > before;
}

} // namespace warpscope::ui
