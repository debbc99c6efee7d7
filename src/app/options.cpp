#include "app/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/cli.hpp"
#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "cli/target.hpp"
#include "gpu/contraction.hpp"
#include "lesson/assignment.hpp"
#include "lesson/lesson.hpp"
#include "program/linkage.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/tab.hpp"

namespace warpscope::app {

namespace {

std::vector<std::string> tab_names() {
    std::vector<std::string> names;
    for (const ui::TabInfo& tab : ui::tabs()) names.emplace_back(tab.name);
    names.emplace_back("none");
    return names;
}

} // namespace

std::optional<int> parse(int argc, const char* const* argv, Options& options) {
    CLI::App app(
        "Warpscope shows what CUDA kernels do, on the data they do it to.\n"
        "Without a command it opens its window. Commands: run, compare, list, check, lesson, grade, step, time, "
        "orders, film, record, capture, gpu, devices, bank; `warpscope run --help` and so on tell about them.",
        "warpscope");
    app.set_version_flag("--version", "warpscope " WARPSCOPE_VERSION, "print the version");
    app.add_option("files", options.files,
                   "a picture to open (PNG, JPEG, BMP), an experiment of your own (TOML, CUDA), or a scene (.wscope, "
                   "or a PNG, SVG or PDF that carries one)");
    app.add_option("--experiment", options.experiment, "NAME, NAME/VARIANT or an experiment's .toml file");
    app.add_option("--input", options.input, "a file, or PATTERN:WxH[,seed=N]");
    app.add_option("--text", options.text, "a file whose text takes the place of the kernel's own, with its set-up");
    app.add_flag("--edited", options.edited, "with the text that was last typed in the window in its place");
    app.add_flag("--edit", options.edit, "with the kernel's text open to be edited");
    app.add_option("--block", options.block, "threads of a block: X, XxY or XxYxZ");
    app.add_option("--set", options.settings, "NAME=VALUE of a parameter; may be given again")->take_all();
    app.add_option("--device", options.device, "auto, gpu or emulator");
    app.add_option("--measured-on", options.measured_on,
                   "where overlays are measured: on the emulator, or by probes in the kernel on the gpu")
        ->check(CLI::IsMember({"emulator", "gpu"}));
    app.add_flag_callback("--contract", gpu::let_contract, "the GPU's driver may fuse products and sums");
    cli::add_model(app);
    app.add_option("--compiler", options.compiler, "auto, nvrtc or clang");
    app.add_option("--theme", options.theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
    app.add_option("--language", options.language, "of the window: en, zh or ru; else the desktop's")
        ->check(CLI::IsMember({"en", "zh", "ru"}));
    app.add_option("--scale", options.scale, "scale of everything, 0.75 to 4")->check(CLI::Range(0.75f, 4.0f));
    app.add_option("--overlay", options.overlays,
                   "overlays of both views, separated by commas; a list for each view, separated by /");
    app.add_option("--views", options.views,
                   "what the two views show: LEFT,RIGHT of input, output, launch, matrices "
                   "or a buffer's name; four names, the upper ones first, for four views");
    app.add_flag("--four", options.four, "four views: what the launch costs below input and output");
    app.add_option("--pin", options.pin,
                   "cell X,Y of the output whose thread is pinned; X of a 1D array, X,Y,Z of a volume");
    app.add_option("--paint", options.paint,
                   "line of the kernel to paint on the data: LINE or ptx:LINE, then :executions, :lanes, :sectors, "
                   ":passes or :splits");
    app.add_option("--interval", options.interval,
                   "interval between barriers, from 0, of which the views show what the pinned block touches")
        ->check(CLI::NonNegativeNumber);
    app.add_option(
        "--moment", options.moment,
        "where in time the window stands: block:STEP or warp:STEP of the pinned cell's block, with a number or "
        "end for STEP");
    app.add_option("--zoom", options.zoom, "pixels per cell")->check(CLI::Range(1.0 / 256, 512.0));
    app.add_option("--tab", options.tab, "tab of the drawer; none closes it")->check(CLI::IsMember(tab_names()));
    app.add_option("--drawer", options.drawer, "height of the drawer at scale 1, in pixels")
        ->check(CLI::Range(50.0f, 4000.0f));
    app.add_option("--compare-with", options.compare, "a variant to show beside the one of --experiment");
    app.add_option("--chart", options.chart, "chart of the tab charts");
    app.add_option("--lesson", options.lesson, "a lesson to open: its name, or a file *.lesson.toml");
    app.add_option("--lesson-step", options.lesson_step, "its step, from 1; else where it was left")
        ->check(CLI::PositiveNumber);
    app.add_option("--lesson-answer", options.lesson_answer,
                   "what is predicted there, for pictures: a number, a choice's place from 1, or tell");
    auto* const run = app.add_flag("--run", options.run_program,
                                   "run the program that the .cu file with main() is at once: with your rights, as Run "
                                   "in the window does");
    app.add_option("--launch", options.launch, "with --run: opens this launch of the program, counted from 1")
        ->check(CLI::PositiveNumber)
        ->needs(run);
    app.add_option("-I", options.include_folders, "of a source file: a folder with headers; may be given again")
        ->expected(1)
        ->allow_extra_args(false) // a file may follow
        ->take_all();
    app.add_option("-D", options.definitions, "the same: NAME=VALUE, a macro for the compiler")
        ->expected(1)
        ->allow_extra_args(false) // a file may follow
        ->take_all();
    app.add_option("--with", options.sources, "of a program: a further source file")
        ->expected(1)
        ->allow_extra_args(false) // a file may follow
        ->take_all();
    app.add_flag("--presentation", options.presentation, "start in presentation mode");
    app.add_option("--size", options.size, "size of the window or picture, WxH");
    app.add_option("--screenshot", options.screenshot, "draw the window without a display, write it as .png, and end");
    app.add_flag("--frame-stats", options.frame_stats, "print at the end how long the window's frames took");
    app.add_flag("--measure-frames", options.measure_frames,
                 "draw frames without a display, print what they cost, and end");
    app.add_flag("--print-keys", options.print_keys, "print docs/KEYS.md and end");
    app.add_flag("--print-ptx", options.print_ptx, "print docs/PTX.md, the PTX that the emulator runs, and end");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? cli::done : cli::wrong_usage;
    }
    for (auto file = options.files.begin(); file != options.files.end();)
        if (lesson::is_lesson_file(*file)) {
            options.lesson = file->string();
            file = options.files.erase(file);
        } else if (lesson::is_assignment_file(*file)) {
            options.assignment = file->string();
            file = options.files.erase(file);
        } else {
            ++file;
        }
    // Several source files with one main() are one program.
    std::vector<std::string> further;
    for (size_t i = 1; i < options.files.size(); ++i) further.push_back(options.files[i].string());
    if (!further.empty() && std::ranges::all_of(further, cli::is_source_file) &&
        cli::is_program_of(options.files.front().string(), further)) {
        options.sources.insert(options.sources.end(), further.begin(), further.end());
        options.files.resize(1);
    }
    // Kernel authors may give an experiment as a file.
    for (const std::filesystem::path& file : options.files)
        if ((cli::is_program_of(file.string(), options.sources) || program::is_executable(file)) &&
            options.experiment.empty() && options.program.empty())
            options.program = file;
        else if ((file.extension() == ".toml" || cli::names_cuda_file(file.string())) && options.experiment.empty())
            options.experiment = file.string();
    return std::nullopt;
}

Result<Dim3> picture_size(const Options& options, Dim3 fallback) {
    if (options.size.empty()) return fallback;
    return cli::parse_size(options.size);
}

} // namespace warpscope::app
