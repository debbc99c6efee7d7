#include "ui/panels/inspector_sections.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/machine_text.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {

namespace {

constexpr size_t max_splits = 4;

void lane_strip(const Look& look, const insight::SplitFacts& split, uint32_t lane) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float step = std::min(look.px(14), std::floor(room / 32)), side = step - std::max(1.0f, look.px(1));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    for (uint32_t i = 0; i < 32; ++i) {
        const ImVec2 low{origin.x + step * static_cast<float>(i), origin.y}, high{low.x + side, low.y + side};
        const bool yes = (split.yes >> i & 1) != 0, no = (split.no >> i & 1) != 0;
        if (yes) list.AddRectFilled(low, high, c.bar_full);
        if (no) {
            list.AddRectFilled(low, high, c.bar_diverged);
            list.AddLine(low, high, IM_COL32_WHITE, std::max(1.0f, look.px(1)));
            list.AddLine({high.x, low.y}, {low.x, high.y}, IM_COL32_WHITE, std::max(1.0f, look.px(1)));
        }
        if (!yes && !no) {
            list.AddRectFilled(low, high, c.track);
            hatch(list, low, high, look.px(4), std::max(1.0f, look.px(1)), c.muted);
        }
        if (i == lane) list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, c.text, 0, 0, look.px(2));
    }
    ImGui::Dummy({step * 32, side + look.px(2)});
}

std::string lanes_named(simt::LaneMask lanes, const std::string& what) {
    return std::has_single_bit(lanes) ? tr_format("lane {}: **{}**", lanes_text(lanes), what)
                                      : tr_format("lanes {}: **{}**", lanes_text(lanes), what);
}

void group(const Look& look, const insight::SplitFacts& split, bool yes) {
    const simt::LaneMask lanes = yes ? split.yes : split.no;
    const std::string way =
        split.worked_out ? (yes ? tr("true") : tr("false")) : (yes ? tr("did not branch") : tr("branched"));
    std::string words = lanes_named(lanes, way);
    for (const insight::SplitFacts::Value& value : split.values)
        words += fmt::format(", {} = {}", value.name, range_text(yes ? value.yes : value.no));
    paragraph(look, words, {Face::text, size_small + 0.5f, 0});
}

void machine_line(const Model& model, uint32_t line) {
    const Look& look = model.look;
    paragraph(look, branch_fate_text(model.machine.get(), *model.result, line),
              {Face::text, size_small, look.colors->muted});
    if (model.machine_problem) item_tooltip(look, tr(*model.machine_problem));
}

void line_button(const Look& look, uint32_t line, Commands& commands) {
    if (pill(look, tr_label_of([&] { return tr_format("to line {}", line); }, fmt::format("##to line {}", line)), false,
             tr("Shows the line in the source")))
        commands.push_back(GotoLine{line});
}

} // namespace

void idle_section(const Model& model, const insight::IdleReason& reason, bool helps, Commands& commands) {
    const Look& look = model.look;
    const bool alone = std::has_single_bit(reason.lanes);
    section(look, helps   ? tr("WHY IT OWNS NO CELL")
                  : alone ? tr("WHY THE THREAD IS IDLE")
                          : tr("WHY ITS WARP IS IDLE"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(3)});
    text(look, fmt::format("{}: {}", tr_format("line {}", reason.line), reason.condition),
         {Face::mono_strong, size_small, 0}, ImGui::GetContentRegionAvail().x);
    const char* const met = reason.holds ? tr("true") : tr("false");
    std::string words = lanes_named(reason.lanes, met);
    if (!reason.values.empty()) words += ", " + values_text(reason.values);
    paragraph(look, words, {Face::text, size_small + 0.5f, 0});
    line_button(look, reason.line, commands);
    ImGui::PopStyleVar();
}

void split_section(const Model& model, const std::vector<insight::SplitFacts>& splits, uint32_t lane,
                   Commands& commands) {
    if (splits.empty()) return;
    const Look& look = model.look;
    section(look, tr("WHY ITS WARP SPLIT"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(3)});
    for (size_t i = 0; i < std::min(splits.size(), max_splits); ++i) {
        const insight::SplitFacts& split = splits[i];
        ImGui::PushID(static_cast<int>(i));
        const std::string where = split.line > 0 ? tr_format("line {}", split.line) : tr("a branch without a line");
        text(look, split.condition.empty() ? where : fmt::format("{}: {}", where, split.condition),
             {Face::mono_strong, size_small, 0}, ImGui::GetContentRegionAvail().x);
        lane_strip(look, split, lane);
        group(look, split, true);
        group(look, split, false);
        if (!split.constants.empty())
            text(look, values_text(split.constants), {Face::mono, size_small, look.colors->muted},
                 ImGui::GetContentRegionAvail().x);
        if (split.number == 0 && !split.worked_out && split.values.empty() && !split.condition.empty())
            paragraph(look, tr("This value depends on more than the thread and block index."),
                      {Face::text, size_small, look.colors->muted});
        if (split.times > 1)
            text(look,
                 split.number > 0
                     ? tr_format("split {} of {} by this branch", grouped(split.number), grouped(split.times))
                     : tr_format("{} splits; the first is shown", grouped(split.times)),
                 {Face::text, size_small, look.colors->muted});
        machine_line(model, split.line);
        if (split.line > 0) {
            const CodePlace place{split.line, 0};
            const bool on = model.painted && model.painted->place == place;
            if (pill(look, tr_label("show splits", fmt::format("##line {}", split.line)), on,
                     tr("Paint on the data how often this line splits each thread's warp"))) {
                commands.push_back(
                    PaintCode{on ? std::nullopt : std::optional(PaintedCode{place, metrics::Measure::splits})});
                if (!on) commands.push_back(GotoLine{split.line});
            }
            ImGui::SameLine(0, look.px(6));
            line_button(look, split.line, commands);
        }
        ImGui::PopID();
    }
    if (splits.size() > max_splits)
        text(look, tr_format("and at {} more branches", splits.size() - max_splits),
             {Face::text, size_small, look.colors->muted});
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
