// Pictures, films and scenes to save or copy.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "metrics/results.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

struct ShowSaveDialog {};
/// Which part of the window to save; `drawer` is its tab.
enum class Subject : uint8_t { left_view, right_view, lower_left_view, lower_right_view, drawer, window, all_views };
inline constexpr size_t subjects = 7;
struct SavePicture {
    Subject subject{};
    int scale = 1;
    std::filesystem::path file;         // empty: it goes to the clipboard
    bool with_scene = true;             // the PNG carries the scene
    std::string title{}, caption{};     // over and below it; empty: none
    bool large_legend = false;          // of views: read from the last row of a hall
    std::optional<Language> language{}; // of its words; none: the window's
    FigureColours colours{};            // chosen
    /// In the colours of print, whatever the window's are.
    [[nodiscard]] bool prints() const;
};
/// A film of a range of the time bar: of ended blocks of the launch, or of steps that a block or a warp has done.
struct MakeFilm {
    scene::Scope scope = scene::Scope::launch; // launch, block or warp
    uint64_t from = 0, to = 0;
    int seconds = 20;
    std::filesystem::path file; // empty: a preview of it
    // Filled in where it is made:
    uint64_t block = 0;
    uint32_t warp = 0; // in the block
    metrics::ThreadId thread = 0;
    bool as_written = true; // the build that the steps are of
};
struct ShowFilmDialog {};
struct StopFilm {};
/// Puts a view into the clipboard; none: the one under the cursor.
struct CopyPicture {
    std::optional<size_t> view;
};
struct CopyText {
    std::string text;
};
struct ShowSaveScene {};
struct SaveScene {
    std::filesystem::path file;
    std::string notes;
};

using ExportCommands = CommandList<ShowSaveDialog, SavePicture, MakeFilm, ShowFilmDialog, StopFilm, CopyPicture,
                                   CopyText, ShowSaveScene, SaveScene>;
template<class T>
requires(ExportCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "export";

} // namespace warpscope::workbench
