#include "program/run.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

/// While a program runs: signals from the keyboard are meant for it.
class KeyboardIgnored {
public:
    KeyboardIgnored() {
        for (size_t k = 0; k < signals.size(); ++k) before_[k] = std::signal(signals[k], SIG_IGN);
    }
    ~KeyboardIgnored() {
        for (size_t k = 0; k < signals.size(); ++k) std::signal(signals[k], before_[k]);
    }
    KeyboardIgnored(const KeyboardIgnored&) = delete;
    KeyboardIgnored& operator=(const KeyboardIgnored&) = delete;

    static constexpr std::array<int, 2> signals{SIGINT, SIGQUIT};

private:
    std::array<void (*)(int), 2> before_{};
};

std::vector<std::string> environment_of(const RunRequest& request) {
    std::vector<std::string> all;
    std::string search;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        constexpr std::string_view path = "LD_LIBRARY_PATH=", own = "WARPSCOPE_RECORD=", checks = "WARPSCOPE_CHECKS=";
        if (text.starts_with(path) && !request.on_gpu)
            search = text.substr(path.size());
        else if (!text.starts_with(own) && !text.starts_with(checks))
            all.emplace_back(text);
    }
    if (request.on_gpu) return all;
    all.push_back("LD_LIBRARY_PATH=" + runtime_folder().string() + (search.empty() ? "" : ":" + search));
    all.push_back("WARPSCOPE_RECORD=" + request.record.string());
    if (request.checks) all.emplace_back("WARPSCOPE_CHECKS=1");
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

fs::path runtime_folder() {
    constexpr const char* library = "libcudart.so.13";
    std::error_code error;
    if (const char* const setting = std::getenv("WARPSCOPE_RUNTIME_DIR"); setting != nullptr && *setting != '\0')
        return setting;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    // Beside the program, of a test beside the folder that it is in, and where it is installed.
    for (const char* place : {"runtime", "../runtime", "../lib/warpscope/runtime"})
        if (const fs::path folder = program / place; fs::exists(folder / library, error)) return folder;
    return {};
}

Result<RunOutcome> run(const RunRequest& request) {
    if (!request.on_gpu && runtime_folder().empty())
        return fail(ErrorKind::environment, "The library that runs programs' kernels is missing.",
                    "it belongs into a folder 'runtime' beside warpscope; WARPSCOPE_RUNTIME_DIR can name another one");
    std::vector<std::string> words{request.executable.string()};
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    std::vector<std::string> variables = environment_of(request);
    std::vector<char*> arguments = pointers_to(words), environment = pointers_to(variables);

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (request.output_to_stderr) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    sigset_t keyboard;
    sigemptyset(&keyboard);
    for (const int signal : KeyboardIgnored::signals) sigaddset(&keyboard, signal);
    posix_spawnattr_setsigdefault(&attributes, &keyboard);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    const KeyboardIgnored ignored;
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, arguments[0], &actions, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        return fail(ErrorKind::environment,
                    fmt::format("{} cannot be started: {}.", request.executable.string(), std::strerror(error)));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    RunOutcome outcome;
    outcome.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.exit_status = WIFSIGNALED(status) ? 128 + outcome.signal : WEXITSTATUS(status);
    return outcome;
}

} // namespace warpscope::program
