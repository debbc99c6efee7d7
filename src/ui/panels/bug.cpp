#include "ui/panels/bug.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "analysis/captions.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

namespace {

void fix_lines(const Look& look, const std::vector<std::string>& lines) {
    const auto indentation = [](const std::string& line) { return line.find_first_not_of(' ', 1) - 1; };
    const size_t common = indentation(std::ranges::min(lines, {}, indentation));
    begin_box(look, "fix", BoxKind::plain);
    for (const std::string& line : lines) {
        const std::string_view words = std::string_view(line).substr(0, line.find("  //"));
        paragraph(look, fmt::format("{} {}", words[0], words.substr(std::min(words.size(), common + 1))),
                  {Face::mono, size_small, words[0] == '+' ? look.colors->good_text : look.colors->error_text});
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
    if (!bug.question.empty()) paragraph(look, tr_course(bug.question), {Face::text, size_body, look.colors->accent});
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
