#include "ui/dialogs/save_path.hpp"

#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

int select_stem(ImGuiInputTextCallbackData* data) {
    auto& is_due = *static_cast<KeptValue<bool>*>(data->UserData);
    if (!is_due) return 0;
    is_due = false;
    const std::string_view path(data->Buf, static_cast<size_t>(data->BufTextLen));
    const size_t begin = path.rfind('/') + 1, dot = path.rfind('.');
    const size_t end = dot == std::string_view::npos || dot <= begin ? path.size() : dot;
    data->SelectionStart = static_cast<int>(begin);
    data->SelectionEnd = data->CursorPos = static_cast<int>(end);
    return 0;
}

} // namespace

bool save_path_field(const Look& look, const char* id, std::string& path) {
    section(look, tr("SAVE TO"));
    KeptValue<bool> is_due("stem selection is due");
    if (ImGui::IsWindowAppearing()) {
        is_due = true;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::PushFont(look.fonts.mono, size_code);
    const bool entered = ImGui::InputText(
        id, &path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, select_stem, &is_due);
    ImGui::PopFont();
    return entered || plain_enter();
}

} // namespace warpscope::ui
