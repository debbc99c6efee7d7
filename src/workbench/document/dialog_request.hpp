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
struct SaveTextRequest {
    std::filesystem::path folder;
    std::string suggestion;
};
/// Offers to overwrite the text's own file.
struct OverwriteTextRequest {
    std::filesystem::path file;
    bool is_newer = false; // another program has written it
};
struct PaletteRequest {
    std::string typed;
};
struct WelcomeRequest {};
struct LessonsRequest {};

using DialogRequest = std::variant<NoteDialogRequest, SaveTextRequest, OverwriteTextRequest, PaletteRequest,
                                   WelcomeRequest, LessonsRequest>;

} // namespace warpscope::workbench
