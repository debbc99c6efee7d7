// Notes on the scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/note.hpp"
#include "workbench/document/command.hpp"

namespace warpscope::workbench {

/// Opens the editor for a note: that one of the scene, or a new one.
struct EditNote {
    std::optional<size_t> index;
    scene::Note note;
};
/// Changes a note of the scene, or adds one.
struct PutNote {
    std::optional<size_t> index;
    scene::Note note;
    std::string gesture; // same for all steps of one drag
};
struct RemoveNotes {
    std::vector<size_t> indices; // ascending
};

using NotesCommands = CommandList<EditNote, PutNote, RemoveNotes>;
template<class T>
requires(NotesCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "notes";

} // namespace warpscope::workbench
