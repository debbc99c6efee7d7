#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "app/frame_budget.hpp"
#include "app/lesson_pictures.hpp"
#include "app/pictures.hpp"
#include "app/renderers.hpp"
#include "app/start.hpp"
#include "app/window.hpp"
#include "base/process/termination.hpp"
#include "cli/cli.hpp"
#include "gpu/child/guard.hpp"
#include "gpu/child/serve.hpp"
#include "simt/supported_ptx.hpp"
#include "ui/model/actions.hpp"

namespace {

int run(int argc, char** argv) {
    using namespace warpscope;
    if (const auto served = gpu::serve_as_child(argc, argv, gpu::system_runtime())) return *served;
    gpu::enable_system_guard();
    clean_up_on_termination();
    if (cli::is_command(argc, argv))
        return cli::main(argc, argv,
                         {app::make_figure, app::make_film, app::ask_renderers, app::missing_spotlights,
                          app::make_slides, app::figure_tabs()});
    app::Options options;
    std::vector<const char*> words(argv, argv + argc);
    if (argc > 2 && std::string_view(argv[1]) == "lesson") words[1] = "--lesson";
    if (const auto status = app::parse(argc, words.data(), options)) return *status;
    if (options.print_keys) {
        fmt::print("{}", ui::keys_markdown());
        return cli::done;
    }
    if (options.print_ptx) {
        fmt::print("{}", simt::ptx_markdown());
        return cli::done;
    }
    auto start = argc == 1 ? app::resume(options) : app::make_start(options);
    if (!start) return cli::report_failure(start.error());
    if (!options.screenshot.empty()) return app::take_screenshot(options, std::move(*start));
    if (options.measure_frames) return app::measure_frames(options, std::move(*start));
    const app::WindowEnd end = app::run_window(options, std::move(*start));
    if (end.restart) {
        // After a kernel's fault, CUDA needs a new process.
        std::vector<std::string> arguments = end.arguments;
        std::vector<char*> words{argv[0]};
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        execv("/proc/self/exe", words.data());
        fmt::print(stderr, "warpscope: could not restart: {}\n", std::strerror(errno));
        return cli::environment_lacking;
    }
    return end.status;
}

} // namespace

int main(int argc, char** argv) {
    int status = warpscope::cli::environment_lacking;
    try {
        status = run(argc, argv);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "warpscope: Not enough memory.\n");
    } catch (const std::exception& problem) {
        if (!warpscope::cli::output_lost()) fmt::print(stderr, "warpscope: {}\n", problem.what());
    }
    // output_lost() writes buffered output, which can fail.
    if (!warpscope::cli::output_lost()) return status;
    return warpscope::cli::report_failure({warpscope::ErrorKind::environment,
                                           "Not all of the output could be written to standard output.",
                                           {},
                                           "check the free disk space"});
}
