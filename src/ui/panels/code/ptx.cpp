#include "insight/source_lines.hpp"
#include "ui/panels/panels.hpp"

#include "language/tr.hpp"
#include "ui/panels/code/code_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct PtxLines {
    std::vector<std::string_view> lines;
};

} // namespace

void ptx_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (!model.result) {
        text(look, tr("The kernel's PTX appears here."), {Face::text, size_body, look.colors->muted});
        return;
    }
    // Splits thousands of lines once per result, not per frame.
    const auto kept = model.result->derived.get<PtxLines>(
        {}, [&] { return PtxLines{insight::split_lines(model.result->compiled.ptx)}; });
    const std::vector<std::string_view>& lines = kept->lines;
    // Scrolls new PTX to its instructions, which follow a page of declarations.
    const std::filesystem::path& file = model.result->variant().source;
    const bool first_time = model.ptx_seen != file;
    const insight::CodeMap& map = insight::code_map_of(*model.result);
    CodeListing listing;
    listing.id = "PTX text";
    listing.group = "ptx";
    listing.number_width = 44;
    const float width = ImGui::GetContentRegionAvail().x;
    if (width > look.px(300) && model.result->not_emulated.empty())
        listing.columns =
            cost_columns(look, width - ImGui::GetStyle().ScrollbarSize, width < look.px(900), sum_of(map));
    code_heading(model, tr("PTX"), listing.columns, code_left(look, listing.number_width),
                 model.preferences->tab == Tab::ptx, commands);
    listing.lines = &lines;
    listing.tokens = [&](size_t i) { return ptx_tokens(lines[i]); };
    const auto surviving = surviving_costs(model);
    listing.cost = [&](uint32_t line) { return surviving ? surviving->cost_of(0, line) : map.cost_of(0, line); };
    const CodePlace hovered = model.hovered_code;
    listing.state = [&](uint32_t line) {
        CodeRowState state;
        const uint32_t source = map.source_of(line);
        state.linked = source != 0 &&
                       (hovered.line == source || (hovered.ptx_line != 0 && map.source_of(hovered.ptx_line) == source));
        state.painted = is_painted(model, {0, line}) || (source != 0 && is_painted(model, {source, 0}));
        return state;
    };
    listing.scroll_to = model.goto_ptx;
    if (first_time && !map.ptx.empty()) {
        commands.push_back(ShowPtx{file});
        if (!listing.scroll_to) listing.scroll_to = map.ptx.begin()->first;
    }
    const CodeEvents events = code_listing(look, listing);
    if (events.hovered != 0) commands.push_back(HoverCode{{0, events.hovered}});
    if (events.clicked == 0) return;
    paint_on_click(model, map, {0, events.clicked}, events.column, commands);
    if (const uint32_t source = map.source_of(events.clicked); source != 0)
        commands.push_back(
            ScrollCode{{source, 0}, model.machine ? model.machine->first_of(0, events.clicked).value_or(0) : 0});
}

} // namespace warpscope::ui
