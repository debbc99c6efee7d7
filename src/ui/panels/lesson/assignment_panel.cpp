#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void gate_row(const Look& look, const lesson::GateResult& gate, bool known) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = look.px(16), round = look.px(4);
    const ImVec2 low{at.x, at.y + look.px(2)}, high{at.x + side, at.y + look.px(2) + side};
    const bool passed = known && gate.passed;
    list.AddRectFilled(low, high, passed ? c.good : c.field, round);
    list.AddRect(low, high, passed ? c.good_text : known ? c.error_text : c.line_strong, round);
    if (passed) {
        list.AddLine({low.x + 0.22f * side, low.y + 0.52f * side}, {low.x + 0.43f * side, low.y + 0.74f * side},
                     c.good_text, look.px(2));
        list.AddLine({low.x + 0.43f * side, low.y + 0.74f * side}, {low.x + 0.8f * side, low.y + 0.26f * side},
                     c.good_text, look.px(2));
    }
    ImGui::SetCursorScreenPos({at.x + side + look.px(8), at.y});
    ImGui::BeginGroup();
    text(look,
         fmt::format("{}{}", tr_course(gate.name),
                     !known   ? ""
                     : passed ? tr(": passed")
                              : tr(": not passed")),
         {Face::strong, size_body, passed ? c.good_text : 0});
    if (known && !gate.measured.empty()) paragraph(look, gate.measured, {Face::text, size_small, c.muted});
    if (known && !passed) paragraph(look, gate.why, {Face::text, size_small, c.error_text});
    ImGui::EndGroup();
    ImGui::Dummy({0, look.px(4)});
}

} // namespace

bool assignment_panel(const Look& look, const AssignmentView& view) {
    section(look, tr("ASSIGNMENT"));
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    if (!view.opening.empty()) {
        paragraph(look,
                  tr_format("Opening {}: running the course's own kernel, {} so far.", view.opening,
                            tr_count(view.opened, "{} case", "{} cases", view.opened)),
                  {Face::text, size_body, 0});
        const bool stopped = quiet_button(look, tr_label("Cancel", "##assignment"));
        if (view.title.empty()) return stopped;
        ImGui::Dummy({0, look.px(6)});
        if (stopped) return true;
    }
    paragraph(look, tr_course(view.title), {Face::strong, size_title, 0});
    if (view.checked)
        paragraph(
            look,
            tr_format("{} of {} gates, {:g} of {:g} points", view.passed(), view.gates.size(), view.points, view.max),
            {Face::strong, size_body, 0});
    const bool closed = view.opening.empty() && quiet_button(look, tr_label("Close assignment"));
    ImGui::Dummy({0, look.px(4)});
    if (!view.problem.empty()) {
        begin_box(look, "assignment problem", BoxKind::error);
        paragraph(look, tr(view.problem), {Face::text, size_body, look.colors->error_text});
        end_box();
    }
    for (const lesson::GateResult& gate : view.gates) gate_row(look, gate, view.checked);
    const std::string state = view.away ? tr_format("The kernel shown is not {}.", view.kernel)
                              : view.checking
                                  ? tr_format("Checking your kernel: {} of {} cases…", view.judged, view.cases)
                              : view.checked ? tr("Checked in all cases, on the emulator.")
                                             : "";
    if (!state.empty()) paragraph(look, state, {Face::text, size_small, look.colors->muted});
    record_area("assignment", begin, {begin.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y});
    return closed;
}

} // namespace warpscope::ui
