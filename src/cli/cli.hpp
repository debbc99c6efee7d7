// The command line: `warpscope run | compare | film | lesson | list | check | time | record | gpu`.
// docs/COMMAND_LINE.md documents it; scripts and lessons rely on it.
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
/// Prints to standard error and returns the exit status that belongs to it.
int report_failure(const Diagnostic& problem);

/// Writes out what waits for standard output. True when any of what was printed is lost.
[[nodiscard]] bool output_lost();

/// Where in time the views of a figure stand.
struct FigureMoment {
    scene::Moment moment;
    /// Of a block, or of a warp of it.
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
    /// Of a launch.
    std::optional<analysis::Dispatch> dispatch;
};

/// A picture of a run for a book or a slide: what --figure asks for.
struct FigureRequest {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const session::RunResult> beside; // shown left of it, with what differs; may be null
    std::shared_ptr<const analysis::Chart> chart;     // draw this instead of the views; may be null
    std::string tab;                                  // draw this tab of the drawer instead of the views; empty: none
    std::optional<uint32_t> launch;                   // of the tab, from 0; none: the last
    std::string array;                                // of the tab `epochs`
    std::filesystem::path file;
    std::string overlays;                      // as --overlay gives them; empty: the default set
    std::optional<CellCoordinates> focus;      // cell of the output whose block is in focus
    uint32_t width = 1600, height = 900;       // pixels
    std::optional<exporting::SceneLook> scene; // what its views show, where it was opened from a scene
    std::optional<FigureMoment> moment;        // of the views; none: everything has run
    std::string title, caption;                // over and below it; empty: none
    bool large_legend = false;
    bool dark = false;            // else the colours of print
    std::optional<uint32_t> view; // alone; none: all that the scene shows
    std::string peaks;            // of the roofline
    bool carries_scene = true;    // the picture carries a scene that shows the same
};
/// Makes the figure; given by the program, because this module knows no OpenGL.
using FigureMaker = std::function<Result<void>(const FigureRequest&)>;

/// A film of a launch: what `warpscope film` asks for.
struct FilmRequest {
    FigureRequest look; // result, scene, overlays, focus and size
    analysis::Dispatch dispatch;
    /// Blocks that have ended, or steps that are done, at its beginning and end; none: all of it.
    std::optional<uint64_t> from, to;
    double seconds = 0, pictures_per_second = 0;
    std::filesystem::path file;
    /// Of a block, or of a warp of it, in place of the launch.
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
    scene::Scope scope = scene::Scope::launch;
    uint32_t warp = 0; // that the focused cell's thread is of
};
using FilmMaker = std::function<Result<void>(const FilmRequest&)>;

struct Renderer;
/// What OpenGL draws with in a window and without one; given by the program, too.
using RendererAsker = std::function<void(Renderer& window, Renderer& without_window)>;

/// Returns which of the labels no control of the window has that shows the lesson's step; given by the program.
using SpotlightFinder = std::function<Result<std::vector<Diagnostic>>(const std::filesystem::path& lesson)>;
/// Draws a lesson's slides into a folder; given by the program.
using SlideMaker =
    std::function<Result<void>(const std::filesystem::path& lesson, const std::filesystem::path& folder)>;

/// What the commands need of the program, because this module knows no OpenGL.
struct Drawing {
    FigureMaker make_figure;
    FilmMaker make_film;
    RendererAsker ask_renderers;
    SpotlightFinder missing_spotlights;
    SlideMaker make_slides;
    std::vector<std::string> figure_tabs; // that make_figure can draw
};

/// True when the first argument is one of the subcommands above.
[[nodiscard]] bool is_command(int argc, const char* const* argv);

/// Runs a subcommand. Data goes to standard output, everything else to standard error. Returns the exit status.
[[nodiscard]] int main(int argc, const char* const* argv, const Drawing& drawing);

} // namespace warpscope::cli
