#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "language/language.hpp"
#include "scene/note.hpp"

namespace warpscope::workbench {

struct NoteDialogRequest {
    std::optional<size_t> index; // nullopt: a new note
    scene::Note note;
};
struct OpenFileRequest {
    std::filesystem::path folder;
};
struct NameSceneRequest {
    std::filesystem::path folder;
    std::string suggestion, notes;
};
struct SavePictureRequest {
    std::filesystem::path folder;
    std::string suggestion;
    std::optional<Language> language; // nullopt: the window's
};
struct FilmRequest {
    std::filesystem::path folder;
    std::string suggestion;
};
struct SaveTextRequest {
    std::filesystem::path folder;
    std::string suggestion;
};
struct OverwriteTextRequest {
    std::filesystem::path file;
    bool is_newer = false; // another program changed the file
};
struct HistogramRequest {
    size_t view = 0;
};
struct PaletteRequest {
    std::string typed;
};
struct WelcomeRequest {};
struct LessonsRequest {};

using DialogRequest =
    std::variant<NoteDialogRequest, OpenFileRequest, NameSceneRequest, SavePictureRequest, FilmRequest, SaveTextRequest,
                 OverwriteTextRequest, HistogramRequest, PaletteRequest, WelcomeRequest, LessonsRequest>;

} // namespace warpscope::workbench
