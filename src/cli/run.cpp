#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/charts.hpp"
#include "analysis/finding_index.hpp"
#include "base/devices/device_model.hpp"
#include "base/symbol_name.hpp"
#include "base/text.hpp"
#include "catalog/guess/guess.hpp"
#include "catalog/guess/toml_text.hpp"
#include "cli/commands.hpp"
#include "cli/figure.hpp"
#include "cli/figure_moment.hpp"
#include "cli/program.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "export/data.hpp"
#include "export/file.hpp"
#include "export/machine_code.hpp"
#include "export/numbers.hpp"
#include "export/report.hpp"
#include "gpu/contraction.hpp"
#include "insight/findings.hpp"
#include "program/notebook.hpp"
#include "ptx/part.hpp"

namespace warpscope::cli {
namespace {

struct RunArguments {
    TargetOptions options;
    FigureOptions figure;
    std::string output, report, save_toml;
    bool sass = false;
    std::vector<std::string> program_arguments, program_sources; // for programs
};

Result<void> write_report(const session::RunResult& result, const std::string& target, bool with_sass) {
    nlohmann::ordered_json report = exporting::report(result);
    if (with_sass) {
        const auto facts = insight::machine_code_of(result, chosen_device_model().capability(), gpu::contracts());
        if (!facts) return tl::unexpected(facts.error());
        report["sass"] = exporting::machine_code_report(*facts);
    }
    const std::string text = report.dump(2) + "\n";
    if (target != "-") return exporting::write_file(target, text);
    fmt::print("{}", text);
    return {};
}

void print_summary(const session::RunResult& result) {
    const metrics::LaunchMeasurement& shown = result.shown();
    if (!result.not_emulated.empty()) {
        fmt::print(stderr,
                   "{}/{} on {} with {}: {} blocks, {} threads; nothing is measured, as the emulator cannot run this "
                   "kernel: {}\n",
                   result.request.experiment->name, result.variant().name, result.device, result.compiled.compiler_name,
                   shown.config.blocks(), shown.config.threads(), result.not_emulated);
        return;
    }
    const std::string owners =
        result.prepared.adds_up ? "one common result" : fmt::format("{} owners", shown.ownership.owners);
    fmt::print(stderr, "{}/{} on {} with {}: {} blocks, {} threads, {}, {} of {} warps diverge; {:.1f} ms\n",
               result.request.experiment->name, result.variant().name, result.device, result.compiled.compiler_name,
               shown.config.blocks(), shown.config.threads(), owners, shown.divergence.divergent_warps,
               shown.config.warps(), result.timing.total_ms);
    for (const Diagnostic& warning : result.compiled.warnings) fmt::print(stderr, "warning: {}\n", warning.text());
}

void print_guesses(const session::Request& request) {
    const auto guesses = request.experiment->guesses.find(request.variant);
    if (guesses == request.experiment->guesses.end()) return;
    fmt::print(stderr, "{} of {}; guessed, change it with --save-toml FILE.toml and an editor:\n",
               request.experiment->find(request.variant)->title, request.experiment->file.string());
    for (const catalog::Guess& guess : guesses->second) fmt::print(stderr, "  {}\n", guess.message);
    std::vector<std::string> others;
    for (const catalog::Variant& other : request.experiment->variants)
        if (other.name != request.variant) others.push_back(other.title);
    if (!others.empty())
        fmt::print(stderr, "other kernels, to be named as FILE.cu:KERNEL: {}\n", fmt::join(others, ", "));
}

void print_notes(const session::RunResult& result) {
    if (const uint64_t unwritten = result.unwritten_cells(); unwritten > 0)
        fmt::print(stderr, "note: no thread wrote {} of the {} cells of '{}'; they hold 0\n", unwritten,
                   result.output.layout.seen().cells(), result.output.layout.name);
    const ptx::Module& module = result.measured->program().module();
    std::map<const ptx::Function*, ptx::Module> launched;
    for (const PlannedLaunch& launch : result.measured->plan().launches)
        if (const ptx::Function* const entry = module.find_entry(launch.kernel); entry && !launched.contains(entry))
            launched.emplace(entry, part_for(module, static_cast<uint32_t>(entry - module.functions.data())));
    for (const ptx::Variable& variable : module.variables) {
        if (variable.space != ptx::Space::const_ || !variable.initial.empty() || variable.is_extern) continue;
        if (std::ranges::none_of(launched, [&](const auto& one) { return names_variable(one.second, variable.name); }))
            continue;
        const bool set = std::ranges::any_of(result.prepared.plan.symbols, [&](const PlannedSymbol& symbol) {
            return symbol.name == variable.name || match_name(variable.name, symbol.name) != NameMatch::none ||
                   plain_name(variable.name) == symbol.name;
        });
        if (!set)
            fmt::print(stderr,
                       "note: nothing has set the __constant__ variable '{}', which holds 0; [[symbol]] in the "
                       "TOML file sets it\n",
                       plain_name(variable.name));
    }
}

/// Prints the emulator's printf output; CUDA prints a GPU's. Uses stderr if the report needs standard output.
void print_output(const session::RunResult& result, const RunArguments& arguments) {
    if (result.device != "emulator") return;
    fmt::print(arguments.report == "-" ? stderr : stdout, "{}", result.printed);
}

bool print_findings(const session::RunResult& result) {
    bool any = false;
    const bool guessed = catalog::has_guessed_launch(*result.request.experiment, result.request.variant);
    for (const insight::FindingGroup& group : insight::finding_groups(result)) {
        const auto where_is = [&](const simt::Finding& finding) {
            return finding.source.file.empty() ? result.variant().source.filename().string()
                                               : finding.source.line_text();
        };
        if (group.barrier)
            fmt::print(stderr, "{}:{}: {} This causes the next {}.\n", group.findings.front()->source.file,
                       group.barrier->store_line,
                       analysis::missing_barrier_message(group.barrier->store_line, group.barrier->later_lines),
                       group.findings.size() == 1 ? "finding" : fmt::format("{} findings", group.findings.size()));
        for (const simt::Finding* const finding : group.findings) {
            any = any || !finding->is_note;
            fmt::print(stderr, "{}: {}{}: {} [block {}, thread {}{}]\n", where_is(*finding),
                       finding->is_note ? "note: " : "", simt::name_of(finding->kind),
                       analysis::finding_message(result, *finding), index_text(finding->block_index),
                       index_text(finding->thread_index), guessed ? "; under a guessed launch" : "");
        }
    }
    if (any && guessed)
        fmt::print(stderr, "note: launch settings were guessed; findings may be due to that. --save-toml FILE.toml "
                           "writes them to a file that you can change\n");
    return any;
}

/// Returns whether the run reproduces the scene's numbers.
bool print_reproduced(const exporting::OpenedScene& scene, const session::RunResult& result) {
    if (!scene.saved.notes.empty()) fmt::print(stderr, "{}\n", scene.saved.notes);
    if (result.has_scenes_ptx)
        fmt::print(
            stderr, "note: running the PTX from the scene ({}), {}; --compiler nvrtc or clang recompiles the kernel\n",
            result.compiled.compiler_name,
            result.scene_ptx_error.empty() ? "since the compiler here makes different PTX"
                                           : "since it cannot be compiled here: " + result.scene_ptx_error.english());
    const scene::LaunchSetup& source = scene.scene.source;
    const session::Request& request = result.request;
    if (scene.saved.measured.numbers.empty() || request.settings != source.settings || request.input != source.input)
        return true;
    const exporting::Reproduced numbers = exporting::compare_numbers(scene.saved.measured, result);
    fmt::print(stderr, "{}\n", numbers.text());
    if (const std::string why = numbers.why(); !why.empty()) fmt::print(stderr, "  {}\n", why);
    return numbers.others.empty();
}

Result<std::shared_ptr<const analysis::Chart>> chart_of(const std::shared_ptr<const session::RunResult>& result,
                                                        const RunArguments& arguments) {
    analysis::ChartRequest chart_request{
        .result = result, .baseline = nullptr, .name = arguments.figure.chart, .device = arguments.figure.peaks};
    if (result->timing.gpu_kernel_ms > 0) {
        chart_request.gpu = result->device;
        chart_request.kernel_ms = result->timing.gpu_kernel_ms;
    }
    const auto offers = analysis::charts_of(*result);
    const auto offer =
        std::find_if(offers.begin(), offers.end(), [&](const auto& o) { return o.name == arguments.figure.chart; });
    analysis::Sweeper sweeper;
    auto made = offer != offers.end() && offer->is_sweep() ? sweeper.run(chart_request, *offer->spec, {}, nullptr)
                                                           : analysis::make_chart(chart_request);
    return made.map([](analysis::Chart& chart) { return std::make_shared<const analysis::Chart>(std::move(chart)); });
}

Result<bool> execute_program(const RunArguments& arguments) {
    if (!arguments.output.empty() || !arguments.figure.chart.empty() || !arguments.figure.file.empty())
        return fail(ErrorKind::usage, "A program with main() has a report, but no output, chart or figure.");
    if (!arguments.options.input.empty() || !arguments.options.block.empty() || !arguments.options.settings.empty() ||
        !arguments.options.toml.empty() || !arguments.save_toml.empty())
        return fail(ErrorKind::usage, "A program with main() sets up its launches and data by itself.",
                    "leave out --input, --block, --set, --toml and --save-toml; put its own arguments after --");
    if (arguments.sass)
        return fail(ErrorKind::usage, "--sass is for experiments and kernels, not for programs with main().",
                    "warpscope check FILE.cu:KERNEL --sass");
    if (auto drawn = require_figure(arguments.figure); !drawn) return tl::unexpected(drawn.error());
    ProgramOptions options{arguments.options.target, arguments.program_arguments, arguments.options.include_folders,
                           arguments.options.definitions, arguments.program_sources};
    if (!arguments.options.device.empty()) options.device = arguments.options.device;
    if (!arguments.options.compiler.empty()) options.compiler = arguments.options.compiler;
    options.report = arguments.report;
    auto ran = run_program(options);
    // A source file among the program's arguments was probably meant for --with.
    const auto source = std::ranges::find_if(options.arguments, is_source_file);
    const auto names_no_file = [](const std::string& hint) {
        return hint.empty() || hint.find("--with FILE") != std::string::npos;
    };
    if (!ran && source != options.arguments.end() && names_no_file(ran.error().hint.english()))
        ran.error().hint = fmt::format("--with {} builds it with the program", *source);
    return ran;
}

Result<void> take_notebook(RunArguments& arguments) {
    const std::string notebook = arguments.options.target;
    const auto files = program::unpack_notebook(notebook);
    if (!files) return tl::unexpected(files.error());
    arguments.options.target = files->main.string();
    for (const std::filesystem::path& source : files->sources) arguments.program_sources.push_back(source.string());
    for (const std::filesystem::path& other : files->others)
        fmt::print(stderr, "note: {} also has the program {}; warpscope run {} runs it\n", notebook,
                   other.filename().string(), other.string());
    return {};
}

Result<bool> execute(RunArguments arguments, const FigureMaker& make_figure,
                     const std::vector<std::string>& figure_tabs) {
    if (program::is_notebook(arguments.options.target))
        if (auto taken = take_notebook(arguments); !taken) return tl::unexpected(taken.error());
    if (is_program_of(arguments.options.target, arguments.program_sources)) return execute_program(arguments);
    if (!arguments.program_sources.empty())
        return fail(ErrorKind::usage, "--with is for programs; neither this file nor those of --with have main().");
    if (!arguments.program_arguments.empty())
        return fail(ErrorKind::usage,
                    fmt::format("'{}' is not an argument of '{}'.", arguments.program_arguments.front(),
                                arguments.options.target),
                    "only programs with main() take arguments");
    const bool cuda_file = names_cuda_file(arguments.options.target);
    if (!cuda_file && (!arguments.options.toml.empty() || !arguments.save_toml.empty()))
        return fail(ErrorKind::usage, "--toml and --save-toml are for a CUDA file.",
                    "warpscope run FILE.cu --toml FILE.toml");
    if (arguments.sass) {
        if (arguments.report.empty())
            return fail(ErrorKind::usage, "--sass adds to a report.", "add --report FILE.json");
        if (auto found = sass::find_tools(); !found) return tl::unexpected(found.error());
    }
    if (!arguments.options.toml.empty() && !arguments.save_toml.empty())
        return fail(ErrorKind::usage, "--toml reads a setup, and --save-toml writes a guessed one; give one of them.");
    const bool charted = !arguments.figure.chart.empty();
    if (charted && arguments.output.empty() && arguments.figure.file.empty())
        return fail(ErrorKind::usage, "A chart needs a file.", "add --figure FILE.png or --output FILE.csv");
    if (charted && !arguments.output.empty() && !arguments.output.ends_with(".csv"))
        return fail(ErrorKind::usage,
                    fmt::format("A chart's data is a CSV; '{}' does not end in .csv.", arguments.output));
    if (arguments.figure.file.empty() &&
        (!arguments.figure.tab.empty() || !arguments.figure.array.empty() || arguments.figure.launch > 0))
        return fail(ErrorKind::usage, "A tab is drawn into a figure.", "add --figure FILE.png");
    if (arguments.figure.tab.empty() && (!arguments.figure.array.empty() || arguments.figure.launch > 0))
        return fail(ErrorKind::usage, "--launch and --array choose what a tab shows.", "add --tab epochs");
    if (auto drawn = require_figure(arguments.figure); !drawn) return tl::unexpected(drawn.error());
    if (!arguments.figure.peaks.empty() && arguments.figure.chart != "roofline")
        return fail(ErrorKind::usage, "--peaks is for the roofline.", "add --chart roofline");
    if (!arguments.figure.overlays.empty() && (charted || !arguments.figure.tab.empty()))
        return fail(ErrorKind::usage, "--overlay is for views; a chart or tab has none.");
    if (arguments.figure.large_legend && (charted || !arguments.figure.tab.empty()))
        return fail(ErrorKind::usage, "--large-legend is for views; a chart or tab has other legends.");
    if (charted && !arguments.figure.focus.empty())
        return fail(ErrorKind::usage, "--focus is for views and tabs; a chart has no cells.");
    if (charted && !arguments.figure.tab.empty())
        return fail(ErrorKind::usage, "A figure shows a chart or a tab, not both.");
    if (!arguments.figure.peaks.empty())
        if (const auto known = known_device_model(arguments.figure.peaks); !known) return tl::unexpected(known.error());
    if (!arguments.output.empty())
        if (auto known = exporting::check_ending(arguments.output); !known) return tl::unexpected(known.error());
    std::optional<exporting::OpenedScene> scene;
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options, &scene);
    if (!request) return tl::unexpected(request.error());
    if (scene) apply_scene_figure(scene->saved, figure_tabs, arguments.figure);
    FigureRequest figure;
    if (!arguments.figure.file.empty()) {
        auto wanted = figure_request(arguments.figure);
        if (!wanted) return tl::unexpected(wanted.error());
        figure = std::move(*wanted);
    }
    print_guesses(*request);
    warn_without_effect(*request, arguments.options);
    if (!arguments.save_toml.empty()) {
        const std::filesystem::path file(arguments.save_toml);
        const std::string text =
            catalog::toml_text(*request->experiment, *request->experiment->find(request->variant), file.parent_path());
        if (auto written = exporting::write_file(file, text); !written) return tl::unexpected(written.error());
    }
    session::RunOptions options;
    options.gpu_alone = arguments.report.empty() && arguments.figure.file.empty() && !charted;
    auto result = session::run(*request, options);
    if (!result) return tl::unexpected(result.error());

