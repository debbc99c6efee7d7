// Files to open.
#pragma once

#include <filesystem>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct OpenFile {
    std::filesystem::path file;
    bool as_picture = false;   // although it carries a scene
    bool kernels_only = false; // of a program: its kernels with guessed setups
};
struct ShowOpenDialog {};

using FilesCommands = CommandList<OpenFile, ShowOpenDialog>;
template<class T>
requires(FilesCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "files";

} // namespace warpscope::workbench
