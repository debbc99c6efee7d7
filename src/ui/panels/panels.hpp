// Panels, each drawn into the current ImGui window or child.
#pragma once

#include <string>

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

void top_bar(const Model& model, Commands& commands);
void launch_panel(const Model& model, Commands& commands);
void launch_rail(const Model& model, Commands& commands);
void launch_strip(const Model& model, Commands& commands);
void launch_time_panel(const Model& model, Commands& commands);
[[nodiscard]] ImVec2 launch_strip_size(const Model& model, float room);
void inspector_rail(const Model& model, Commands& commands);
/// A rectangle that cards should not cover. A larger weight protects it more.
struct KeepInSight {
    ImVec2 min, max;
    float weight = 1;
};
void hover_card(const Model& model, ImVec2 min, ImVec2 max, const std::vector<KeepInSight>& keep = {});
/// Returns the height of docked_card(), which describes the pinned thread below the pictures in presentation mode.
/// `screen` limits the size.
[[nodiscard]] float docked_card_height(const Model& model, ImVec2 screen);
void docked_card(const Model& model, ImVec2 screen);
void status_bar(const Model& model, Commands& commands);

/// Returns the height of the tab's hidden part in pixels.
float drawer(const Model& model, Commands& commands);
[[nodiscard]] Tab shown_tab(const Model& model);
[[nodiscard]] std::string tab_title(const Model& model, Tab tab);
float draw_tab(const Model& model, Tab tab, Commands& commands);
#define WARPSCOPE_TAB(name, title, draw, needs) void draw(const Model& model, Commands& commands);
#include "workbench/document/tabs.inc"
#undef WARPSCOPE_TAB
void source_panel(const Model& model, Commands& commands);
/// Asks whether to continue with an unsaved draft, or whether to use a changed file.
void draft_bar(const Model& model, Commands& commands);
[[nodiscard]] PresentedCode layout_of_code(const Model& model, float width, float height);

std::vector<KeepInSight> notices(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);
void key_sheet(const Look& look, bool* open);
void presenter_pointer(const Model& model);

inline constexpr float tab_padding = 14;

[[nodiscard]] bool has_several_devices(const Model& model);
/// Returns "NVIDIA H100 #1"; no number for a single GPU.
[[nodiscard]] std::string gpu_title(const Model& model);
/// Returns "box blur · naive · 16 × 16 threads per block".
[[nodiscard]] bool can_check_races(const Model& model);
[[nodiscard]] std::string caption(const Model& model);

} // namespace warpscope::ui
