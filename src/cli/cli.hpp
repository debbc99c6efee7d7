// The command line; see docs/COMMAND_LINE.md. Scripts and lessons depend on it.
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
#include "insight/recorded_block.hpp"
#include "scene/moment.hpp"

namespace warpscope::cli {

enum ExitStatus : int { done = 0, findings_or_failure = 1, wrong_usage = 2, environment_lacking = 3 };

[[nodiscard]] int exit_status(ErrorKind kind);
int report_failure(const Diagnostic& problem);

/// Flushes standard output; returns whether output was lost.
[[nodiscard]] bool output_lost();

struct FigureMoment {
    scene::Moment moment;
    std::shared_ptr<const insight::RecordedBlock> block; // set for moments of a block or warp
    std::optional<analysis::Dispatch> dispatch;          // set for moments of a launch
};

struct FigureRequest {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const session::RunResult> beside; // run on the left, or null
    std::shared_ptr<const analysis::Chart> chart;     // instead of views
    std::string tab;                                  // instead of views
    std::optional<uint32_t> launch;                   // from 0; default: last
    std::string array;
    std::filesystem::path file;
    std::string overlays;
    std::optional<CellCoordinates> focus; // output cell in the focused block
    uint32_t width = 1600, height = 900;
    std::optional<exporting::SceneLook> scene;
    std::optional<FigureMoment> moment; // default: end
    std::string title, caption;
    bool large_legend = false;
    bool dark = false;            // false: colors for print
    std::optional<uint32_t> view; // default: all
    std::string peaks;            // device whose peaks the roofline shows
    bool carries_scene = true;    // whether a PNG embeds the scene
};
/// Draws a figure. The program provides it, because this module does not use OpenGL.
using FigureMaker = std::function<Result<void>(const FigureRequest&)>;

struct FilmRequest {
    FigureRequest look;
    analysis::Dispatch dispatch;
    /// Range of finished blocks (launch) or of steps (block, warp)
    std::optional<uint64_t> from, to;
    double seconds = 0, pictures_per_second = 0;
    std::filesystem::path file;
    std::shared_ptr<const insight::RecordedBlock> block;
    scene::Scope scope = scene::Scope::launch;
    uint32_t warp = 0; // warp of the focused thread
};
using FilmMaker = std::function<Result<void>(const FilmRequest&)>;

struct Renderer;
using RendererAsker = std::function<void(Renderer& window, Renderer& without_window)>;

/// Reports a lesson's spotlights on missing controls.
using SpotlightFinder = std::function<Result<std::vector<Diagnostic>>(const std::filesystem::path& lesson)>;
using SlideMaker =
    std::function<Result<void>(const std::filesystem::path& lesson, const std::filesystem::path& folder)>;

struct Drawing {
    FigureMaker make_figure;
    FilmMaker make_film;
    RendererAsker ask_renderers;
    SpotlightFinder missing_spotlights;
    SlideMaker make_slides;
    std::vector<std::string> figure_tabs;
};

[[nodiscard]] bool is_command(int argc, const char* const* argv);

/// Returns the exit status. Prints only data to standard output.
[[nodiscard]] int main(int argc, const char* const* argv, const Drawing& drawing);

} // namespace warpscope::cli
