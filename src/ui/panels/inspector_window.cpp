#include "ui/panels/inspector_sections.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void apart(const Model& model, const insight::WindowFacts& facts) {
    const Look& look = model.look;
    // The input's own name is a file or pattern.
    const session::RunResult& run = *model.result;
    const BufferLayout& layout = run.prepared.plan.buffers[run.prepared.input_buffer].layout;
    const float side = look.px(15);
    for (const uint64_t cell : facts.apart) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, {at.x + side, at.y + side}, cell_color(model.result->input, cell), look.px(2));
        list.AddRect(at, {at.x + side, at.y + side}, look.colors->line_strong, look.px(2));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + look.px(8));
        text(look, fmt::format("{} = {}", cell_name(layout, cell), insight::cell_text(model.result->input, cell)),
             {Face::mono, size_small, 0}, ImGui::GetContentRegionAvail().x);
    }
    if (facts.distinct > facts.apart.size()) {
        const std::string more = grouped(facts.distinct - facts.apart.size());
        text(look,
             facts.height == 1 ? tr_format("and {} more in the same row", more)
             : facts.width == 1
                 ? tr_format("and {} more in the same column", more)
                 : tr_format("and {} more in {} rows, {} columns", more, grouped(static_cast<uint64_t>(facts.height)),
                             grouped(static_cast<uint64_t>(facts.width))),
             {Face::text, size_small, look.colors->muted});
    }
}

/// Omits digits, or all values, to fit.
std::vector<std::string> fitting_values(const Model& model, const insight::WindowFacts& facts, float width) {
    for (const int digits : {6, 4, 3, 2}) {
        std::vector<std::string> values;
        float widest = 0;
        for (const insight::WindowFacts::Cell& cell : facts.cells) {
            const bool is_read = cell.kind == insight::WindowFacts::Kind::read;
            values.push_back(is_read ? short_value(insight::cell_text(model.result->input, cell.index), digits) : "");
            widest = std::max(widest, model.look.measure(Face::mono, 11.5f, values.back()).x);
        }
        if (widest <= width) return values;
    }
    return {};
}

std::string cell_tip(const Model& model, const insight::WindowFacts& facts, const insight::WindowFacts::Cell& cell,
                     int64_t number) {
    const int64_t x = facts.x + number % facts.width, y = facts.y + number / facts.width;
    if (cell.kind == insight::WindowFacts::Kind::ghost)
        return tr_format("row {}, col {}: outside the data. The experiment declares that the window covers it; the "
                         "kernel's guard skips it.",
                         y, x);
    const std::string value = insight::cell_text(model.result->input, cell.index);
    return tr_format("row {}, col {}: {}{}", y, x, value,
                     cell.kind == insight::WindowFacts::Kind::read ? "" : tr(" (not read)"));
}

} // namespace

void window_section(const Model& model, const insight::WindowFacts& facts) {
    const Look& look = model.look;
    std::string title = tr_count(facts.distinct, "WINDOW, {} CELL", "WINDOW, {} CELLS", facts.distinct);
    if (facts.ghosts > 0) title += tr_count(facts.ghosts, " AND {} GHOST", " AND {} GHOSTS", facts.ghosts);
    section(look, title);
    if (facts.cells.empty()) {
        apart(model, facts);
        return;
    }
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = facts.width > 12 ? 0 : look.px(2);
    const bool one_channel = model.result->input.layout.channels == 1;
    const float wide = std::min(look.px(44), std::floor(room / static_cast<float>(facts.width)));
    const float tall = std::min(look.px(27), wide);
    const std::vector<std::string> values = one_channel && wide >= look.px(34)
                                                ? fitting_values(model, facts, wide - gap - look.px(4))
                                                : std::vector<std::string>();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    for (size_t i = 0; i < facts.cells.size(); ++i) {
        const insight::WindowFacts::Cell& cell = facts.cells[i];
        const auto column = static_cast<float>(static_cast<int64_t>(i) % facts.width);
        const auto row = static_cast<float>(static_cast<int64_t>(i) / facts.width);
        const ImVec2 min{origin.x + column * wide, origin.y + row * tall};
        const ImVec2 max{min.x + wide - gap, min.y + tall - gap};
        if (cell.kind == insight::WindowFacts::Kind::read) {
            const ImU32 color = cell_color(model.result->input, cell.index);
            list.AddRectFilled(min, max, color, gap);
            if (!values.empty()) {
                const std::string& value = values[i];
                const ImVec2 size = look.measure(Face::mono, 11.5f, value);
                const ImU32 ink = contrast(color, IM_COL32_WHITE) >= contrast(color, IM_COL32_BLACK) ? IM_COL32_WHITE
                                                                                                     : IM_COL32_BLACK;
                list.AddText(look.fonts.mono, look.px(11.5f),
                             {std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)}, ink,
                             value.data(), value.data() + value.size());
            }
        } else if (cell.kind == insight::WindowFacts::Kind::ghost) {
            const ImU32 orange = IM_COL32(230, 159, 0, 255);
            hatch(list, min, max, look.px(6), std::max(1.0f, look.px(1)), orange);
            list.AddRect(min, max, orange, gap, 0, std::max(1.0f, look.px(1)));
        } else {
            list.AddRect(min, max, c.line, gap, 0, std::max(1.0f, look.px(1)));
        }
    }
    for (size_t i = 0; i < facts.cells.size(); ++i) {
        if (!facts.cells[i].own) continue;
        const ImVec2 min{origin.x + static_cast<float>(static_cast<int64_t>(i) % facts.width) * wide,
                         origin.y + static_cast<float>(static_cast<int64_t>(i) / facts.width) * tall};
        const ImVec2 max{min.x + wide - gap, min.y + tall - gap};
        list.AddRect(min, max, IM_COL32(0, 0, 0, 200), gap, 0, look.px(4));
        list.AddRect(min, max, render::packed(render::palette::thread), gap, 0, look.px(2.5f));
    }
    const ImVec2 size{wide * static_cast<float>(facts.width), tall * static_cast<float>(facts.height)};
    ImGui::InvisibleButton("window cells", size);
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto column = static_cast<int64_t>((mouse.x - origin.x) / wide);
        const auto row = static_cast<int64_t>((mouse.y - origin.y) / tall);
        const int64_t number = row * facts.width + column;
        if (column >= 0 && column < facts.width && row >= 0 && row < facts.height)
            tooltip(look, cell_tip(model, facts, facts.cells[static_cast<size_t>(number)], number));
    }
    if (facts.ghosts > 0) text(look, tr("hatched: outside the data, as declared"), {Face::text, size_small, c.muted});
}

} // namespace warpscope::ui
