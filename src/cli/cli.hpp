// The command line. docs/COMMAND_LINE.md documents it; scripts and lessons depend on it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/chart.hpp"
#include "analysis/dispatch.hpp"
#include "base/cell.hpp"
#include "base/diagnostic.hpp"
#include "export/scene_file.hpp"
#include "scene/moment.hpp"
#include "session/stepped.hpp"

namespace warpscope::cli {

enum ExitStatus : int { done = 0, findings_or_failure = 1, wrong_usage = 2, environment_lacking = 3 };

[[nodiscard]] int exit_status(ErrorKind kind);
/// Prints to standard error and returns the exit status.
int report_failure(const Diagnostic& problem);

/// Flushes standard output. Returns whether any output was lost.
[[nodiscard]] bool output_lost();

/// Point in time for a figure's views.
struct FigureMoment {
    scene::Moment moment;
    /// Set for a block or warp.
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
    /// Set for a launch.
    std::optional<analysis::Dispatch> dispatch;
};

/// A figure of a run (--figure).
struct FigureRequest {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const session::RunResult> beside; // run to the left, with differences; may be null
    std::shared_ptr<const analysis::Chart> chart;     // shown instead of the views; may be null
    std::string tab;                                  // drawer tab shown instead of the views; may be empty
    std::optional<uint32_t> launch;                   // for the tab, from 0; nullopt: the last
    std::string array;                                // for the tab `epochs`
    std::filesystem::path file;
    std::string overlays;                      // --overlay; empty: default
    std::optional<CellCoordinates> focus;      // output cell with the focused block
    uint32_t width = 1600, height = 900;       // in pixels
    std::optional<exporting::SceneLook> scene; // look of the scene that it was opened from
    std::optional<FigureMoment> moment;        // none: after the run
    std::string title, caption;                // above and below; may be empty
    bool large_legend = false;
    bool dark = false;            // otherwise print colors
    std::optional<uint32_t> view; // the only view; nullopt: all
    std::string peaks;            // for the roofline
    bool carries_scene = true;    // embeds the scene in the picture
};
/// Draws a figure. The program provides it, because this module does not use OpenGL.
using FigureMaker = std::function<Result<void>(const FigureRequest&)>;

/// A film of a launch (`warpscope film`).
struct FilmRequest {
    FigureRequest look;
    analysis::Dispatch dispatch;
    /// First and last number of finished blocks or steps; nullopt: all.
    std::optional<uint64_t> from, to;
    double seconds = 0, pictures_per_second = 0;
    std::filesystem::path file;
    /// Set for a film of a block or warp.
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
    scene::Scope scope = scene::Scope::launch;
    uint32_t warp = 0; // warp of the focused cell's thread
};
using FilmMaker = std::function<Result<void>(const FilmRequest&)>;

struct Renderer;
/// Describes OpenGL's renderers with and without a window; provided by the program.
using RendererAsker = std::function<void(Renderer& window, Renderer& without_window)>;

/// Returns the spotlight labels that match no control of the window; provided by the program.
using SpotlightFinder = std::function<Result<std::vector<Diagnostic>>(const std::filesystem::path& lesson)>;
/// Draws a lesson's slides into a folder; provided by the program.
using SlideMaker =
    std::function<Result<void>(const std::filesystem::path& lesson, const std::filesystem::path& folder)>;

/// Functions that need OpenGL, provided by the program.
struct Drawing {
    FigureMaker make_figure;
    FilmMaker make_film;
    RendererAsker ask_renderers;
    SpotlightFinder missing_spotlights;
    SlideMaker make_slides;
    std::vector<std::string> figure_tabs; // tabs that make_figure can draw
};

/// Returns whether the first argument is a subcommand.
[[nodiscard]] bool is_command(int argc, const char* const* argv);

/// Runs a subcommand and returns the exit status. Data goes to standard output, all else to standard error.
[[nodiscard]] int main(int argc, const char* const* argv, const Drawing& drawing);

} // namespace warpscope::cli
