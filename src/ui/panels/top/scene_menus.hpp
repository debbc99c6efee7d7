#pragma once

#include <string>
#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

struct MenuStyle {
    explicit MenuStyle(const Look& look) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(6), look.px(1)});
    }
    ~MenuStyle() { ImGui::PopStyleVar(2); }
    MenuStyle(const MenuStyle&) = delete;
    MenuStyle& operator=(const MenuStyle&) = delete;
};

/// Returns the variant's name, or the kernel's if it has no experiment file.
[[nodiscard]] std::string shown_name(const Model& model);
[[nodiscard]] std::string shown_name_and_edits(const Model& model);

void file_menu(const Model& model, Commands& commands);
void file_items(const Model& model, Commands& commands);
void experiment_menu(const Model& model, Commands& commands, float room);
void variant_menu(const Model& model, Commands& commands, float room);
void input_menu(const Model& model, Commands& commands, float room);
[[nodiscard]] bool has_input_menu(const Model& model);
[[nodiscard]] bool has_variant_menu(const Model& model);
[[nodiscard]] std::string input_words(const Model& model);
void input_popup(const Model& model, Commands& commands);

} // namespace warpscope::ui
