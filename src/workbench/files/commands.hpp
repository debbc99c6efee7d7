#pragma once

#include <filesystem>
#include <string>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct OpenFile {
    std::filesystem::path file; // may also be a link to a scene
    bool as_picture = false;
    bool kernels_only = false;
};
struct ShowOpenDialog {};
struct ShowSaveScene {};
struct SaveScene {
    std::filesystem::path file;
    std::string notes;
};

using FilesCommands = CommandList<OpenFile, ShowOpenDialog, ShowSaveScene, SaveScene>;
template<class T>
requires(FilesCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "files";

} // namespace warpscope::workbench
