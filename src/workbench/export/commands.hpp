#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "metrics/results.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

struct ShowSaveDialog {};
enum class Subject : uint8_t { left_view, right_view, lower_left_view, lower_right_view, drawer, window, all_views };
inline constexpr size_t subjects = 7;
struct SavePicture {
    Subject subject{};
    int scale = 1;
    std::filesystem::path file; // empty: the clipboard
    bool with_scene = true;
    std::string title{}, caption{};
    bool large_legend = false;
    std::optional<Language> language{}; // nullopt: the window's
    FigureColors colors{};
    [[nodiscard]] bool prints() const;
};
struct MakeFilm {
    scene::Scope scope = scene::Scope::launch;
    uint64_t from = 0, to = 0;
    int seconds = 20;
    std::filesystem::path file; // empty: makes a preview
    uint64_t block = 0;
    uint32_t warp = 0;
    metrics::ThreadId thread = 0;
    bool as_written = true;
};
struct ShowFilmDialog {};
struct StopFilm {};
struct CopyPicture {
    std::optional<size_t> view;
};
struct CopyText {
    std::string text;
};

using ExportCommands =
    CommandList<ShowSaveDialog, SavePicture, MakeFilm, ShowFilmDialog, StopFilm, CopyPicture, CopyText>;
template<class T>
requires(ExportCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "export";

} // namespace warpscope::workbench
