#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "base/process/sandbox.hpp"
#include "base/process/termination.hpp"
#include "catalog/experiment.hpp"
#include "cli/class_judge.hpp"
#include "cli/class_lesson.hpp"
#include "cli/commands.hpp"
#include "lesson/lesson.hpp"
#include "serve/compile_sandbox.hpp"
#include "serve/qr_code.hpp"
#include "serve/server.hpp"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

struct ServeArguments {
    std::vector<std::string> shared;
    std::string page, url, compile_apart, judge_apart;
    std::string address = "127.0.0.1";
    std::optional<uint16_t> port;
    bool no_compile = false;
};

fs::path usual_page() {
    const fs::path data = catalog::catalog_folder().parent_path(), installed = data / "web";
    std::error_code error;
    return fs::exists(installed, error) ? installed : data / "build/web/page";
}

/// Returns files and folders; looks up other names as lessons.
Result<std::vector<fs::path>> shared_paths(const std::vector<std::string>& names) {
    std::vector<fs::path> paths;
    for (const std::string& name : names) {
        std::error_code error;
        if (fs::exists(name, error)) {
            paths.emplace_back(name);
            continue;
        }
        const auto lesson = lesson::find_lesson(name, lesson::lessons_folder());
        if (!lesson) return tl::unexpected(lesson.error());
        paths.push_back(*lesson);
    }
    return paths;
}

void add_compiler(serve::ServerOptions& options) {
    std::error_code error;
    auto sandbox = serve::CompileSandbox::create(fs::read_symlink("/proc/self/exe", error));
    if (!sandbox) {
        options.no_compile_reason = sandbox.error().message;
        fmt::print(stderr, "warpscope: Kernels of the page are not compiled: {}\n", sandbox.error().text());
        return;
    }
    options.compile = [sandbox = std::move(*sandbox)](const std::string& request, std::chrono::milliseconds limit,
                                                      const std::atomic<bool>& cancel) {
        return sandbox.compile(request, limit, cancel);
    };
}

Result<std::optional<serve::ClassLesson>> lesson_of_class(const std::vector<fs::path>& files) {
    const auto first = std::ranges::find_if(files, lesson::is_lesson_file);
    if (first == files.end()) return std::optional<serve::ClassLesson>();
    if (std::any_of(first + 1, files.end(), lesson::is_lesson_file))
        return fail(ErrorKind::usage, "A class has one lesson, but several are named.",
                    "name one lesson; put others into a folder to share them");
    fmt::print(stderr, "warpscope: Measuring the lesson {}.\n", first->filename().string());
    auto measured = measure_class(*first);
    if (!measured) return tl::unexpected(measured.error());
    return std::optional(std::move(*measured));
}

void add_judge(const std::vector<fs::path>& files, serve::ServerOptions& options) {
    if (const auto why = sandbox_error("add --no-compile"))
        fmt::print(stderr, "warpscope: Kernels of the class are not judged: {}\n", why->text());
    else
        options.judge = make_judge(*std::ranges::find_if(files, lesson::is_lesson_file));
}

fs::path class_pages() {
    const fs::path data = catalog::catalog_folder().parent_path(), installed = data / "class";
    std::error_code error;
    return fs::exists(installed, error) ? installed : data / "src/web/class";
}

