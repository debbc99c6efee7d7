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
#include "program/notebook.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/tab.hpp"

namespace warpscope::app {

namespace {

std::vector<std::string> tab_names() {
    std::vector<std::string> names;
    for (const ui::TabInfo& tab : ui::tabs()) names.emplace_back(tab.name);
    names.insert(names.end(), {"sass", "none"});
    return names;
}

} // namespace

std::optional<int> parse(int argc, const char* const* argv, Options& options) {
    CLI::App app("Warpscope shows what CUDA kernels do, right on the data they work on.\nWithout a command it opens "
                 "its window. Commands: run, compare, list, check, lesson, grade, step, time, orders, film, record, "
                 "capture, gpu, devices, bank, serve, cache; see `warpscope run --help` and so on.",
                 "warpscope");
    app.set_version_flag("--version", "warpscope " WARPSCOPE_VERSION, "print the version");
    app.add_option("files", options.files,
                   "an image to open (PNG, JPEG, BMP), your own experiment (TOML, CUDA), or a scene (.wscope, or a "
                   "PNG, SVG or PDF that contains one, or a link); a folder of scenes opens like slides");
    app.add_option("--experiment", options.experiment, "NAME, NAME/VARIANT or an experiment's .toml file");
    app.add_option("--input", options.input, "a file, or PATTERN:WxH[,seed=N]");
    app.add_option("--text", options.text, "a file whose source replaces the kernel's, with the same setup");
    app.add_flag("--edited", options.edited, "with the source last edited in the window");
    app.add_flag("--edit", options.edit, "open the kernel source in the editor");
    app.add_option("--block", options.block, "threads of a block: X, XxY or XxYxZ");
    app.add_option("--set", options.settings, "NAME=VALUE of a parameter; may be repeated")->take_all();
    app.add_option("--device", options.device, "auto, gpu or emulator");
    app.add_option("--measured-on", options.measured_on,
                   "where overlays are measured: on the emulator, or by probes in the kernel on the gpu")
        ->check(CLI::IsMember({"emulator", "gpu"}));
    app.add_flag_callback("--contract", gpu::permit_contraction, "let the GPU driver fuse products and sums");
    cli::add_model(app);
    app.add_option("--compiler", options.compiler, "auto, nvrtc or clang");
    app.add_option("--theme", options.theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
    app.add_option("--language", options.language, "language of the window: en, zh or ru (default: the desktop's)")
        ->check(CLI::IsMember({"en", "zh", "ru"}));
    app.add_option("--scale", options.scale, "scale of the window, 0.75 to 4")->check(CLI::Range(0.75f, 4.0f));
    app.add_option("--overlay", options.overlays,
                   "overlays of both views, separated by commas; a list for each view, separated by /");
    app.add_option("--views", options.views,
                   "contents of the two views: LEFT,RIGHT of input, output, launch, matrices or a buffer's name; four "
                   "names for four views, the upper ones first");
    app.add_flag("--four", options.four, "four views: costs of the launch below input and output");
    app.add_option("--pin", options.pin,
                   "cell X,Y of the output whose thread is pinned; X of a 1D array, X,Y,Z of a volume");
    app.add_option("--paint", options.paint,
                   "line of the kernel to paint on the data: LINE or ptx:LINE, then :executions, :lanes, :sectors, "
                   ":passes or :splits");
    app.add_option("--interval", options.interval,
                   "interval between barriers, from 0, whose accesses of the pinned block the views show")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--moment", options.moment,
                   "moment to show: block:STEP or warp:STEP of the pinned cell's block, where STEP is a number or end");
    app.add_option("--zoom", options.zoom, "pixels per cell")->check(CLI::Range(1.0 / 256, 512.0));
    app.add_option("--tab", options.tab,
                   "tab of the drawer; sass shows PTX and machine code beside the source, none closes the drawer")
        ->check(CLI::IsMember(tab_names()));
    app.add_option("--drawer", options.drawer, "height of the drawer at scale 1, in pixels")
        ->check(CLI::Range(50.0f, 4000.0f));
    app.add_option("--compare-with", options.compare, "a variant to show next to the one of --experiment");
    app.add_option("--chart", options.chart, "chart of the tab charts");
    app.add_option("--lesson", options.lesson, "a lesson to open: its name, or a file *.lesson.toml");
    app.add_option("--lesson-step", options.lesson_step, "its step, from 1 (default: the last one seen)")
        ->check(CLI::PositiveNumber);
    app.add_option("--lesson-answer", options.lesson_answer,
                   "the prediction, for pictures: a number, the number of a choice from 1, or tell");
    auto* const run = app.add_flag("--run", options.run_program,
                                   "run the .cu file with main() at once, with your rights, like Run in the window");
    app.add_option("--launch", options.launch, "with --run: open this launch of the program, counted from 1")
        ->check(CLI::PositiveNumber)
        ->needs(run);
    app.add_option("-I", options.include_folders, "for a source file: a folder with headers; may be repeated")
        ->expected(1)
        ->allow_extra_args(false) // a file may follow
        ->take_all();
    app.add_option("-D", options.definitions, "for a source file: NAME=VALUE, a macro for the compiler")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--with", options.sources, "for a program: another source file")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    app.add_flag("--presentation", options.presentation, "start in presentation mode");
    app.add_option("--size", options.size, "size of the window or picture, WxH");
    app.add_option("--screenshot", options.screenshot, "draw the window without a display, write it as .png, and exit");
    app.add_flag("--frame-stats", options.frame_stats, "print the window's frame times at the end");
    app.add_flag("--measure-frames", options.measure_frames,
                 "draw frames without a display, print their cost, and exit");
    app.add_flag("--print-keys", options.print_keys, "print docs/KEYS.md and exit");
    app.add_flag("--print-ptx", options.print_ptx, "print docs/PTX.md, the PTX that the emulator runs, and exit");
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
    for (std::filesystem::path& file : options.files)
        if (program::is_notebook(file)) {
            const auto unpacked = program::unpack_notebook(file);
            if (!unpacked) return cli::report_failure(unpacked.error());
            file = unpacked->main;
            for (const std::filesystem::path& source : unpacked->sources) options.sources.push_back(source.string());
        }
    // Source files form one program if one has main().
    std::vector<std::string> further;
    for (size_t i = 1; i < options.files.size(); ++i) further.push_back(options.files[i].string());
    if (!further.empty() && std::ranges::all_of(further, cli::is_source_file) &&
        cli::is_program_of(options.files.front().string(), further)) {
        options.sources.insert(options.sources.end(), further.begin(), further.end());
        options.files.resize(1);
    }
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