    print_summary(**result);
    print_output(**result, arguments);
    const bool findings = print_findings(**result);
    print_notes(**result);
    const bool is_reproduced = !scene || print_reproduced(*scene, **result);
    // A different compiler, text, or option changes the code, so numbers may differ.
    const TargetOptions& target = arguments.options;
    const bool is_same_code = (target.compiler.empty() || target.compiler == "auto") && target.text.empty() &&
                              target.definitions.empty() && target.include_folders.empty();
    const bool failed = findings || (!is_reproduced && is_same_code);
    if (!arguments.figure.chart.empty()) { // the chart may also come from a scene's figure
        auto chart = chart_of(*result, arguments);
        if (!chart) return tl::unexpected(chart.error());
        figure.chart = *chart;
        if (charted && !arguments.output.empty())
            if (auto written = exporting::write_file(arguments.output, analysis::chart_csv(**chart)); !written)
                return tl::unexpected(written.error());
    }
    if (!arguments.output.empty() && !charted)
        if (auto saved = exporting::save_buffer(arguments.output, (*result)->output); !saved)
            return tl::unexpected(saved.error());
    if (!arguments.report.empty())
        if (auto written = write_report(**result, arguments.report, arguments.sass); !written)
            return tl::unexpected(written.error());
    if (!arguments.figure.file.empty()) {
        figure.result = *result;
        if (scene && scene->scene.moment.scope != scene::Scope::all) {
            const std::string& tab = arguments.figure.tab;
            const bool of_block =
                (tab == "epochs" || tab == "timeline" || tab == "shared") && scene::in_block(scene->scene.moment);
            const auto moment = figure.chart || !(tab.empty() || of_block)
                                    ? fail(ErrorKind::failed, "a figure of a chart or of this tab has none")
                                    : figure_moment(*result, scene->scene.moment);
            if (moment)
                figure.moment = *moment;
            else
                fmt::print(
                    stderr,
                    "note: the scene shows a moment in time; the figure and its scene show the finished launch: {}\n",
                    moment.error().text());
        }
        if (scene) {
            auto beside = comparison_run(*scene, arguments.figure, *request);
            if (!beside) return tl::unexpected(beside.error());
            figure.beside = std::move(*beside);
        }
        if (scene) figure.scene = {scene->scene, scene->saved.tab, scene->saved.chart, scene->saved.notes};
        if (figure.carries_scene && source_options_take_effect(result->get()->variant(), arguments.options)) {
            figure.carries_scene = false;
            fmt::print(stderr, "note: no scene is embedded: a scene cannot contain -I and -D of the command line{}\n",
                       cuda_file ? "; --save-toml FILE.toml writes them into a setup, whose figure contains one" : "");
        }
        if (auto made = make_figure(figure); !made) return tl::unexpected(made.error());
    }
    return failed;
}

} // namespace

