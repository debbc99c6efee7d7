#include "ui/panels/bug.hpp"

#include <fmt/format.h>

#include "analysis/captions.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

namespace {

void fix_lines(const Look& look, const std::vector<std::string>& lines) {
    begin_box(look, "fix", BoxKind::plain);
    for (const std::string& line : lines) {
        const bool comes = line.starts_with('+');
        const size_t words = line.find_first_not_of(' ', 1);
        const std::string shown = fmt::format("{} {}", line[0], words == std::string::npos ? "" : line.substr(words));
        text(look, shown, {Face::mono, size_small, comes ? look.colours->good_text : look.colours->error_text},
             ImGui::GetContentRegionAvail().x);
    }
    end_box();
}

} // namespace

void bug_section(const Model& model, Commands& commands) {
    if (model.variant == nullptr || !model.variant->bug.any()) return;
    const Look& look = model.look;
    const catalog::Bug& bug = model.variant->bug;
    const BugStep step = model.bug_step;
    section(look, tr("SYMPTOM"));
    paragraph(look, tr_course(bug.symptom), {Face::strong, size_body, 0});
    ImGui::Dummy({0, look.px(2)});
    if (!bug.question.empty()) paragraph(look, tr_course(bug.question), {Face::text, size_body, look.colours->accent});
    ImGui::Dummy({0, look.px(2)});
    if (pill(look, tr_label("show findings", "##bug"), false,
             tr("The checkers' findings: line, block, thread and element"))) {
        commands.push_back(SelectTab{Tab::findings});
        commands.push_back(SetDrawer{true});
    }
    if (pill(look, tr_label("cause", "##bug"), step >= BugStep::caused, tr("Show why it happens")))
        commands.push_back(TellBug{step >= BugStep::caused ? BugStep::asked : BugStep::caused});
    if (step >= BugStep::caused) {
        if (model.result) {
            const auto captions = analysis::caption_words(model.result->variant(), model.result->prepared);
            for (size_t i = 0; i < captions.size(); ++i) {
                if (captions[i].empty()) continue;
                // Hides a caption that reveals the fix.
                if (model.result->prepared.captions[i].starts_with("Fix:") && step < BugStep::fixed) continue;
                paragraph(look, with_signs(captions[i]));
            }
        }
        if (!bug.fix.empty() && pill(look, tr_label("fix", "##bug"), step >= BugStep::fixed, tr("Show what to change")))
            commands.push_back(TellBug{step >= BugStep::fixed ? BugStep::caused : BugStep::fixed});
        if (step >= BugStep::fixed) fix_lines(look, bug.fix);
    }
}

} // namespace warpscope::ui
