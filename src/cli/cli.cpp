#include "cli/cli.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <string_view>

#include "base/devices/device_model.hpp"
#include "cli/commands.hpp"
#include "compile/compile_watch.hpp"
#include "gpu/contraction.hpp"

namespace warpscope::cli {

int exit_status(ErrorKind kind) {
    switch (kind) {
    case ErrorKind::usage: return wrong_usage;
    case ErrorKind::environment: return environment_lacking;
    case ErrorKind::failed:
    case ErrorKind::canceled: break;
    }
    return findings_or_failure;
}

int report_failure(const Diagnostic& problem) {
    fmt::print(stderr, "warpscope: {}\n", problem.text());
    return exit_status(problem.kind);
}

void add_contract(CLI::App& command) {
    command.add_flag_callback("--contract", gpu::permit_contraction, "let the GPU driver fuse products and sums");
}

void add_model(CLI::App& command) {
    command.add_option_function<std::string>(
        "--model",
        [](const std::string& name) {
            if (const auto chosen = choose_device_model(name); !chosen)
                throw CLI::ValidationError("--model", chosen.error().text());
        },
        "device to model: programs see it; occupancy, modeled times, rooflines and the number of concurrent blocks "
        "follow from it: \"H100 SXM\" (default), T4, ...");
}

void add_setting_options(CLI::App& command, TargetOptions& options) {
    command.add_option("--input", options.input, "a file, or PATTERN:WxH[xD][,seed=N]");
    command.add_option("--block", options.block, "threads per block, X[xY[xZ]]");
    command.add_option("--set", options.settings, "NAME=VALUE, for any parameter of the experiment")
        ->expected(1)
        ->take_all();
}

void add_compile_options(CLI::App& command, std::vector<std::string>& include_folders,
                         std::vector<std::string>& definitions) {
    const auto add = [&](const char* name, std::vector<std::string>& values, const char* what) {
        command.add_option(name, values, what)->expected(1)->allow_extra_args(false)->take_all();
    };
    add("-I", include_folders, "folder with headers; may be repeated");
    add("-D", definitions, "NAME=VALUE, a macro for the compiler");
}

bool output_lost() { return std::fflush(stdout) != 0 || std::ferror(stdout) != 0; }

namespace {

bool opens_lesson(int argc, const char* const* argv) {
    constexpr std::array<std::string_view, 5> done_here{"--check", "--list", "--slides", "--help", "-h"};
    bool named = false;
    for (int i = 2; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (std::ranges::find(done_here, word) != done_here.end() || word.starts_with("--slides=")) return false;
        named = named || !word.starts_with('-');
    }
    return named;
}

} // namespace

bool is_command(int argc, const char* const* argv) {
    constexpr std::array<std::string_view, 17> commands{"run",     "film",    "compare", "list",   "check",  "time",
                                                        "record",  "gpu",     "step",    "orders", "lesson", "grade",
                                                        "capture", "devices", "bank",    "cache",  "serve"};
    if (argc > 1 && std::string_view(argv[1]) == "lesson" && opens_lesson(argc, argv)) return false;
    return argc > 1 && std::find(commands.begin(), commands.end(), std::string_view(argv[1])) != commands.end();
}

int main(int argc, const char* const* argv, const Drawing& drawing) {
    CLI::App app("Warpscope shows what CUDA kernels do, right on the data they work on.", "warpscope");
    app.require_subcommand(1);
    int status = done;
    compile::announce_long_compilations();
    add_run(app, drawing.make_figure, drawing.figure_tabs, status);
    add_compare(app, drawing.make_figure, status);
    add_list(app, status);
    add_check(app, status);
    add_time(app, status);
    add_record(app, status);
    add_gpu(app, drawing.ask_renderers, status);
    add_step(app, status);
    add_orders(app, status);
    add_film(app, drawing.make_film, status);
    add_lesson(app, drawing, status);
    add_grade(app, status);
    add_serve(app, status);
    add_capture(app, status);
    add_devices(app, status);
    add_bank(app, status);
    add_cache(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? done : wrong_usage;
    } catch (const std::bad_alloc&) {
        return report_failure({ErrorKind::environment, "Not enough memory for this run.", {}, "use a smaller input"});
    } catch (const std::exception& problem) {
        if (output_lost()) return environment_lacking; // reported at the end
        return report_failure({ErrorKind::environment, problem.what(), {}, {}});
    }
    return status;
}

} // namespace warpscope::cli
