#include "ui/dialogs/text_dialog.hpp"

#include <algorithm>

#include "export/file.hpp"
#include "language/tr.hpp"
#include "ui/dialogs/save_path.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void TextDialog::show(const std::filesystem::path& folder, const std::string& suggestion) {
    open_ = true;
    own_.clear();
    const std::filesystem::path name = suggestion;
    path_ = exporting::unused_file(folder, name.stem().string(), {name.extension().string()}).string();
}

void TextDialog::show_own(const std::filesystem::path& file, bool is_newer) {
    open_ = true;
    is_newer_ = is_newer;
    path_ = own_ = file.string();
}

std::optional<SaveText> TextDialog::draw(const Look& look) {
    if (!open_) return std::nullopt;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Save text");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(560), screen.x - look.px(24)), 0});
    if (!ImGui::BeginPopupModal("Save text", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return std::nullopt;
    text(look, tr("Save the kernel source"), {Face::strong, size_title, 0});
    paragraph(look,
              !own_.empty() && path_ == own_ ? tr("This overwrites the file. You will be asked only this once. Choose "
                                                  "another name to keep the original.")
                                             : tr("Saves a CUDA file of your own; the file shown stays unchanged. A "
                                                  "scene (Ctrl+Shift+S) keeps source, settings and input together."),
              {Face::text, size_body, look.colors->muted});
    if (is_newer_ && !own_.empty() && path_ == own_) {
        begin_box(look, "newer file", BoxKind::error);
        paragraph(look, tr("The file on disk is newer than your edit: another program has written it."),
                  {Face::strong, size_body, look.colors->error_text});
        end_box();
    }
    const bool entered = save_path_field(look, "##text path", path_);
    ImGui::Dummy({0, look.px(6)});
    std::filesystem::path file = path_;
    if (!file.has_extension()) file += ".cu";
    std::error_code ignored;
    const bool replaces = std::filesystem::exists(file, ignored);
    const Label save = replaces ? tr_label("Replace", "##text") : tr_label("Save", "##text");
    place_buttons(look, tr_label("Cancel", "##text"), save);
    if (quiet_button(look, tr_label("Cancel", "##text"))) open_ = false;
    ImGui::SameLine();
    std::optional<SaveText> request;
    const bool pressed = main_button(look, save, !path_.empty());
    const bool is_expected = !own_.empty() && path_ == own_ && !is_newer_;
    if ((pressed || (entered && (!replaces || is_expected))) && !path_.empty()) {
        request = SaveText{file};
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return request;
}

} // namespace warpscope::ui
