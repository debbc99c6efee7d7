#pragma once

#include <filesystem>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct OpenFile {
    std::filesystem::path file; // or a link to a scene
    bool as_picture = false;
    bool kernels_only = false;
};
struct ShowOpenDialog {};

using FilesCommands = CommandList<OpenFile, ShowOpenDialog>;
template<class T>
requires(FilesCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "files";

} // namespace warpscope::workbench
