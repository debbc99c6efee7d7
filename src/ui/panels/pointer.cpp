#include <cmath>

#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/panels.hpp"

namespace warpscope::ui {

namespace {

ImVec2 to_screen(scene::Point at) { return {static_cast<float>(at.x), static_cast<float>(at.y)}; }

void draw_laser(const Look& look, const std::vector<TrailPoint>& trail, ImVec2 at) {
    constexpr float dot = 6, glow = 11;
    constexpr int red = 235, green = 20, blue = 40;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    for (size_t i = 1; i < trail.size(); ++i) {
        const float strength = trail[i].strength;
        list.AddLine(to_screen(trail[i - 1].at), to_screen(trail[i].at),
                     IM_COL32(red, green, blue, std::lround(180 * strength)), look.px(dot) * strength);
    }
    list.AddCircleFilled(at, look.px(glow), IM_COL32(red, green, blue, 70));
    list.AddCircleFilled(at, look.px(dot), IM_COL32(red, green, blue, 255));
    record_area("laser pointer", {at.x - look.px(glow), at.y - look.px(glow)},
                {at.x + look.px(glow), at.y + look.px(glow)});
}

void draw_spotlight(const Look& look, ImVec2 at) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float radius = look.px(120), band = std::hypot(screen.x, screen.y);
    constexpr int segments = 128;
    ImGui::GetForegroundDrawList()->AddCircle(at, radius + band / 2, IM_COL32(0, 0, 0, 170), segments, band);
    record_area("spotlight", {at.x - radius, at.y - radius}, {at.x + radius, at.y + radius});
}

} // namespace

void presenter_pointer(const Model& model) {
    if (!model.pointer_at) return;
    const ImVec2 at = to_screen(*model.pointer_at);
    if (model.pointer == PointerKind::laser) draw_laser(model.look, model.pointer_trail, at);
    if (model.pointer == PointerKind::spotlight) draw_spotlight(model.look, at);
}

} // namespace warpscope::ui