void add_run(CLI::App& app, const FigureMaker& make_figure, const std::vector<std::string>& figure_tabs, int& status) {
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* run = app.add_subcommand("run", "Run an experiment and write its output, report or figure.");
    run->add_option("target", arguments->options.target,
                    "NAME, NAME/VARIANT, FILE.toml, FILE.cu[:KERNEL], a scene (FILE.wscope, or a PNG, SVG or PDF that "
                    "contains one, or a link), or a program with main(), FILE.cu")
        ->required();
    run->add_option("arguments", arguments->program_arguments, "arguments of a program with main(), after --");
    run->add_option("--with", arguments->program_sources, "for a program with main(): another source file")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    run->add_option("--toml", arguments->options.toml, "for a FILE.cu: the file with its launch settings");
    run->add_option("--text", arguments->options.text,
                    "a file whose source replaces the kernel's, with the same setup");
    run->add_option("--save-toml", arguments->save_toml, "for a FILE.cu: write the guessed setup");
    add_compile_options(*run, arguments->options.include_folders, arguments->options.definitions);
    add_setting_options(*run, arguments->options);
    run->add_option("--device", arguments->options.device, "auto, gpu or emulator");
    add_contract(*run);
    add_model(*run);
    run->add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    run->add_option("--output", arguments->output, "the result as .png, .csv or .bin");
    run->add_option("--report", arguments->report, "measurements as JSON; - for standard output");
    run->add_flag("--sass", arguments->sass, "add the machine code's branches and instructions to the report");
    add_figure_options(*run, arguments->figure, "a figure with overlays, as .png, .svg or .pdf");
    add_word_options(*run, arguments->figure);
    run->add_option("--chart", arguments->figure.chart,
                    "a chart of the run, as --figure FILE.png or --output FILE.csv");
    run->add_option("--tab", arguments->figure.tab,
                    "draw this view of one block, or the source with its costs, as --figure")
        ->check(CLI::IsMember(figure_tabs));
    run->add_option("--launch", arguments->figure.launch, "launch whose block the tab shows, counted from 1")
        ->check(CLI::PositiveNumber);
    run->add_option("--array", arguments->figure.array, "array that the tab epochs shows");
    run->add_option("--peaks", arguments->figure.peaks, "device whose published peaks the roofline shows");
    run->callback([arguments, &make_figure, tabs = figure_tabs, &status] {
        const auto findings = execute(*arguments, make_figure, tabs);
        status = findings ? (*findings ? findings_or_failure : done) : report_failure(findings.error());
    });
}

} // namespace warpscope::cli
