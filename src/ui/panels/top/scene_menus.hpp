// Menus of the top bar: experiment, variant and input.
#pragma once

#include <string>
#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Scope with the bar's menu spacing.
struct MenuStyle {
    explicit MenuStyle(const Look& look) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(6), look.px(1)});
    }
    ~MenuStyle() { ImGui::PopStyleVar(2); }
    MenuStyle(const MenuStyle&) = delete;
    MenuStyle& operator=(const MenuStyle&) = delete;
};
/// Draws small text above menu entries.
void menu_heading(const Look& look, std::string_view words);

/// Returns the variant's name; the kernel's name as written if it has no experiment file.
[[nodiscard]] std::string shown_name(const Model& model);

/// Draws a button at most `room` pixels wide and its menu.
void experiment_menu(const Model& model, Commands& commands, float room);
void variant_menu(const Model& model, Commands& commands, float room);
void input_menu(const Model& model, Commands& commands, float room);

} // namespace warpscope::ui
