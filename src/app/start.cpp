#include "app/start.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/build_options.hpp"
#include "app/view_options.hpp"
#include "cli/cli.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "gpu/executor.hpp"
#include "language/tr.hpp"
#include "lesson/assignment.hpp"
#include "lesson/lesson.hpp"
#include "program/build.hpp"
#include "ui/workbench.hpp"
#include "workbench/deck/deck.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/export/autosave.hpp"

namespace warpscope::app {

namespace {

Result<void> set_look(const Options& options, ui::Preferences& preferences) {
    if (!options.theme.empty()) preferences.dark = options.theme == "dark";
    if (!options.language.empty()) preferences.language = language_of(options.language);
    if (options.scale > 0) preferences.scale = options.scale;
    if (!options.chart.empty()) preferences.chart = options.chart;
    if (options.tab == "none")
        preferences.panes.drawer_open = false;
    else if (options.tab == "sass") {
        preferences.tab = ui::Tab::source;
        preferences.beside = ui::CodeBeside::ptx_and_machine_code;
        preferences.panes.drawer_open = true;
    } else if (const auto tab = ui::tab_from_name(options.tab)) {
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

bool follows_initial_layout(const Options& options) {
    return options.tab.empty() && options.views.empty() && !options.four && options.drawer <= 0 &&
           options.compare.empty() && options.moment.empty();
}

bool follows_initial_setup(const Options& options) {
    return follows_initial_layout(options) && options.input.empty() && options.block.empty() &&
           options.settings.empty() && options.text.empty() && !options.edited && options.pin.empty() &&
           options.zoom <= 0 && options.overlays.empty() && options.paint.empty() && options.interval < 0;
}

Result<scene::LaunchSetup> choose(const Options& options, catalog::Catalog& catalog,
                                  const ui::Preferences& preferences) {
    scene::LaunchSetup setup;
    if (!options.experiment.empty()) {
        cli::TargetOptions target_options;
        target_options.target = options.experiment;
        target_options.input = options.input;
        target_options.text = options.text;
        target_options.include_folders = options.include_folders;
        target_options.definitions = options.definitions;
        auto request = cli::make_request(catalog, target_options);
        if (!request) return tl::unexpected(request.error());
        // Replaces the catalog's experiment of the same file, because -I and -D may differ.
        catalog::Experiment asked = *request->experiment;
        const auto known = std::ranges::find_if(catalog.experiments, [&](const catalog::Experiment& e) {
            std::error_code ignored;
            return e.name == asked.name &&
                   (e.file == asked.file || std::filesystem::equivalent(e.file, asked.file, ignored));
        });
        if (known == catalog.experiments.end() && catalog.find(asked.name) != nullptr)
            asked.name = asked.file.string(); // the name is taken
        setup = {asked.name, request->variant, request->settings, request->input, request->text};
        if (known == catalog.experiments.end())
            catalog.experiments.push_back(asked);
        else
            *known = asked;
        // If only an experiment is named, opens it as the menu does.
        if (options.experiment == setup.experiment && follows_initial_setup(options))
            setup = ui::initial_setup(asked, catalog::default_picture().string());
        else if (const std::string& variant = asked.initial_layout.variant;
                 options.experiment == setup.experiment && !variant.empty() && follows_initial_layout(options))
            setup = ui::with_variant(setup, asked, variant);
        if (const auto kept = preferences.texts.find(ui::text_key(catalog, setup));
            options.edited && kept != preferences.texts.end())
            setup.text = kept->second;
    } else if (auto first = ui::initial_setup(catalog, preferences.last)) {
        setup = *first;
    } else {
        return setup;
    }
    if (!options.input.empty()) {
        const auto spec = input::parse_spec(options.input);
        if (!spec) return tl::unexpected(spec.error());
        setup.input = *spec;
    }
    if (!options.block.empty()) {
        const auto block = cli::parse_block(options.block);
        if (!block) return tl::unexpected(block.error());
        LaunchConfig config;
        config.block = *block;
        if (const auto why = config_error(config)) return fail(ErrorKind::usage, *why);
        setup.settings.block = *block;
    }
    const catalog::Variant& variant = *catalog.find(setup.experiment)->find(setup.variant);
    for (const std::string& assignment : options.settings)
        if (auto set = catalog::apply_setting(variant, setup.settings, assignment); !set)
            return tl::unexpected(set.error());
    cli::TargetOptions target_options;
    target_options.input = options.input;
    target_options.block = options.block;
    target_options.compiler = options.compiler;
    target_options.text = options.text;
    if (options.program.empty()) {
        target_options.include_folders = options.include_folders;
        target_options.definitions = options.definitions;
    }
    cli::warn_without_effect(variant, target_options);
    return setup;
}

Result<void> open_scene(const std::filesystem::path& file, const Options& options, catalog::Catalog& catalog,
                        ui::Start& start) {
    if (!options.experiment.empty()) return {}; // with --experiment, the file is the experiment's picture
    auto read = exporting::read_scene(file);
    if (!read) return tl::unexpected(read.error());
    if (!*read) return {};
    auto opened = exporting::open_scene(std::move(**read), catalog);
    if (!opened) return tl::unexpected(opened.error());
    std::error_code ignored;
    const std::filesystem::path whole =
        exporting::is_scene_link(file) ? std::filesystem::path() : std::filesystem::absolute(file, ignored);
    ui::start_with_scene(start, catalog, whole, std::move(*opened));
    return {};
}

void restore(const Options& options, catalog::Catalog& catalog, ui::Start& start) {
    const auto left = ui::Autosave::find_orphaned(start.autosave_folder);
    if (!left) return;
    // Renames the scene first, so that the next start does not restore a scene that crashes the program.
    const std::filesystem::path kept = start.autosave_folder / "restored.wscope";
    std::error_code error;
    std::filesystem::rename(*left, kept, error);
    if (error) return;
    ui::Autosave::remove_orphaned(start.autosave_folder); // otherwise, the next start would restore an older autosave
    const auto opened = open_scene(kept, options, catalog, start);
    std::erase(start.preferences.recent, std::filesystem::absolute(kept, error).string());
    ui::note_restored(start, catalog, opened ? nullptr : &opened.error());
    start.document.file.clear(); // so that saving asks for a name
}

std::string_view unused_in_lesson(const Options& options) {
    if (!options.block.empty()) return "--block";
    if (!options.settings.empty()) return "--set";
    if (!options.input.empty()) return "--input";
    return options.pin.empty() ? "" : "--pin";
}

bool names_experiment_file(const Options& options) {
    return cli::names_cuda_file(options.experiment) || options.experiment.find(".toml") != std::string::npos;
}

Result<ui::Start> without_file(Options options, const Diagnostic& why) {
    for (std::string* of_it : {&options.experiment, &options.input, &options.block, &options.text, &options.pin,
                               &options.moment, &options.paint, &options.compare, &options.chart, &options.views})
        of_it->clear();
    options.settings.clear();
    options.include_folders.clear();
    options.definitions.clear();
    options.interval = -1;
    options.four = options.edit = options.edited = false;
    auto start = make_start(options);
    if (!start) return start;
    const std::string place = why.where.line_text();
    start->notices.push_back({true, place.empty() ? why.message : msg("{}: {}", place, why.message), why.hint, 0, 0});
    start->first_start = false; // the greeting would cover the message
    return start;
}

bool names_folder(const Options& options) {
    std::error_code ignored;
    return !options.files.empty() && std::filesystem::is_directory(options.files.front(), ignored);
}

Result<ui::Start> open_folder(Options options) {
    auto scenes = ui::scenes_of_folder(options.files.front());
    if (!scenes) return tl::unexpected(scenes.error());
    options.files.front() = scenes->front();
    auto start = make_start(options);
    if (!start) return start;
    std::erase(start->preferences.recent, scenes->front().string());
    remember(start->preferences, scenes->front().parent_path().string());
    start->deck = std::move(*scenes);
    return start;
}

/// Returns nullopt at the first start, and after a crash, because the autosave is restored instead.
std::optional<Options> last_session(const Options& options) {
    const auto kept = ui::load_preferences(ui::preferences_file());
    if (!kept || kept->session.empty() || ui::Autosave::find_orphaned(ui::Autosave::folder())) return std::nullopt;
    std::vector<const char*> words{"warpscope"};
    for (const std::string& word : kept->session) words.push_back(word.c_str());
    Options last = options;
    if (parse(static_cast<int>(words.size()), words.data(), last)) return std::nullopt;
    last.resumed = true;
    last.presentation = false;
    return last;
}

} // namespace

Result<ui::Start> resume(const Options& options) {
    const auto last = last_session(options);
    if (!last) return make_start(options);
    auto start = make_start(*last);
    if (start) return start;
    auto fresh = make_start(options);
    if (fresh)
        fresh->notices.push_back({true, msg("Your last session could not be restored."), start.error().whole(), 0, 0});
    return fresh;
}

Result<ui::Start> make_start(const Options& options) {
    if (names_folder(options)) return open_folder(options);
    ui::Start start;
    start.assembler = sass::make_machine_code;
    auto catalog = catalog::load_catalog(catalog::catalog_folder());
    const bool for_pictures = !options.screenshot.empty() || options.measure_frames;
    if (!for_pictures) {
        // Pictures must not depend on preferences.
        start.preferences_file = ui::preferences_file();
        std::error_code ignored;
        start.desktop_dialogs = true;
        start.desktop_language = desktop_language();
        start.first_start = !start.preferences_file.empty() && options.experiment.empty() && options.files.empty() &&
                            !options.presentation && !std::filesystem::exists(start.preferences_file, ignored);
        if (auto loaded = ui::load_preferences(start.preferences_file))
            start.preferences = std::move(*loaded);
        else
            start.notices.push_back({false, loaded.error().message, loaded.error().hint, 0, 0});
        if (start.preferences_file.empty())
            start.notices.push_back({false, msg("There is no home folder: settings will not be saved."), {}, 0, 0});
    }
    const scene::Views remembered = start.preferences.views;
    if (auto set = set_look(options, start.preferences); !set) return tl::unexpected(set.error());
    if (!options.overlays.empty())
        for (size_t i = 0; i < remembered.size(); ++i)
            start.asked_overlays.emplace_back(start.preferences.views[i].overlays, remembered[i].overlays);
    if (catalog.experiments.empty() && options.experiment.empty() && !options.screenshot.empty())
        return fail(ErrorKind::environment, msg("There are no experiments in {}.", catalog::catalog_folder().string()),
                    msg("set WARPSCOPE_CUDA_DIR to the folder that holds them"));
    if (auto checked = check_build_options(options); !checked) return tl::unexpected(checked.error());
    auto setup = choose(options, catalog, start.preferences);
    if (!setup && !for_pictures && names_experiment_file(options) && setup.error().kind != ErrorKind::usage)
        return without_file(options, setup.error());
    if (!setup) return tl::unexpected(setup.error());
    if (auto checked = check_views(options, catalog, *setup, start.preferences); !checked)
        return tl::unexpected(checked.error());
    if (!setup->experiment.empty()) start.setup = std::move(*setup);
    const bool as_compiled = !options.include_folders.empty() || !options.definitions.empty();
    if (as_compiled && !options.experiment.empty())
        start.source_options = {catalog.find(start.setup->experiment)->file,
                                {options.include_folders.begin(), options.include_folders.end()},
                                program::named_values(options.definitions)};
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
        if (const auto known = lesson::read_assignment(options.assignment); !known && for_pictures)
            return tl::unexpected(known.error()); // a window shows this error later
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
        const catalog::Experiment* experiment = start.setup ? catalog.find(start.setup->experiment) : nullptr;
        if (experiment == nullptr || experiment->find(options.compare) == nullptr)
            return fail(ErrorKind::usage, msg("There is no variant '{}' to compare with.", options.compare));
        start.compare_with = options.compare;
    }
    if (options.lesson.empty() && options.lesson_step > 0)
        return fail(ErrorKind::usage, msg("--lesson-step needs a lesson."), msg("add --lesson NAME"));
    if (options.lesson.empty() && !options.lesson_answer.empty())
        return fail(ErrorKind::usage, msg("--lesson-answer is the answer to a lesson's question."),
                    msg("add --lesson NAME"));
    if (!options.lesson.empty()) {
        if (const std::string_view unused = unused_in_lesson(options); !unused.empty())
            return fail(ErrorKind::usage, msg("{} has no effect in a lesson: each step defines its launch.", unused),
                        msg("leave it out, or write a lesson of your own"));
        const auto file = lesson::find_lesson(options.lesson, lesson::lessons_folder());
        if (!file) return tl::unexpected(file.error());
        if (const auto read = lesson::read_lesson(*file); !read && for_pictures) return tl::unexpected(read.error());
        start.lesson = *file;
        if (options.lesson_step > 0) start.lesson_step = static_cast<size_t>(options.lesson_step - 1);
        start.lesson_answer = options.lesson_answer;
        start.first_start = false;
    }
    if (options.experiment.empty() && !options.text.empty())
        return fail(ErrorKind::usage, msg("--text replaces an experiment's kernel source."),
                    msg("add --experiment NAME/VARIANT"));
    start.editing = options.edit;
    start.recorded = options.measured_on == "gpu";
    if (start.recorded && !gpu::executor().status().usable)
        cli::warn_without_effect({"--measured-on gpu: no GPU can be used here; overlays are the emulator's"});
    start.presentation = options.presentation;
    start.is_drawer_requested = (options.resumed && start.preferences.panes.drawer_open) || options.drawer > 0 ||
                                !options.moment.empty() || (!options.tab.empty() && options.tab != "none");
    const bool fresh = !options.resumed && (!options.experiment.empty() || !start.preferences.last);
    start.uses_initial_layout = fresh && start.setup.has_value() && !scene_opened && follows_initial_layout(options);
    // Resets overlays of the last session's experiment.
    if (fresh && options.overlays.empty() && !scene_opened)
        for (size_t i = 0; i < start.preferences.views.size(); ++i)
            start.preferences.views[i].overlays = ui::Preferences().views[i].overlays;
    start.initial_focus = start.uses_initial_layout && follows_initial_setup(options) &&
                          options.experiment == start.setup->experiment && options.lesson.empty();
    start.drawer_large = options.presentation && !options.tab.empty() && options.tab != "none";
    start.animate = !for_pictures;

    if (!options.program.empty()) {
        std::error_code ignored;
        start.program = std::filesystem::absolute(options.program, ignored);
        const auto words = build_words(options);
        if (!words) return tl::unexpected(words.error());
        start.build_words = *words;
        start.run_program = options.run_program;
        if (options.launch != 0) start.program_launch = options.launch - 1;
    } else if (options.run_program) {
        return fail(ErrorKind::usage, msg("--run needs a .cu file with main()."));
    }
    for (const std::filesystem::path& file : options.files) {
        if (file.extension() == ".toml" || cli::names_cuda_file(file.string()) || file == options.program)
            continue; // handled by parse()
        if (&file == &options.files.front() && scene_opened &&
            (start.document.arriving || exporting::is_scene_file(file) || exporting::is_scene_link(file)))
            continue;
        const std::filesystem::path whole = std::filesystem::absolute(file);
        if (const auto info = input::probe_image(whole); !info) {
            if (for_pictures) return tl::unexpected(info.error()); // notices need a window
            start.notices.push_back({true, info.error().message, info.error().hint, 0, 0});
            continue;
        }
        if (&file == &options.files.front() && start.setup && options.input.empty()) {
            start.setup->input = {};
            start.setup->input.file = whole.string();
        }
        remember(start.preferences, whole.string());
    }
    start.catalog = std::make_shared<const catalog::Catalog>(std::move(catalog));
    return start;
}

} // namespace warpscope::app
