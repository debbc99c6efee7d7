#include <algorithm>
#include <cmath>

#include "ui/app/app_state.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/program/program_panels.hpp"

namespace warpscope::ui {

void App::State::program_layout(Commands& commands) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float top = std::round(look.px(top_bar_height)), stroke = std::max(1.0f, look.px(1));
    covered.clear();
    ImGui::SetCursorScreenPos({0, 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.colors->bar);
    ImGui::BeginChild("##top bar", {screen.x, top}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    top_bar(model, commands);
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::SetCursorScreenPos({0, top});
    ImGui::BeginChild("##program page", {screen.x, screen.y - top}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (model.program != nullptr) program_page(model, commands);
    ImGui::EndChild();
    ImGui::GetWindowDrawList()->AddRectFilled({0, top - stroke}, {screen.x, top}, look.colors->line);
    if (!window.capturing) ui::notices(model, {0, top}, screen, commands);
}

} // namespace warpscope::ui
