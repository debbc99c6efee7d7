#include "program/run.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
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
        constexpr std::string_view path = "LD_LIBRARY_PATH=";
        constexpr std::array<std::string_view, 4> own{
            "WARPSCOPE_RECORD=", "WARPSCOPE_CHECKS=", "WARPSCOPE_KEEP_BYTES=", "WARPSCOPE_KEEP_ONLY="};
        if (text.starts_with(path) && !request.on_gpu)
            search = text.substr(path.size());
        else if (std::ranges::none_of(own, [&](std::string_view name) { return text.starts_with(name); }))
            all.emplace_back(text);
    }
    if (request.on_gpu) return all;
    all.push_back("LD_LIBRARY_PATH=" + runtime_folder().string() + (search.empty() ? "" : ":" + search));
    all.push_back("WARPSCOPE_RECORD=" + request.record.string());
    if (request.checks) all.emplace_back("WARPSCOPE_CHECKS=1");
    if (request.keep_bytes != 0) all.push_back(fmt::format("WARPSCOPE_KEEP_BYTES={}", request.keep_bytes));
    if (request.keep_only) all.push_back(fmt::format("WARPSCOPE_KEEP_ONLY={}", *request.keep_only));
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Reads what the program writes until it has ended; returns its status. Whoever it has left behind with its outputs in
/// hand is not waited for.
int wait_and_read(pid_t child, int outputs, const RunRequest& request, bool& cancelled) {
    constexpr int pause_ms = 50;
    std::array<char, 16384> buffer{};
    bool open = true, killed = false, ended = false;
    int status = 0;
    while (!ended || open) {
        pollfd ready{outputs, POLLIN, 0};
        const bool some = open && poll(&ready, 1, ended ? 0 : pause_ms) > 0;
        if (some) {
            const ssize_t got = read(outputs, buffer.data(), buffer.size());
            if (got > 0)
                request.output({buffer.data(), static_cast<size_t>(got)});
            else if (got == 0 || errno != EINTR)
                open = false;
        } else {
            if (ended) break;
            request.output({});
        }
        if (!killed && request.cancel != nullptr && *request.cancel) {
            kill(-child, SIGKILL);
            cancelled = killed = true;
        }
        if (ended && killed) break; // others may hold the pipe and write on
        if (!ended) ended = waitpid(child, &status, open ? WNOHANG : 0) == child;
    }
    return status;
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

    // Reads what the program writes, where that is asked for.
    std::array<int, 2> pipe_ends{-1, -1};
    if (request.output && pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorKind::environment, fmt::format("No pipe can be made: {}.", std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    short flags = POSIX_SPAWN_SETSIGDEF;
    if (request.output) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], stream);
        flags |= POSIX_SPAWN_SETPGROUP; // so that all of it can be ended
        posix_spawnattr_setpgroup(&attributes, 0);
    } else if (request.output_to_stderr) {
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    }
    if (!request.working_folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, request.working_folder.c_str());
    sigset_t keyboard;
    sigemptyset(&keyboard);
    for (const int signal : KeyboardIgnored::signals) sigaddset(&keyboard, signal);
    posix_spawnattr_setsigdefault(&attributes, &keyboard);
    posix_spawnattr_setflags(&attributes, flags);

    std::optional<KeyboardIgnored> ignored;
    if (!request.output) ignored.emplace();
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, arguments[0], &actions, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (request.output) close(pipe_ends[1]);
    RunOutcome outcome;
    int status = 0;
    if (error == 0 && request.output) {
        status = wait_and_read(child, pipe_ends[0], request, outcome.cancelled);
    } else if (error == 0) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (request.output) close(pipe_ends[0]);
    if (error != 0)
        return fail(ErrorKind::environment,
                    fmt::format("{} cannot be started: {}.", request.executable.string(), std::strerror(error)));
    outcome.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.exit_status = WIFSIGNALED(status) ? 128 + outcome.signal : WEXITSTATUS(status);
    return outcome;
}

} // namespace warpscope::program
