// Notes on the scene: written, moved, deleted, each a step of undo.
#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/model/note_place.hpp"

namespace warpscope::ui {

void App::State::on(const EditNote& c) {
    if (!c.index && scene.notes.size() >= scene::most_notes) {
        say(true, msg("A scene has at most {} notes.", scene::most_notes), msg("Delete one."));
        return;
    }
    dialogs.note.show(c.index, c.note);
}

void App::State::on(const PutNote& c) {
    if (c.index && *c.index >= scene.notes.size()) return; // undone in the meantime
    history.record({scene.source, scene.notes}, c.gesture);
    if (c.index)
        scene.notes[*c.index] = c.note;
    else
        scene.notes.push_back(c.note);
    redraw.want(3);
}

void App::State::on(const RemoveNotes& c) {
    history.record({scene.source, scene.notes}, "");
    for (auto index = c.indices.rbegin(); index != c.indices.rend(); ++index)
        if (*index < scene.notes.size()) scene.notes.erase(scene.notes.begin() + static_cast<ptrdiff_t>(*index));
    redraw.want(3);
}

void App::State::step_history(bool back) {
    if (!(back ? history.can_undo() : history.can_redo())) return;
    const UndoStep before{scene.source, scene.notes, guessed_setup()};
    UndoStep next = back ? history.undo(before) : history.redo(before);
    scene.source = std::move(next.source);
    scene.notes = std::move(next.notes);
    launch_note.clear();
    if (next.setup != nullptr) (void)add_experiment(*next.setup);
    if (next.setup == nullptr && scene.source == before.source) return; // a step of the notes
    // A step of another kind says nothing of the text that is kept.
    if (key_of(before.source) == key_of(scene.source) && before.source.text != scene.source.text)
        keep_text(scene.source.text);
    submit();
}

void App::State::say_lost_notes(size_t lost) {
    if (lost == 0) return;
    say(false,
        msg_count(lost, "{} note is lost: its line is no longer in the text.",
                  "{} notes are lost: their lines are no longer in the text.", lost),
        msg("They come back with their lines (undo); the menu of any line deletes them."));
}

} // namespace warpscope::ui
