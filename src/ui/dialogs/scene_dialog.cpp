#include "ui/dialogs/scene_dialog.hpp"

#include <algorithm>

#include <misc/cpp/imgui_stdlib.h>

#include "export/file.hpp"
#include "language/tr.hpp"
#include "scene/saved_scene.hpp"
#include "ui/dialogs/save_path.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::filesystem::path with_ending(std::filesystem::path file) {
    if (file.extension() != scene::scene_ending) file += scene::scene_ending;
    return file;
}

} // namespace

void SceneDialog::show(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes) {
    open_ = true;
    notes_ = notes;
    path_ = exporting::unused_file(folder, suggestion, {std::string(scene::scene_ending)}).string();
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
    paragraph(look, tr("Kernel, settings, input and view state in one file that opens the same on any machine."),
              {Face::text, size_body, look.colors->muted});
    const bool entered = save_path_field(look, "##scene path", path_);
    section(look, tr("NOTES"));
    ImGui::InputTextMultiline("##scene notes", &notes_, {-1, look.px(90)});
    ImGui::Dummy({0, look.px(6)});
    const std::filesystem::path file = with_ending(path_);
    std::error_code ignored;
    const bool replaces = std::filesystem::exists(file, ignored);
    const Label save = replaces ? tr_label("Replace", "##scene") : tr_label("Save", "##scene");
    place_buttons(look, tr_label("Cancel", "##scene"), save);
    if (quiet_button(look, tr_label("Cancel", "##scene"))) open_ = false;
    ImGui::SameLine();
    std::optional<SaveScene> request;
    const bool pressed = main_button(look, save, !path_.empty());
    if ((pressed || (entered && !replaces)) && !path_.empty()) {
        request = SaveScene{file, notes_};
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return request;
}

} // namespace warpscope::ui
