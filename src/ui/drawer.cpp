// The drawer's tabs.
#include "ui/panels.hpp"
#include "ui/story_panels.hpp"

#include <fmt/format.h>

#include "ui/test_hooks.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

namespace {

uint64_t finding_count(const Model& model) {
    uint64_t count = 0;
    if (model.result)
        for (const metrics::LaunchMeasurement& launch : model.result->measured->launches())
            count += launch.finding_count;
    return count;
}

Tab shown_tab(const Model& model) {
    const Tab wish = model.preferences->tab;
    return wish == Tab::inspector && !model.narrow ? Tab::source : wish;
}

} // namespace

void drawer(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool open = model.preferences->panes.drawer_open;
    const Tab shown = shown_tab(model);
    const std::string findings = fmt::format("Findings {}##tab", grouped(finding_count(model)));
    ImGui::SetCursorPos({look.px(12), look.px(1)});
    auto one = [&](const char* label, Tab which) {
        if (tab(look, label, open && which == shown)) {
            commands.push_back(SelectTab{which});
            commands.push_back(SetDrawer{!open || which != shown});
        }
        ImGui::SameLine(0, look.px(2));
    };
    if (model.narrow) one("Inspector##tab", Tab::inspector);
    one("Source##tab", Tab::source);
    one("PTX##tab", Tab::ptx);
    one("Timeline##tab", Tab::timeline);
    one("Shared memory##tab", Tab::shared);
    one("Epochs##tab", Tab::epochs);
    one("Charts##tab", Tab::charts);
    one("Compare##tab", Tab::compare);
    one("GPU##tab", Tab::gpu);
    one(findings.c_str(), Tab::findings);
    ImGui::SetCursorPos({ImGui::GetWindowWidth() - look.px(42), look.px(3)});
    if (quiet_button(look, "##drawer", open ? Icon::caret_down : Icon::caret_up,
                     fmt::format("{} the drawer ({})", open ? "Hide" : "Show", key_text(Action::drawer))))
        commands.push_back(Perform{Action::drawer});
    if (!open) return;

    const ImVec2 origin = ImGui::GetWindowPos();
    const float top = look.px(tab_row_height);
    ImGui::GetWindowDrawList()->AddLine({origin.x, origin.y + top},
                                        {origin.x + ImGui::GetWindowWidth(), origin.y + top}, look.colours->line,
                                        std::max(1.0f, look.px(1)));
    ImGui::SetCursorPos({0, top + look.px(1)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(14), look.px(6)});
    ImGui::BeginChild("drawer contents", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("drawer", at, {at.x + size.x, at.y + size.y});
    switch (shown) {
    case Tab::source: code_panel(model, commands); break;
    case Tab::ptx: ptx_panel(model, commands); break;
    case Tab::timeline: timeline_panel(model, commands); break;
    case Tab::shared: banks_panel(model, commands); break;
    case Tab::epochs: epochs_panel(model, commands); break;
    case Tab::charts: charts_panel(model, commands); break;
    case Tab::compare: compare_panel(model, commands); break;
    case Tab::gpu: gpu_panel(model, commands); break;
    case Tab::findings: findings_panel(model, commands); break;
    case Tab::inspector: inspector_panel(model, commands); break;
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
