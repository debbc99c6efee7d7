#include "ui/panels/panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

namespace {

float width_of_words(const Look& look, const Notice& notice) {
    return std::max(look.measure(Face::text, size_body, tr(notice.words)).x,
                    look.measure(Face::text, size_body, tr(notice.hint)).x);
}

} // namespace

std::vector<KeepInSight> notices(const Model& model, ImVec2 min, ImVec2 max, Commands& commands) {
    const Look look = model.presentation ? with_presented_type(model, share_of_controls).look : model.look;
    const Palette& c = *look.colors;
    const float widest = std::min(look.px(560), max.x - min.x - look.px(40));
    float at_edge = model.presentation ? min.y + look.px(8) : max.y - look.px(16);
    constexpr float of_message = 100;
    std::vector<KeepInSight> stand;
    for (auto notice = model.notices->rbegin(); notice != model.notices->rend() && widest > look.px(80); ++notice) {
        const float around = look.px(34 + 8) + 2 * ImGui::GetStyle().WindowPadding.x;
        const float width = model.presentation ? std::min(widest, width_of_words(look, *notice) + around) : widest;
        const ImU32 ink = notice->error ? c.error_text : c.text;
        ImGui::SetNextWindowPos({(min.x + max.x - width) / 2, at_edge}, ImGuiCond_Always,
                                {0, model.presentation ? 0.0f : 1.0f});
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
        if (!notice->hint.empty()) paragraph(look, hint_sentence(notice->hint), {Face::text, size_body - 0.5f, ink});
        ImGui::EndChild();
        ImGui::SameLine();
        if (quiet_button(look, "##dismiss", Icon::close, "")) commands.push_back(DismissNotice{notice->id});
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        record_area(fmt::format("notice {} message", notice->id), at, {at.x + size.x, at.y + size.y});
        stand.push_back({at, {at.x + size.x, at.y + size.y}, of_message});
        at_edge += (size.y + look.px(8)) * (model.presentation ? 1.0f : -1.0f);
        ImGui::End();
        ImGui::PopStyleVar(2);
        ImGui::PopStyleColor();
    }
    return stand;
}

} // namespace warpscope::ui
