#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::step_history(bool back) {
    if (!(back ? history.can_undo() : history.can_redo())) return;
    const UndoStep before{scene.source, scene.notes, doc.guessed_setup()};
    UndoStep next = back ? history.undo(before) : history.redo(before);
    scene.source = std::move(next.source);
    scene.notes = std::move(next.notes);
    launch_note.clear();
    if (next.setup != nullptr) (void)doc.add_experiment(*next.setup);
    if (next.setup == nullptr && scene.source == before.source) return;
    if (doc.key_of(before.source) == doc.key_of(scene.source) && before.source.text != scene.source.text)
        doc.keep_text(scene.source.text);
    doc.submit();
}

} // namespace warpscope::ui
