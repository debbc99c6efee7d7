#include "ui/wording/untold_line.hpp"

#include "ui/workbench.hpp"
#include "workbench/document/spoiler_comments.hpp"

namespace warpscope::ui {

bool is_bug_revealed(const Model& model) {
    return model.variant == nullptr || !model.variant->bug.any() || model.bug_step >= BugStep::caused;
}

std::string_view untold_line(const Model& model, std::string_view line) {
    if (is_bug_revealed(model) || model.still) return line;
    return without_spoiler_comment(line);
}

} // namespace warpscope::ui
