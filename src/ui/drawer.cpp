// The drawer's tabs.
#include "ui/panels.hpp"
#include "ui/story_panels.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/test_hooks.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

namespace {

struct TabInfo {
    Tab tab{};
    std::string_view title;
    void (*draw)(const Model&, Commands&) = nullptr;
};

/// From left to right. The inspector is one of them in a narrow window only.
constexpr std::array tabs{
    TabInfo{Tab::inspector, "Inspector", inspector_panel},
    TabInfo{Tab::source, "Source", code_panel},
    TabInfo{Tab::ptx, "PTX", ptx_panel},
    TabInfo{Tab::timeline, "Timeline", timeline_panel},
    TabInfo{Tab::shared, "Shared memory", banks_panel},
    TabInfo{Tab::epochs, "Epochs", epochs_panel},
    TabInfo{Tab::charts, "Charts", charts_panel},
    TabInfo{Tab::compare, "Compare", compare_panel},
    TabInfo{Tab::gpu, "GPU", gpu_panel},
    TabInfo{Tab::findings, "Findings", findings_panel},
};

const TabInfo& info(Tab tab) {
    return *std::find_if(tabs.begin(), tabs.end(), [&](const TabInfo& t) { return t.tab == tab; });
}

uint64_t finding_count(const Model& model) {
    uint64_t count = 0;
    if (model.result)
        for (const metrics::LaunchMeasurement& launch : model.result->measured->launches())
            count += launch.finding_count;
    return count;
}

} // namespace

Tab shown_tab(const Model& model) {
    const Tab wish = model.preferences->tab;
    return wish == Tab::inspector && !model.narrow ? Tab::source : wish;
}

std::string tab_title(const Model& model, Tab tab) {
    const std::string title(info(tab).title);
    if (tab != Tab::findings) return title;
    const bool printed = model.result && !model.result->printed.empty();
    return fmt::format("{} {}{}", title, grouped(finding_count(model)), printed ? " · printed" : "");
}

void draw_tab(const Model& model, Tab tab, Commands& commands) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {model.look.px(tab_padding), model.look.px(6)});
    ImGui::BeginChild("drawer contents", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("drawer tab", at, {at.x + size.x, at.y + size.y});
    info(tab).draw(model, commands);
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void drawer(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool open = model.preferences->panes.drawer_open;
    const Tab shown = shown_tab(model);
    ImGui::SetCursorPos({look.px(12), look.px(1)});
    for (const TabInfo& one : tabs) {
        if (one.tab == Tab::inspector && !model.narrow) continue;
        if (tab(look, fmt::format("{}##tab", tab_title(model, one.tab)).c_str(), open && one.tab == shown)) {
            commands.push_back(SelectTab{one.tab});
            commands.push_back(SetDrawer{!open || one.tab != shown});
        }
        ImGui::SameLine(0, look.px(2));
    }
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
    draw_tab(model, shown, commands);
}

} // namespace warpscope::ui
