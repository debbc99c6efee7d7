#include "app/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/program.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "lesson/assignment.hpp"
#include "lesson/lesson.hpp"
#include "program/linkage.hpp"
#include "ui/model/run_choice.hpp"
#include "ui/model/text_key.hpp"
#include "ui/state/launch/autosave.hpp"

namespace warpscope::app {

namespace {

/// "14", "14:sectors", "ptx:57:lanes".
Result<ui::PaintedCode> parse_paint(std::string_view text) {
    const auto wrong = [&] {
        return fail(ErrorKind::usage, fmt::format("'{}' is nothing that can be painted.", text),
                    "write LINE or ptx:LINE, then :executions, :lanes, :sectors or :passes");
    };
    ui::PaintedCode paint;
    std::string_view rest = text;
    const bool ptx = rest.starts_with("ptx:");
    if (ptx) rest.remove_prefix(4);
    uint32_t line = 0;
    const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    if (number.ec != std::errc{} || line == 0) return wrong();
    (ptx ? paint.place.ptx_line : paint.place.line) = line;
    rest.remove_prefix(static_cast<size_t>(number.ptr - rest.data()));
    if (rest == ":lanes")
        paint.measure = metrics::Measure::active_lanes;
    else if (rest == ":sectors")
        paint.measure = metrics::Measure::sectors;
    else if (rest == ":passes")
        paint.measure = metrics::Measure::passes;
    else if (!rest.empty() && rest != ":executions")
        return wrong();
    return paint;
}

/// Other names are those of buffers, which are not known before the experiment is prepared.
render::Space parse_space(std::string_view text) {
    if (text == "input") return render::Space::input;
    if (text == "output") return render::Space::output;
    if (text == "launch") return render::Space::launch;
    return text == "matrices" ? render::Space::matrices : render::Space::buffer;
}

/// The parts of a list, also empty ones.
std::vector<std::string> parts_of(std::string_view list, char between) {
    std::vector<std::string> parts;
    for (;;) {
        const size_t end = list.find(between);
        parts.emplace_back(list.substr(0, end));
        if (end == std::string_view::npos) return parts;
        list.remove_prefix(end + 1);
    }
}

/// Of one name both views, of four all of them, and then there are four.
Result<void> set_views(const Options& options, ui::Preferences& preferences) {
    if (options.four) preferences.four = true;
    if (options.views.empty()) return {};
    std::vector<std::string> names = parts_of(options.views, ',');
    if (names.size() == 1) names.push_back(names.front());
    if (names.size() != scene::first_lower_view && names.size() != preferences.views.size())
        return fail(ErrorKind::usage, fmt::format("--views {} names {} views.", options.views, names.size()),
                    "name two, or four: the lower ones after the upper ones");
    if (names.size() == preferences.views.size()) preferences.four = true;
    for (size_t i = 0; i < names.size(); ++i) {
        scene::View& view = preferences.views[i];
        view.space = parse_space(names[i]);
        view.buffer = view.space == render::Space::buffer ? names[i] : "";
    }
    return {};
}

/// One list is of the upper views, as those below are there to show something else; several are of one view each.
Result<void> set_overlays(const std::string& lists, ui::Preferences& preferences) {
    std::vector<std::string> of_views = parts_of(lists, '/');
    if (of_views.size() == 1) of_views.push_back(of_views.front());
    if (of_views.size() > preferences.views.size())
        return fail(ErrorKind::usage, fmt::format("--overlay {} is of {} views.", lists, of_views.size()),
                    "there are at most four");
    for (size_t i = 0; i < of_views.size(); ++i) {
        const auto set = render::parse_overlays(of_views[i]);
        if (!set) return tl::unexpected(set.error());
        preferences.views[i].overlays = *set;
    }
    return {};
}

/// A name of --views that is no word of ours must be a buffer of the experiment.
Result<void> check_views(const Options& options, const catalog::Catalog& catalog, const scene::Source& choice,
                         const ui::Preferences& preferences) {
    const catalog::Experiment* experiment = catalog.find(choice.experiment);
    const catalog::Variant* variant = experiment == nullptr ? nullptr : experiment->find(choice.variant);
    if (options.views.empty() || variant == nullptr) return {};
    for (size_t i = 0; i < (preferences.four ? preferences.views.size() : scene::first_lower_view); ++i) {
        const scene::View& view = preferences.views[i];
        if (view.space != render::Space::buffer) continue;
        std::string names;
        bool known = false;
        for (const catalog::BufferSpec& buffer : variant->buffers) {
            known = known || buffer.name == view.buffer;
            names += ", " + buffer.name;
        }
        if (!known)
            return fail(ErrorKind::usage, fmt::format("'{}' is nothing that a view can show.", view.buffer),
                        fmt::format("use input, output, launch, matrices{}", names));
    }
    return {};
}

std::vector<std::string> tab_names() {
    std::vector<std::string> names;
    for (const ui::TabInfo& tab : ui::tabs()) names.emplace_back(tab.name);
    names.emplace_back("none");
    return names;
}

Result<void> set_look(const Options& options, ui::Preferences& preferences) {
    if (!options.theme.empty()) preferences.dark = options.theme == "dark";
    if (options.scale > 0) preferences.scale = options.scale;
    if (!options.chart.empty()) preferences.chart = options.chart;
    if (options.tab == "none")
        preferences.panes.drawer_open = false;
    else if (const auto tab = ui::tab_from_name(options.tab)) {
        preferences.tab = *tab;
        preferences.panes.drawer_open = true;
        if (*tab == ui::Tab::inspector) preferences.panes.inspector_open = true;
    }
    if (options.drawer > 0) {
        preferences.panes.drawer = options.drawer;
        preferences.panes.drawer_open = true;
    }
    if (auto set = set_views(options, preferences); !set) return set;
    if (!options.overlays.empty()) return set_overlays(options.overlays, preferences);
    return {};
}

/// Returns whether views, drawer and variant may be as the experiment wishes: nothing else was asked for.
bool follows_first_look(const Options& options) {
    return options.tab.empty() && options.views.empty() && !options.four && options.drawer <= 0 &&
           options.compare.empty() && options.moment.empty();
}

/// The experiment as the last session left it, or another one, with the settings of the command line.
Result<scene::Source> choose(const Options& options, catalog::Catalog& catalog, const ui::Preferences& preferences) {
    scene::Source choice;
    if (!options.experiment.empty()) {
        cli::Wishes wishes;
        wishes.target = options.experiment;
        wishes.input = options.input;
        wishes.text = options.text;
        auto request = cli::make_request(catalog, wishes);
        if (!request) return tl::unexpected(request.error());
        choice = {request->experiment->name, request->variant, request->settings, request->input, request->text};
        if (catalog.find(choice.experiment) == nullptr) catalog.experiments.push_back(*request->experiment);
        // The one that tells the story, as in the window's menu, where none is named.
        const catalog::FirstLook& look = request->experiment->first_look;
        if (options.experiment == choice.experiment && !look.variant.empty() && follows_first_look(options))
            choice = ui::with_variant(choice, *request->experiment, look.variant);
        if (const auto kept = preferences.texts.find(ui::text_key(catalog, choice));
            options.edited && kept != preferences.texts.end())
            choice.text = kept->second;
    } else if (auto first = ui::initial_choice(catalog, preferences.last)) {
        choice = *first;
    } else {
        return choice;
    }
    if (!options.input.empty()) {
        const auto spec = input::parse_spec(options.input);
        if (!spec) return tl::unexpected(spec.error());
        choice.input = *spec;
    }
    if (!options.block.empty()) {
        const auto block = cli::parse_block(options.block);
        if (!block) return tl::unexpected(block.error());
        LaunchConfig config;
        config.block = *block;
        if (const auto why = why_illegal(config)) return fail(ErrorKind::usage, *why);
        choice.settings.block = *block;
    }
    const catalog::Variant& variant = *catalog.find(choice.experiment)->find(choice.variant);
    for (const std::string& assignment : options.settings)
        if (auto set = catalog::apply_setting(variant, choice.settings, assignment); !set)
            return tl::unexpected(set.error());
    cli::Wishes wishes;
    wishes.input = options.input;
    wishes.block = options.block;
    wishes.compiler = options.compiler;
    cli::say_without_effect(variant, wishes);
    return choice;
}

/// Makes the scene of the file, where it has one, what the program starts with, in place of the launch that other
/// options ask for.
Result<void> open_scene(const std::filesystem::path& file, const Options& options, catalog::Catalog& catalog,
                        ui::Start& start) {
    if (!options.experiment.empty()) return {}; // a picture for it
    auto read = exporting::read_scene(file);
    if (!read) return tl::unexpected(read.error());
    if (!*read) return {};
    auto opened = exporting::open_scene(std::move(**read), catalog);
    if (!opened) return tl::unexpected(opened.error());
    if (opened->carried) catalog.experiments.push_back(*opened->experiment);
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(file, ignored);
    remember(start.preferences, whole.string());
    start.choice = opened->scene.source;
    const bool brought_text = opened->scene.source.text.has_value();
    start.document = {whole, opened->saved.notes, std::move(*opened), brought_text, {}};
    return {};
}

/// Opens what was on the screen when the program ended unexpectedly, if it did.
void restore(const Options& options, catalog::Catalog& catalog, ui::Start& start) {
    const auto left = ui::Autosave::left_behind(start.autosave_folder);
    if (!left) return;
    // Under another name, so that a scene which ends the program does not do so again at the next start.
    const std::filesystem::path kept = start.autosave_folder / "restored.wscope";
    std::error_code error;
    std::filesystem::rename(*left, kept, error);
    if (error) return;
    const auto opened = open_scene(kept, options, catalog, start);
    start.notices.push_back({!opened, "Warpscope ended unexpectedly the last time.",
                             opened ? "What was on the screen is here again." : opened.error().text(), 0, 0});
    // What was typed since the scene was saved.
    const auto typed = opened && start.choice ? start.preferences.texts.find(ui::text_key(catalog, *start.choice))
                                              : start.preferences.texts.end();
    if (typed != start.preferences.texts.end()) {
        start.choice->text = typed->second;
        if (start.document.arriving) start.document.arriving->scene.source.text = typed->second;
    }
    start.document.file.clear(); // saving asks where to
}

} // namespace

std::optional<int> parse(int argc, const char* const* argv, Options& options) {
    CLI::App app("Warpscope shows what CUDA kernels do, on the data they do it to.\n"
                 "Without a command it opens its window; `warpscope run --help`, `compare --help`, `list --help` and "
                 "`check --help` tell about the commands.",
                 "warpscope");
    app.add_option("files", options.files,
                   "a picture to open (PNG, JPEG, BMP), an experiment of your own (TOML, CUDA), or a scene (.wscope, "
                   "or a PNG that carries one)");
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
    app.add_option("--compiler", options.compiler, "auto, nvrtc or clang");
    app.add_option("--theme", options.theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
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
                   "line of the kernel to paint on the data: LINE or ptx:LINE, then :executions, :lanes, :sectors or "
                   ":passes");
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
    app.add_option("-I", options.include_folders, "of a .cu file with main(): a folder with headers")
        ->expected(1)
        ->take_all();
    app.add_option("-D", options.definitions, "the same: NAME=VALUE, a macro for the compiler")
        ->expected(1)
        ->take_all();
    app.add_option("--with", options.sources, "the same: a further source file of the program")
        ->expected(1)
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
    // A kernel author gives the own experiment as the file that it is.
    for (const std::filesystem::path& file : options.files)
        if ((cli::is_program(file.string()) || program::is_executable(file)) && options.experiment.empty() &&
            options.program.empty())
            options.program = file;
        else if ((file.extension() == ".toml" || cli::names_cuda_file(file.string())) && options.experiment.empty())
            options.experiment = file.string();
    return std::nullopt;
}

Result<Dim3> picture_size(const Options& options, Dim3 fallback) {
    if (options.size.empty()) return fallback;
    return cli::parse_size(options.size);
}

Result<ui::Start> make_start(const Options& options) {
    ui::Start start;
    auto catalog = catalog::load_catalog(catalog::catalog_folder());
    const bool for_pictures = !options.screenshot.empty() || options.measure_frames;
    if (!for_pictures) {
        // Pictures are made with the defaults, so that they are the same everywhere.
        start.preferences_file = ui::preferences_file();
        std::error_code ignored;
        start.desktop_dialogs = true;
        start.first_start = !start.preferences_file.empty() && options.experiment.empty() && options.files.empty() &&
                            !options.presentation && !std::filesystem::exists(start.preferences_file, ignored);
        if (auto loaded = ui::load_preferences(start.preferences_file))
            start.preferences = std::move(*loaded);
        else
            start.notices.push_back({false, loaded.error().message, loaded.error().hint, 0, 0});
        if (start.preferences_file.empty())
            start.notices.push_back({false, "There is no home folder: settings will not be remembered.", "", 0, 0});
    }
    if (auto set = set_look(options, start.preferences); !set) return tl::unexpected(set.error());
    if (catalog.experiments.empty() && options.experiment.empty() && !options.screenshot.empty())
        return fail(ErrorKind::environment,
                    fmt::format("There are no experiments in {}.", catalog::catalog_folder().string()),
                    "set WARPSCOPE_CUDA_DIR to the folder that holds them");
    auto choice = choose(options, catalog, start.preferences);
    if (!choice) return tl::unexpected(choice.error());
    if (auto checked = check_views(options, catalog, *choice, start.preferences); !checked)
        return tl::unexpected(checked.error());
    if (!choice->experiment.empty()) start.choice = std::move(*choice);
    if (!for_pictures) start.autosave_folder = ui::Autosave::folder();
    if (options.files.empty() && options.experiment.empty()) restore(options, catalog, start);
    const bool scene_opened = !options.files.empty() && exporting::may_be_scene(options.files.front());
    if (scene_opened) {
        if (auto opened = open_scene(options.files.front(), options, catalog, start); !opened) {
            if (for_pictures) return tl::unexpected(opened.error());
            start.notices.push_back({true, opened.error().message, opened.error().hint, 0, 0});
        }
    }
    const auto device = cli::parse_device(options.device);
    if (!device) return tl::unexpected(device.error());
    start.device = *device;
    const auto compiler = cli::parse_compiler(options.compiler);
    if (!compiler) return tl::unexpected(compiler.error());
    start.compiler = *compiler;
    if (!options.pin.empty()) {
        const auto cell = parse_cell(options.pin);
        if (!cell) return tl::unexpected(cell.error());
        start.pin = *cell;
    }
    if (!options.assignment.empty()) {
        // What cannot be read is said before a window opens.
        if (const auto known = lesson::read_assignment(options.assignment); !known)
            return tl::unexpected(known.error());
        start.assignment = options.assignment;
        start.first_start = false;
    }
    if (options.interval >= 0) start.interval = static_cast<uint32_t>(options.interval);
    if (!options.moment.empty()) {
        const auto moment = scene::parse_moment(options.moment);
        if (!moment) return tl::unexpected(moment.error());
        start.moment = *moment;
        if (options.tab.empty()) start.preferences.panes.drawer_open = true;
    }
    if (options.zoom > 0) start.zoom = options.zoom;
    if (!options.paint.empty()) {
        const auto paint = parse_paint(options.paint);
        if (!paint) return tl::unexpected(paint.error());
        start.paint = *paint;
    }
    if (!options.compare.empty()) {
        const catalog::Experiment* experiment = start.choice ? catalog.find(start.choice->experiment) : nullptr;
        if (experiment == nullptr || experiment->find(options.compare) == nullptr)
            return fail(ErrorKind::usage, fmt::format("There is no variant '{}' to compare with.", options.compare));
        start.compare_with = options.compare;
    }
    if (!options.lesson.empty()) {
        const auto file = lesson::find_lesson(options.lesson, lesson::lessons_folder());
        if (!file) return tl::unexpected(file.error());
        // What cannot be read is said before a window opens.
        if (const auto read = lesson::read_lesson(*file); !read) return tl::unexpected(read.error());
        start.lesson = *file;
        if (options.lesson_step > 0) start.lesson_step = static_cast<size_t>(options.lesson_step - 1);
        start.lesson_answer = options.lesson_answer;
        start.first_start = false;
    }
    if (options.experiment.empty() && !options.text.empty())
        return fail(ErrorKind::usage, "--text is the text of an experiment's kernel.", "add --experiment NAME/VARIANT");
    start.editing = options.edit;
    start.recorded = options.measured_on == "gpu";
    start.presentation = options.presentation;
    start.drawer_asked =
        options.drawer > 0 || !options.moment.empty() || (!options.tab.empty() && options.tab != "none");
    // The last session comes back as it was left, and a scene as it was saved.
    const bool fresh = !options.experiment.empty() || !start.preferences.last;
    start.first_look = fresh && start.choice.has_value() && !scene_opened && follows_first_look(options);
    start.drawer_large = options.presentation && !options.tab.empty() && options.tab != "none";
    start.animate = !for_pictures;

    if (!options.program.empty()) {
        std::error_code ignored;
        start.program = std::filesystem::absolute(options.program, ignored);
        // As they are typed in the window, where names are relative to the program's folder.
        const auto add = [&](std::string_view option, const std::string& word) {
            start.build_words += fmt::format("{}{}\"{}\"", start.build_words.empty() ? "" : " ", option, word);
        };
        for (const std::string& folder : options.include_folders)
            add("-I", std::filesystem::absolute(folder, ignored).string());
        for (const std::string& definition : options.definitions) add("-D", definition);
        for (const std::string& source : options.sources) add("", std::filesystem::absolute(source, ignored).string());
        start.run_program = options.run_program;
        if (options.launch != 0) start.program_launch = options.launch - 1;
    } else if (options.run_program) {
        return fail(ErrorKind::usage, "--run needs a .cu file with main().");
    }
    for (const std::filesystem::path& file : options.files) {
        if (file.extension() == ".toml" || cli::names_cuda_file(file.string()) || file == options.program)
            continue; // an experiment or a program, taken by parse()
        if (&file == &options.files.front() && scene_opened &&
            (start.document.arriving || exporting::is_scene_file(file)))
            continue;
        const std::filesystem::path whole = std::filesystem::absolute(file);
        if (const auto info = input::probe_image(whole); !info) {
            if (for_pictures) return tl::unexpected(info.error()); // there is no window for a notice
            start.notices.push_back({true, info.error().message, info.error().hint, 0, 0});
            continue;
        }
        if (&file == &options.files.front() && start.choice && options.input.empty()) {
            start.choice->input = {};
            start.choice->input.file = whole.string();
        }
        remember(start.preferences, whole.string());
    }
    start.catalog = std::make_shared<const catalog::Catalog>(std::move(catalog));
    return start;
}

} // namespace warpscope::app
