#include "ui/panels/code/line_notes.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {

std::string_view LineNotes::words(const Model& model, uint32_t line) const {
    const auto note = by_line.find(line);
    return note == by_line.end() ? std::string_view() : std::string_view(model.scene->notes[note->second].words);
}

LineNotes line_notes(const Model& model, const std::vector<std::string_view>& lines) {
    LineNotes out;
    if (model.scene == nullptr || !model.result) return out;
    for (size_t i = 0; i < model.scene->notes.size(); ++i) {
        const scene::Note& note = model.scene->notes[i];
        const auto* noted = std::get_if<scene::NotedLine>(&note.place);
        if (noted == nullptr || !is_on(note, *model.result)) continue;
        const uint32_t line = noted_line(*noted, lines);
        if (line == 0)
            out.lost.push_back(i);
        else
            out.by_line.emplace(line, i);
    }
    return out;
}

void note_items(const Model& model, const LineNotes& notes, uint32_t line, std::string_view text, Commands& commands) {
    const Look& look = model.look;
    if (const auto note = notes.by_line.find(line); note != notes.by_line.end()) {
        if (menu_item(look, tr_label("Edit its note…", "##line menu"), "", false))
            commands.push_back(EditNote{note->second, model.scene->notes[note->second]});
        if (menu_item(look, tr_label("Delete its note", "##line menu"), "", false))
            commands.push_back(RemoveNotes{{note->second}});
    } else if (menu_item(look, tr_label("Add a note…", "##line menu"), "", false)) {
        commands.push_back(EditNote{std::nullopt, note_on_line(*model.result, line, text)});
    }
    if (notes.lost.empty()) return;
    const std::string label = notes.lost.size() == 1
                                  ? tr("Delete the note whose line is gone")
                                  : tr_format("Delete the {} notes whose lines are gone", notes.lost.size());
    if (menu_item(look, (label + "##line menu").c_str(), "", false)) commands.push_back(RemoveNotes{notes.lost});
}

} // namespace warpscope::ui
