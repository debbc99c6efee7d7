#include "ui/panels/source_diff.hpp"
#include "insight/source_lines.hpp"

#include <functional>

#include <fmt/format.h>

#include "insight/line_diff.hpp"
#include "language/tr.hpp"
#include "ui/code/listing.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct DiffRows {
    struct Row {
        insight::LineChange change{};
        uint32_t before = 0, after = 0;
        std::string words;
        bool gap = false; // lines are omitted before this one
    };
    std::vector<Row> rows;
};

DiffRows rows_of(std::string_view first, std::string_view second) {
    const std::vector<std::string_view> before = insight::split_lines(first), after = insight::split_lines(second);
    const std::vector<insight::DiffLine> diff = insight::diff_lines(before, after);
    const auto changed = [&](size_t i) { return i < diff.size() && diff[i].change != insight::LineChange::same; };
    DiffRows out;
    size_t next = 0;
    for (size_t i = 0; i < diff.size(); ++i) {
        if (!changed(i) && !changed(i + 1) && !(i > 0 && changed(i - 1))) continue;
        const insight::DiffLine& line = diff[i];
        const std::string_view words = line.after > 0 ? after[line.after - 1] : before[line.before - 1];
        out.rows.push_back({line.change, line.before, line.after, std::string(words), i > next});
        next = i + 1;
    }
    return out;
}

} // namespace

void source_diff(const Model& model) {
    const session::RunResult &first = *model.baseline.result, &second = *model.result;
    if (first.request.experiment->name != second.request.experiment->name || first.source == second.source) return;
    const std::shared_ptr<const DiffRows> all = second.derived.newest<DiffRows>(
        {std::hash<std::string_view>()(first.source)}, [&] { return rows_of(first.source, second.source); });
    if (all->rows.empty()) return;
    const Look& look = model.look;
    const Palette& c = *look.colors;
    ImGui::Dummy({0, look.px(4)});
    section(look, tr("SOURCE CHANGES"));
    begin_box(look, "source diff", BoxKind::plain);
    for (const DiffRows::Row& row : all->rows) {
        if (row.gap) text(look, "…", {Face::mono, size_small, c.muted});
        const char* const sign = row.change == insight::LineChange::added     ? "+"
                                 : row.change == insight::LineChange::removed ? "-"
                                                                              : " ";
        const uint32_t number = row.change == insight::LineChange::removed ? row.before : row.after;
        text(look, fmt::format("{:>4} {} {}", number, sign, row.words),
             {Face::mono, size_small,
              row.change == insight::LineChange::added     ? c.good_text
              : row.change == insight::LineChange::removed ? c.error_text
                                                           : c.muted},
             ImGui::GetContentRegionAvail().x);
    }
    text(look, tr("- baseline, + current"), {Face::text, size_small, c.muted});
    end_box();
}

} // namespace warpscope::ui
