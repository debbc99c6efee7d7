// The top bar's menus of what is shown: experiment, variant and input, each behind a button of its own.
#pragma once

#include <string>
#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// While it lives, menus have the bar's spacing.
struct MenuStyle {
    explicit MenuStyle(const Look& look) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(6), look.px(1)});
    }
    ~MenuStyle() { ImGui::PopStyleVar(2); }
    MenuStyle(const MenuStyle&) = delete;
    MenuStyle& operator=(const MenuStyle&) = delete;
};
/// A line of small words above a menu's entries.
void menu_heading(const Look& look, std::string_view words);

/// The variant's name; of a kernel without an experiment file the kernel's, as its file writes it.
[[nodiscard]] std::string shown_name(const Model& model);

/// `room`: how wide its button may be.
void experiment_menu(const Model& model, Commands& commands, float room);
void variant_menu(const Model& model, Commands& commands, float room);
void input_menu(const Model& model, Commands& commands, float room);

} // namespace warpscope::ui
