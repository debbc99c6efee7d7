#include "ui/panels/code/code_panels.hpp"

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/machine_text.hpp"

namespace warpscope::ui {

namespace {

void missing_code(const Model& model) {
    const Look& look = model.look;
    const TextStyle style{Face::text, size_body, look.colors->muted};
    if (model.machine_problem)
        paragraph(look, tr(*model.machine_problem), style);
    else
        text(look, model.machine_busy ? tr("The assembler is running.") : tr("The kernel's machine code appears here."),
             style);
}

std::optional<uint32_t> requested_line(const Model& model, const insight::CodeMap& map) {
    const insight::MachineLines& machine = *model.machine;
    if (model.goto_machine_line) return model.goto_machine_line;
    if (!model.goto_ptx) return model.goto_line ? machine.first_of(*model.goto_line, 0) : std::nullopt;
    if (const auto line = machine.first_of(0, *model.goto_ptx)) return line;
    return machine.first_of(map.source_of(*model.goto_ptx), 0);
}

} // namespace

void machine_code_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (!model.result || !model.machine) {
        missing_code(model);
        return;
    }
    const insight::CodeMap& map = insight::code_map_of(*model.result);
    const insight::MachineLines& machine = *model.machine;
    CodeListing listing;
    listing.id = "SASS text";
    listing.group = "sass";
    listing.number_width = 44;
    code_heading(model, resources_text(machine), {}, code_left(look, listing.number_width), false, commands);
    std::vector<std::string_view> lines;
    lines.reserve(machine.lines.size());
    for (const insight::MachineLine& line : machine.lines) lines.emplace_back(line.text);
    listing.lines = &lines;
    listing.tokens = [&](size_t i) { return machine_tokens(lines[i]); };
    listing.number = [&](uint32_t line) { return machine.find(line)->address; };
    const CodePlace hovered = model.hovered_code;
    const uint32_t hovered_source = hovered.line != 0 ? hovered.line : map.source_of(hovered.ptx_line);
    listing.state = [&](uint32_t line) {
        const insight::MachineLine& code = *machine.find(line);
        CodeRowState state;
        state.linked = (code.source != 0 && code.source == hovered_source) ||
                       (code.ptx_line != 0 && code.ptx_line == hovered.ptx_line);
        state.painted = (code.ptx_line != 0 && is_painted(model, {0, code.ptx_line})) ||
                        (code.source != 0 && is_painted(model, {code.source, 0}));
        return state;
    };
    listing.scroll_to = requested_line(model, map);
    const CodeEvents events = code_listing(look, listing);
    const auto place_of = [&](uint32_t line) {
        const insight::MachineLine& code = *machine.find(line);
        const bool has_ptx = code.ptx_line != 0 && (code.source == 0 || map.source_of(code.ptx_line) == code.source);
        return has_ptx ? CodePlace{0, code.ptx_line} : CodePlace{code.source, 0};
    };
    if (events.hovered != 0) commands.push_back(HoverCode{place_of(events.hovered)});
    if (events.clicked == 0) return;
    const insight::MachineLine& clicked = *machine.find(events.clicked);
    paint_on_click(model, map, place_of(events.clicked), std::nullopt, commands);
    commands.push_back(ScrollCode{{clicked.source, clicked.ptx_line}, events.clicked});
}

} // namespace warpscope::ui
