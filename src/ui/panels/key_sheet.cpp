// The sheet of all keys and mouse gestures.
#include "ui/panels/panels.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/model/actions.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

/// Words that do not fit into the column are broken, and stand below a key that leaves them no room.
void line(const Look& look, std::string_view key, std::string_view words, float key_width) {
    const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top + look.px(1.5f));
    text(look, key, {Face::mono_strong, size_small, look.colours->accent});
    const bool beside = look.measure(Face::mono_strong, size_small, key).x + look.px(8) <= key_width;
    const float below = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({left + key_width, beside ? top : below});
    paragraph(look, words, {Face::text, size_body - 0.5f, 0});
}

void groups(const Look& look, std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) {
        section(look, tr(name));
        for (const ActionInfo& a : actions())
            if (a.group == name) line(look, key_text(a), tr(a.title), look.px(112));
    }
}

} // namespace

void key_sheet(const Look& look, bool* open) {
    if (!*open) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 size{std::min(look.px(1340), screen.x - look.px(24)), std::min(look.px(780), screen.y - look.px(24))};
    const bool wide = size.x >= look.px(1280); // else three columns, and more to scroll
    ImGui::OpenPopup("Keys and mouse");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size);
    if (!ImGui::BeginPopupModal("Keys and mouse", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return;
    text(look, tr("Keys and mouse"), {Face::strong, size_large, 0});
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - look.px(48));
    if (quiet_button(look, "##close sheet", Icon::close)) *open = false;
    if (ImGui::BeginTable("sheet", wide ? 4 : 3, ImGuiTableFlags_ScrollY)) {
        ImGui::TableNextColumn();
        groups(look, {"Look", "Source"});
        if (!wide) groups(look, {"Time"});
        ImGui::TableNextColumn();
        groups(look, {"Overlays", "Launch"});
        if (wide) {
            groups(look, {"Files"});
            ImGui::TableNextColumn();
            groups(look, {"Window", "Time"});
            ImGui::TableNextColumn();
        } else {
            ImGui::TableNextColumn();
            groups(look, {"Files", "Window"});
        }
        section(look, tr("Mouse"));
        for (const MouseHelp& m : mouse_help()) line(look, tr(m.gesture), tr(m.effect), look.px(112));
        section(look, tr("In a lesson"));
        for (const MouseHelp& m : lesson_help()) line(look, tr(m.gesture), tr(m.effect), look.px(112));
        ImGui::EndTable();
    }
    if (clicked_beside()) *open = false;
    if (!*open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

} // namespace warpscope::ui
