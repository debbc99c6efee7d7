// Findings: what the kernel did wrong, one row each.
#include "ui/panels.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "ui/facts.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

void findings_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (!model.result) {
        text(look, "Findings appear here once a kernel has run.", {Face::text, size_body, look.colours->muted});
        return;
    }
    std::vector<const simt::Trap*> findings;
    uint64_t count = 0;
    for (const metrics::LaunchMeasurement& launch : model.result->measured->launches()) {
        count += launch.finding_count;
        for (const simt::Trap& trap : launch.findings) findings.push_back(&trap);
    }
    if (count == 0) {
        paragraph(look, "**Nothing found.** Every access of this run was checked: bounds, alignment, address space.",
                  {Face::text, size_body, look.colours->muted});
        return;
    }
    if (count > findings.size())
        text(look, fmt::format("{} findings; the first {} are listed.", grouped(count), findings.size()),
             {Face::text, size_body, look.colours->muted});
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("findings", 5, flags)) return;
    const TextStyle head{Face::strong, size_small, look.colours->muted}, mono{Face::mono, size_code, 0};
    ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed, look.px(170));
    ImGui::TableSetupColumn("line", ImGuiTableColumnFlags_WidthFixed, look.px(150));
    ImGui::TableSetupColumn("block", ImGuiTableColumnFlags_WidthFixed, look.px(110));
    ImGui::TableSetupColumn("thread", ImGuiTableColumnFlags_WidthFixed, look.px(110));
    ImGui::TableSetupColumn("message", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableNextRow();
    for (const char* title : {"kind", "line", "block", "thread", "message"}) {
        ImGui::TableNextColumn();
        text(look, title, head);
    }
    for (size_t i = 0; i < findings.size(); ++i) {
        const simt::Trap& trap = *findings[i];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(static_cast<int>(i));
        std::string kind(simt::name_of(trap.kind));
        std::replace(kind.begin(), kind.end(), '_', ' ');
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        constexpr ImU32 magenta = IM_COL32(170, 30, 120, 255);
        list.AddCircleFilled({at.x + look.px(8), at.y + look.px(9)}, look.px(8), magenta);
        list.AddText(look.fonts.strong, look.px(size_small), {at.x + look.px(6), at.y + look.px(1)}, IM_COL32_WHITE,
                     "!");
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(22));
        text(look, kind, {Face::strong, size_body, 0}, ImGui::GetContentRegionAvail().x);
        ImGui::TableNextColumn();
        const std::string place =
            fmt::format("{}:{}", std::filesystem::path(trap.source.file).filename().string(), trap.source.line);
        if (quiet_button(look, fmt::format("{}##goto", place).c_str(), Icon::none, "Show this line"))
            commands.push_back(GotoLine{trap.source.line});
        ImGui::TableNextColumn();
        text(look, index_text(trap.block_index), mono);
        ImGui::TableNextColumn();
        text(look, index_text(trap.thread_index), mono);
        ImGui::TableNextColumn();
        paragraph(look, trap.message);
        ImGui::PopID();
    }
    ImGui::EndTable();
}

} // namespace warpscope::ui
