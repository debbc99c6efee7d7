#include <algorithm>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/panels/code/code_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void changes_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const EditedSource& edited = *model.edited;
    const std::vector<std::string_view> before = insight::split_lines(edited.unedited()),
                                        after = insight::split_lines(edited.text);
    const std::vector<insight::DiffLine>& diff = edited.diffs->of(edited.unedited(), edited.text).diff;
    std::vector<std::string_view> lines;
    size_t gone = 0, come = 0;
    for (const insight::DiffLine& line : diff) {
        lines.push_back(line.after != 0 ? after[line.after - 1] : before[line.before - 1]);
        gone += line.change == insight::LineChange::removed ? 1 : 0;
        come += line.change == insight::LineChange::added ? 1 : 0;
    }
    CodeListing listing;
    listing.id = "changes";
    listing.group = "changes";
    code_heading(model,
                 gone + come == 0 ? tr(edited.of_catalog ? N_("Same as the course's version") : N_("Same as the file"))
                 : edited.of_catalog ? tr_format("Changes to the course's version: {} removed, {} added", gone, come)
                                     : tr_format("Changes to the file: {} removed, {} added", gone, come),
                 {}, code_left(look, listing.number_width), false, commands);
    listing.lines = &lines;
    listing.tokens = [&](size_t i) {
        bool in_comment = false;
        return cuda_tokens(lines[i], in_comment);
    };
    listing.number = [&](uint32_t line) {
        const insight::DiffLine& one = diff[line - 1];
        if (one.change == insight::LineChange::removed) return std::string("−");
        return one.change == insight::LineChange::added ? std::string("+") : std::to_string(one.after);
    };
    listing.state = [&](uint32_t line) {
        CodeRowState state;
        state.change = diff[line - 1].change;
        return state;
    };
    KeptValue<int> seen("changes seen");
    const auto first =
        std::ranges::find_if(diff, [](const insight::DiffLine& l) { return l.change != insight::LineChange::same; });
    const int now = first == diff.end() ? 0 : static_cast<int>(first - diff.begin()) + 1;
    if (now != seen && now > 0) listing.scroll_to = static_cast<uint32_t>(now);
    seen = now;
    static_cast<void>(code_listing(look, listing));
}

} // namespace warpscope::ui
