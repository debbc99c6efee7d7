#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "scene/note.hpp"

namespace warpscope::workbench {

struct NoteDialogRequest {
    std::optional<size_t> index; // nullopt: a new note
    scene::Note note;
};
struct PaletteRequest {
    std::string typed;
};
struct WelcomeRequest {};

using DialogRequest = std::variant<NoteDialogRequest, PaletteRequest, WelcomeRequest>;

} // namespace warpscope::workbench
