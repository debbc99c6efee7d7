#include "ui/dialogs/scene_dialog.hpp"

#include <algorithm>

#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "scene/saved_scene.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void SceneDialog::show(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes) {
    open_ = true;
    path_ = (folder / (suggestion + std::string(scene::scene_ending))).string();
    notes_ = notes;
}

std::optional<SaveScene> SceneDialog::draw(const Look& look) {
    if (!open_) return std::nullopt;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Save scene");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(560), screen.x - look.px(24)), 0});
    if (!ImGui::BeginPopupModal("Save scene", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return std::nullopt;
    text(look, tr("Save scene"), {Face::strong, size_title, 0});
    paragraph(
        look,
        tr("Kernel, settings, input and what the views show, in one file that opens the same on another machine."),
        {Face::text, size_body, look.colours->muted});
    section(look, tr("WHERE"));
    ImGui::SetNextItemWidth(-1);
    ImGui::PushFont(look.fonts.mono, size_code);
    const bool entered =
        ImGui::InputText("##scene path", &path_, ImGuiInputTextFlags_EnterReturnsTrue) || plain_enter();
    ImGui::PopFont();
    section(look, tr("NOTES"));
    ImGui::InputTextMultiline("##scene notes", &notes_, {-1, look.px(90)});
    ImGui::Dummy({0, look.px(6)});
    place_buttons(look, tr_label("Cancel", "##scene"), tr_label("Save", "##scene"));
    if (quiet_button(look, tr_label("Cancel", "##scene"))) open_ = false;
    ImGui::SameLine();
    std::optional<SaveScene> request;
    if ((main_button(look, tr_label("Save", "##scene"), !path_.empty()) || entered) && !path_.empty()) {
        std::filesystem::path file = path_;
        if (file.extension() != scene::scene_ending) file += scene::scene_ending;
        request = SaveScene{file, notes_};
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return request;
}

} // namespace warpscope::ui
