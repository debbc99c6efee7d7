#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <imgui_internal.h>

#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"

namespace warpscope::ui {

namespace {

bool is_number(const lesson::Option& option) {
    return !option.text.empty() && std::ranges::all_of(option.text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns the only number that begins with the digits.
std::optional<size_t> find_option_starting_with(const std::vector<lesson::Option>& options, const std::string& digits) {
    std::vector<size_t> begin_so;
    for (size_t i = 0; i < options.size(); ++i) {
        if (options[i].text == digits) return i;
        if (options[i].text.starts_with(digits)) begin_so.push_back(i);
    }
    return begin_so.size() == 1 ? std::optional(begin_so.front()) : std::nullopt;
}

/// Returns the option that a digit key selects: a number by its first digits, another option by position.
std::optional<size_t> option_of_digit(const std::vector<lesson::Option>& options, int digit) {
    if (options.empty()) return std::nullopt;
    if (!std::ranges::all_of(options, is_number)) {
        const auto position = static_cast<size_t>(digit);
        return position >= 1 && position <= options.size() ? std::optional(position - 1) : std::nullopt;
    }
    constexpr float pause = 1; // seconds
    KeptValue<int> typed("typed number");
    KeptValue<float> last("time of the last digit");
    const auto now = static_cast<float>(ImGui::GetTime());
    const std::string key = std::to_string(digit);
    const std::string longer = now - last < pause && typed > 0 ? std::to_string(typed) + key : key;
    const bool continues =
        std::ranges::any_of(options, [&](const lesson::Option& one) { return one.text.starts_with(longer); });
    const std::string& digits = continues ? longer : key;
    typed = std::stoi(digits);
    last = now;
    return find_option_starting_with(options, digits);
}

} // namespace

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
    const bool chooses = view.phase == LessonPhase::asking && view.evaluated &&
                         (view.evaluated->kind == lesson::Kind::choice || view.evaluated->kind == lesson::Kind::order);
    if (chooses && !presented) {
        for (int digit = 0; digit <= 9; ++digit) {
            if (!pressed(static_cast<ImGuiKey>(ImGuiKey_0 + digit)) &&
                !pressed(static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit)))
                continue;
            const std::optional<size_t> option = option_of_digit(view.evaluated->options, digit);
            if (!option) return true; // no other action may take the key
            lesson::Prediction next;
            next.option = *option;
            commands.push_back(Predict{next});
        }
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
