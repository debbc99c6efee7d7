#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

std::string meeting_text(const insight::MeetingThreads& meeting) {
    if (!meeting.problem.empty()) return tr(meeting.problem);
    std::string words = meeting.running() ? tr_format("{} threads so far, block {} of {} …", grouped(meeting.threads),
                                                      grouped(meeting.blocks_done), grouped(meeting.blocks))
                                          : tr_format("true for {} of {} threads", grouped(meeting.threads),
                                                      grouped(meeting.run->shown().config.threads()));
    if (meeting.blocks_in_part != 0)
        words += tr_count(meeting.blocks_in_part, "; {} block not fully searched", "; {} blocks not fully searched",
                          grouped(meeting.blocks_in_part));
    return words;
}

void watch_line(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const TextStyle mono{Face::mono, size_small, look.colors->text};
    const auto& watches = *model.time.watches;
    ImGui::PushFont(look.fonts.mono, size_small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(8), look.px(2)});
    ImGui::SetNextItemWidth(watches.empty() ? std::min(look.px(330), ImGui::GetContentRegionAvail().x) : look.px(150));
    std::string typed;
    const char* const hint = watches.empty() ? tr("an expression: i % 4, sum > 100, isnan(x)") : tr("an expression");
    if (ImGui::InputTextWithHint("##watch", hint, &typed, ImGuiInputTextFlags_EnterReturnsTrue))
        commands.push_back(AddWatch{typed});
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        tooltip(look, tr("Enter adds a row with its value in every lane. Operators are C's; whole numbers have 64 "
                         "bits, fractions are doubles; sum == 9.3 holds where sum is shown as 9.3.\nNames: variables, "
                         "members, elements, lane, warp, line, threadIdx, "
                         "blockIdx, blockDim, gridDim; abs, min, max, sqrt, isnan, isinf."));
    for (size_t k = 0; k < watches.size(); ++k) {
        const std::string name = shortened(look, watches[k].text(), mono, look.px(140));
        ImGui::SameLine(0, look.px(12));
        if (ImGui::GetContentRegionAvail().x < look.measure(mono.face, mono.size, name).x + look.px(150))
            ImGui::NewLine();
        text(look, name, mono);
        ImGui::SameLine(0, look.px(4));
        if (pill(look, fmt::format("<##watch {}", k).c_str(), false, tr("Go to the previous step that makes it true")))
            commands.push_back(FindWatch{k, -1});
        ImGui::SameLine(0, look.px(2));
        if (pill(look, fmt::format(">##watch {}", k).c_str(), false, tr("Go to the next step that makes it true")))
            commands.push_back(FindWatch{k, 1});
        ImGui::SameLine(0, look.px(2));
        const bool painted = model.meeting && model.meeting->text == watches[k].text();
        if (pill(look, tr_label("paint", fmt::format("##watch {}", k)), painted,
                 tr("Paint the cells of all threads for which it is ever true")))
            commands.push_back(PaintWatch{painted ? std::nullopt : std::optional(k)});
        ImGui::SameLine(0, look.px(2));
        if (pill(look, fmt::format("x##watch {}", k).c_str(), false, tr("Remove its row")))
            commands.push_back(RemoveWatch{k});
    }
    if (model.meeting) {
        ImGui::SameLine(0, look.px(12));
        text(look, meeting_text(*model.meeting), {Face::text, size_small, look.colors->muted},
             ImGui::GetContentRegionAvail().x);
    }
    if (model.time.searching) {
        ImGui::SameLine(0, look.px(12));
        text(look, tr("Searching for the step…"), {Face::text, size_small, look.colors->muted});
    }
}

} // namespace warpscope::ui
