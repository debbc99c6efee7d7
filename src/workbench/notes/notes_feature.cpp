#include "workbench/notes/notes_feature.hpp"

#include "language/tr.hpp"

namespace warpscope::workbench {

void NotesFeature::on(const EditNote& c) {
    if (!c.index && scene_.notes.size() >= scene::max_notes) {
        say(true, msg("A scene has at most {} notes.", scene::max_notes), msg("Delete one."));
        return;
    }
    document_.dialog_requests.emplace_back(NoteDialogRequest{c.index, c.note});
}

void NotesFeature::on(const PutNote& c) {
    if (c.index && *c.index >= scene_.notes.size()) return; // undo removed this note
    document_.history.record({scene_.source, scene_.notes}, c.gesture);
    if (c.index)
        scene_.notes[*c.index] = c.note;
    else
        scene_.notes.push_back(c.note);
    redraw_.want(3);
}

void NotesFeature::on(const RemoveNotes& c) {
    document_.history.record({scene_.source, scene_.notes}, "");
    for (auto index = c.indices.rbegin(); index != c.indices.rend(); ++index)
        if (*index < scene_.notes.size()) scene_.notes.erase(scene_.notes.begin() + static_cast<ptrdiff_t>(*index));
    redraw_.want(3);
}

void report_lost_notes(Document& document, size_t lost) {
    if (lost == 0) return;
    document.say(false,
                 msg_count(lost, "{} note is lost: its line is no longer in the source.",
                           "{} notes are lost: their lines are no longer in the source.", lost),
                 msg("Undo restores them with their lines. To delete them, right-click any line."));
}

} // namespace warpscope::workbench
