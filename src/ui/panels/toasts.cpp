#include "ui/panels/panels.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

std::vector<KeepInSight> notices(const Model& model, ImVec2 min, ImVec2 max, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colours;
    const float width = std::min(look.px(560), max.x - min.x - look.px(40));
    float bottom = max.y - look.px(16);
    constexpr float of_message = 100;
    std::vector<KeepInSight> stand;
    for (auto notice = model.notices->rbegin(); notice != model.notices->rend() && width > look.px(80); ++notice) {
        const ImU32 ink = notice->error ? c.error_text : c.text;
        ImGui::SetNextWindowPos({(min.x + max.x - width) / 2, bottom}, ImGuiCond_Always, {0, 1});
        ImGui::SetNextWindowSize({width, 0});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, notice->error ? c.error : c.popup);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(8));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, look.px(1)));
        ImGui::Begin(fmt::format("notice {}", notice->id).c_str(), nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
        const float words_width = ImGui::GetContentRegionAvail().x - look.px(34);
        ImGui::BeginChild("words", {words_width, 0}, ImGuiChildFlags_AutoResizeY, ImGuiWindowFlags_NoInputs);
        paragraph(look, tr(notice->words), {Face::text, size_body, ink});
        if (!notice->hint.empty()) paragraph(look, tr(notice->hint), {Face::text, size_body - 0.5f, ink});
        ImGui::EndChild();
        ImGui::SameLine();
        if (quiet_button(look, "##dismiss", Icon::close, "")) commands.push_back(DismissNotice{notice->id});
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        record_area(fmt::format("notice {} message", notice->id), at, {at.x + size.x, at.y + size.y});
        stand.push_back({at, {at.x + size.x, at.y + size.y}, of_message});
        bottom -= size.y + look.px(8);
        ImGui::End();
        ImGui::PopStyleVar(2);
        ImGui::PopStyleColor();
    }
    return stand;
}

} // namespace warpscope::ui
