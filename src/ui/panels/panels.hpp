// The panels, one per file. Each draws into the current ImGui window or child, which gives it its place.
#pragma once

#include <string>

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

void top_bar(const Model& model, Commands& commands);
void launch_panel(const Model& model, Commands& commands);
/// The same folded to a narrow strip: what is set, and a button that unfolds it.
void launch_rail(const Model& model, Commands& commands);
/// The launch's sliders beside each other, for presentation mode; how wide and high they are.
void launch_strip(const Model& model, Commands& commands);
/// The launch in time; fills the current window.
void launch_time_panel(const Model& model, Commands& commands);
[[nodiscard]] ImVec2 launch_strip_size(const Model& model, float room);
void inspector_rail(const Model& model, Commands& commands);
/// What a card is to leave in sight, the more the greater the weight.
struct KeepInSight {
    ImVec2 min, max;
    float weight = 1;
};
/// What is under the cursor, or pinned, in a few lines; for while the inspector is folded. Stays within the rectangle:
/// beside the cursor, or of what is pinned rather at an edge, where it covers least of `keep`.
void hover_card(const Model& model, ImVec2 min, ImVec2 max, const std::vector<KeepInSight>& keep = {});
void status_bar(const Model& model, Commands& commands);

/// The drawer's row of tabs and, when it is open, the chosen tab.
/// Returns how many pixels of its tab are out of sight.
float drawer(const Model& model, Commands& commands);
/// The tab that the drawer shows.
[[nodiscard]] Tab shown_tab(const Model& model);
/// "Shared memory", "Findings 3".
[[nodiscard]] std::string tab_title(const Model& model, Tab tab);
/// What is below the row of tabs: fills the current window.
/// Returns how many pixels are out of sight.
float draw_tab(const Model& model, Tab tab, Commands& commands);
/// The contents of the tabs, each in a file of its own.
#define WARPSCOPE_TAB(name, title, draw, needs) void draw(const Model& model, Commands& commands);
#include "workbench/document/tabs.inc"
#undef WARPSCOPE_TAB
void source_panel(const Model& model, Commands& commands);

/// Messages over the views, at the lower edge of the rectangle. Returns where they stand.
std::vector<KeepInSight> notices(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);
/// The sheet of all keys, drawn while `*open`.
void key_sheet(const Look& look, bool* open);

/// Space around a tab's title, at scale 1.
inline constexpr float tab_padding = 14;

/// Returns whether the shown run is one on several devices.
[[nodiscard]] bool has_several_devices(const Model& model);
/// "NVIDIA H100 #1": the GPU that draws the output, with CUDA's number where there are several.
[[nodiscard]] std::string gpu_title(const Model& model);
/// "box blur · naive", the caption of presentation mode.
[[nodiscard]] std::string caption(const Model& model);

} // namespace warpscope::ui
