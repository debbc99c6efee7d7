#include "ui/wording/untold_line.hpp"

#include "language/tr.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/spoiler_comments.hpp"

namespace warpscope::ui {

bool is_bug_revealed(const Model& model) {
    return model.variant == nullptr || !model.variant->bug.any() || model.bug_step >= BugStep::caused;
}

std::string untold_bug(const Model& model, const catalog::Experiment& experiment, const catalog::Variant& variant) {
    if (!variant.bug.any() || model.still || model.bug_steps == nullptr) return {};
    const auto step = model.bug_steps->find(variant.name);
    if (step != model.bug_steps->end() && step->second >= BugStep::caused) return {};
    size_t number = 0;
    for (const catalog::Variant& one : experiment.variants) {
        if (one.bug.any()) ++number;
        if (one.name == variant.name) break;
    }
    return tr_format("bug {}", number);
}

std::string run_name(const Model& model, const session::RunResult& run) {
    const std::string untold = untold_bug(model, *run.request.experiment, run.variant());
    return untold.empty() ? run.variant().name : untold;
}

std::string_view untold_line(const Model& model, std::string_view line) {
    if (is_bug_revealed(model) || model.still) return line;
    return without_spoiler_comment(line);
}

} // namespace warpscope::ui
