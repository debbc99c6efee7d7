#include "ui/panels/panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "insight/findings.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float tab_gap = 2;

void draw_contents(const Model& model, Tab tab, Commands& commands) {
    switch (tab) {
#define WARPSCOPE_TAB(name, title, draw, needs)                                                                        \
    case Tab::name:                                                                                                    \
        draw(model, commands);                                                                                         \
        break;
#include "ui/workbench.hpp"
#include "workbench/document/tabs.inc"
#undef WARPSCOPE_TAB
    }
}

bool in_drawer(const Model& model, const TabInfo& tab) {
    return is_available(
        tab, {.narrow = model.narrow, .upright = model.upright, .several_devices = has_several_devices(model)});
}

Label tab_label(const Model& model, Tab tab) {
    return tr_label_of([&] { return tab_title(model, tab); }, "##tab");
}

bool has_findings(const Model& model) { return model.result && insight::finding_count(*model.result) > 0; }

std::vector<Tab>::const_iterator first_to_leave(const Model& model, const std::vector<Tab>& row) {
    const auto leaves = [&](Tab one) {
        return one != shown_tab(model) && !(one == Tab::findings && has_findings(model));
    };
    if (const auto last = std::find_if(row.rbegin(), row.rend(), leaves); last != row.rend())
        return std::prev(last.base());
    return row.back() == shown_tab(model) ? std::prev(row.end(), 2) : std::prev(row.end());
}

std::vector<Tab> tabs_in_row(const Model& model, float room) {
    const Look& look = model.look;
    const auto width = [&](Tab one) { return tab_width(look, tab_label(model, one)) + look.px(tab_gap); };
    std::vector<Tab> row;
    float total = 0;
    for (const TabInfo& one : tabs()) {
        if (!in_drawer(model, one)) continue;
        row.push_back(one.tab);
        total += width(one.tab);
    }
    if (total <= room) return row;
    total += tab_width(look, tr("more"));
    while (row.size() > 1 && total > room) {
        const auto last = first_to_leave(model, row);
        total -= width(*last);
        row.erase(last);
    }
    return row;
}

void choose_tab(const Model& model, Tab chosen, Commands& commands) {
    commands.push_back(SelectTab{chosen});
    commands.push_back(SetDrawer{model.upright || !model.drawer_open || chosen != shown_tab(model)});
}

void menu_of_tabs(const Model& model, const std::vector<Tab>& in_row, Commands& commands) {
    const bool hides_findings = has_findings(model) && std::ranges::find(in_row, Tab::findings) == in_row.end();
    if (tab(model.look, tr_label("more", "##tabs"), false, hides_findings)) ImGui::OpenPopup("more tabs");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {model.look.px(6), model.look.px(6)});
    if (ImGui::BeginPopup("more tabs")) {
        update_menu();
        for (const TabInfo& one : tabs()) {
            if (!in_drawer(model, one)) continue;
            if (std::find(in_row.begin(), in_row.end(), one.tab) != in_row.end()) continue;
            if (menu_item(model.look, tab_label(model, one.tab), "", false)) choose_tab(model, one.tab, commands);
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace

Tab shown_tab(const Model& model) {
    const Tab preferred = model.preferences->tab;
    return in_drawer(model, info(preferred)) ? preferred : Tab::source;
}

std::string tab_title(const Model& model, Tab tab) {
    const std::string title(tr(info(tab).title));
    if (tab != Tab::findings || (model.result && !model.result->not_emulated.empty())) return title;
    if (!model.result) return fmt::format("{} 0", title);
    std::string words = fmt::format("{} {}", title, insight::finding_count(*model.result));
    if (const size_t notes = insight::note_count(*model.result); notes > 0)
        words += " · " + tr_count(notes, "{} note", "{} notes", notes);
    if (!model.result->printed.empty()) words += tr(" · printed");
    return words;
}

float draw_tab(const Model& model, Tab tab, Commands& commands) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {model.look.px(tab_padding), model.look.px(6)});
    ImGui::BeginChild("drawer contents", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("drawer tab", at, {at.x + size.x, at.y + size.y});
    draw_contents(model, tab, commands);
    const float hidden = ImGui::GetScrollMaxY();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return hidden;
}

float drawer(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool open = model.drawer_open;
    const Tab shown = shown_tab(model);
    const float left = look.px(model.upright ? 4 : 12), button = look.px(model.upright ? 4 : 42);
    const std::vector<Tab> in_row = tabs_in_row(model, ImGui::GetWindowWidth() - left - button);
    ImGui::SetCursorPos({left, look.px(1)});
    for (const Tab one : in_row) {
        const bool is_error = one == Tab::findings && has_findings(model);
        if (tab(look, tab_label(model, one), open && one == shown, is_error)) choose_tab(model, one, commands);
        ImGui::SameLine(0, look.px(tab_gap));
    }
    if (in_row.size() <
        static_cast<size_t>(std::ranges::count_if(tabs(), [&](const TabInfo& one) { return in_drawer(model, one); })))
        menu_of_tabs(model, in_row, commands);
    if (!model.upright) {
        ImGui::SetCursorPos({ImGui::GetWindowWidth() - button, look.px(3)});
        if (quiet_button(look, "##drawer", open ? Icon::caret_down : Icon::caret_up,
                         open ? tr_format("Hide the drawer ({})", key_text(Action::drawer))
                              : tr_format("Show the drawer ({})", key_text(Action::drawer))))
            commands.push_back(Perform{Action::drawer});
    }
    if (!open) return 0;

    const ImVec2 origin = ImGui::GetWindowPos();
    const float top = look.px(tab_row_height);
    ImGui::GetWindowDrawList()->AddLine({origin.x, origin.y + top},
                                        {origin.x + ImGui::GetWindowWidth(), origin.y + top}, look.colors->line,
                                        std::max(1.0f, look.px(1)));
    ImGui::SetCursorPos({0, top + look.px(1)});
    return draw_tab(model, shown, commands);
}

} // namespace warpscope::ui
