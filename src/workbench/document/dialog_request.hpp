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
struct LessonsRequest {};

using DialogRequest = std::variant<NoteDialogRequest, PaletteRequest, WelcomeRequest, LessonsRequest>;

} // namespace warpscope::workbench
