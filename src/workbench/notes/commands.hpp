#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/note.hpp"
#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct EditNote {
    std::optional<size_t> index;
    scene::Note note;
};
struct PutNote {
    std::optional<size_t> index;
    scene::Note note;
    std::string gesture; // equal for all steps of a drag
};
struct RemoveNotes {
    std::vector<size_t> indices;
};

using NotesCommands = CommandList<EditNote, PutNote, RemoveNotes>;
template<class T>
requires(NotesCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "notes";

} // namespace warpscope::workbench