void print_addresses(serve::Server& server, const ServeArguments& arguments) {
    const std::vector<std::string> addresses = server.addresses();
    const std::string& usual = addresses[addresses.size() > 1 ? 1 : 0]; // prefers a network's address to 127.0.0.1
    std::string shown = arguments.url.empty() ? usual : arguments.url;
    serve::ClassSession* const session = server.session();
    if (session != nullptr) {
        const std::string base = shown.ends_with('/') ? shown : shown + "/";
        shown = base + "class";
        session->set_address(shown);
        if (::isatty(STDOUT_FILENO) != 0) fmt::print("{}", serve::qr_code(shown));
        fmt::print("Students: {}\n", shown);
        for (size_t i = 2; arguments.url.empty() && i < addresses.size(); ++i)
            fmt::print("          {}class\n", addresses[i]);
        fmt::print("Teacher:  {}teach#{}\n", base, session->secret());
        fmt::print(stderr, "warpscope: The teacher's address controls the class. Do not show it.\n");
        if (arguments.url.empty() && arguments.address == "127.0.0.1")
            fmt::print(stderr, "warpscope: Only this computer can join. Add --address 0.0.0.0 for a network.\n");
    } else {
        if (::isatty(STDOUT_FILENO) != 0) fmt::print("{}", serve::qr_code(shown));
        if (!arguments.url.empty()) fmt::print("{}\n", arguments.url);
        for (const std::string& address : addresses) fmt::print("{}\n", address);
    }
    std::fflush(stdout);
    if (arguments.url.empty() && arguments.address != "127.0.0.1")
        fmt::print(stderr, "warpscope: Without https, the page runs slower on other computers, and only in Chromium, "
                           "Chrome and Edge. docs/WEB.md tells how to set up https.\n");
    fmt::print(stderr, "warpscope: Press Ctrl+C to stop.\n");
}

Result<void> execute(const ServeArguments& arguments) {
    auto shared = shared_paths(arguments.shared);
    if (!shared) return tl::unexpected(shared.error());
    auto lesson = lesson_of_class(*shared);
    if (!lesson) return tl::unexpected(lesson.error());
    serve::ServerOptions options;
    if (*lesson) {
        options.lesson = std::move(**lesson);
        options.class_pages = class_pages();
        options.limits.requests_per_second = 500; // students may share an address and poll every second
    }
    if (options.lesson && !arguments.no_compile) add_judge(*shared, options);
    options.page = arguments.page.empty() ? usual_page() : fs::path(arguments.page);
    options.shared = std::move(*shared);
    options.address = arguments.address;
    options.port = arguments.port;
    if (!arguments.url.empty()) options.host_names.push_back(std::string(serve::host_in(arguments.url)));
    if (!arguments.no_compile) add_compiler(options);
    auto server = serve::Server::open(std::move(options));
    if (!server) return tl::unexpected(server.error());
    if (!arguments.port && (*server)->port() != serve::usual_port)
        fmt::print(stderr, "warpscope: Port {} is taken; this is port {}.\n", serve::usual_port, (*server)->port());
    const StopAtTermination stop([&server] { (*server)->stop(); });
    print_addresses(**server, arguments);
    (*server)->run();
    return {};
}

} // namespace

void add_serve(CLI::App& app, int& status) {
    auto arguments = std::make_shared<ServeArguments>();
    CLI::App* command = app.add_subcommand("serve", "Show the page for browsers, or teach a lesson to a class.");
    command->add_option("shared", arguments->shared,
                        "a lesson to teach; scenes, files or folders to share below /files/");
    command->add_option("--port", arguments->port, "port (default: 8080, or the next free one)");
    command->add_option("--address", arguments->address,
                        "address to listen on (default: 127.0.0.1); 0.0.0.0 is all of this computer's");
    command->add_option("--page", arguments->page, "folder of the built page");
    command->add_option("--url", arguments->url, "address to show, if another server forwards requests to this one");
    command->add_flag("--no-compile", arguments->no_compile, "do not compile kernels of the page");
    command->add_option(serve::apart_option, arguments->compile_apart)->group("");
    command->add_option(judge_option, arguments->judge_apart)->group("");
    command->callback([arguments, &status] {
        if (!arguments->judge_apart.empty() && !arguments->shared.empty()) {
            judge_apart(arguments->shared.front(), arguments->judge_apart);
            return;
        }
        if (!arguments->compile_apart.empty()) {
            serve::compile_apart(arguments->compile_apart);
            return;
        }
        const auto served = execute(*arguments);
        status = served ? done : report_failure(served.error());
    });
}

} // namespace warpscope::cli
