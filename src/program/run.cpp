#include "program/run.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

/// Process that gets forwarded signals, or 0.
std::atomic<pid_t>& signal_target() {
    static std::atomic<pid_t> target{0};
    return target;
}

/// Signal that came before the process existed, or 0.
std::atomic<int>& early_signal() {
    static std::atomic<int> signal{0};
    return signal;
}

static_assert(std::atomic<pid_t>::is_always_lock_free, "signal handlers may use nothing else");

void forward_signal(int signal, siginfo_t* info, void*) {
    // The terminal already sent keyboard signals to all its processes.
    if (info->si_code == SI_KERNEL && signal != SIGTERM) return;
    const int error = errno;
    if (const pid_t target = signal_target(); target != 0)
        kill(target, signal);
    else
        early_signal() = signal;
    errno = error;
}

/// Forwards signals while it exists, so that the program still writes its report.
class SignalsHandedOn {
public:
    SignalsHandedOn() {
        signal_target() = 0;
        early_signal() = 0;
        struct sigaction action {};
        action.sa_sigaction = forward_signal;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        for (size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &action, &before_[k]);
    }
    ~SignalsHandedOn() {
        for (size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &before_[k], nullptr);
    }
    SignalsHandedOn(const SignalsHandedOn&) = delete;
    SignalsHandedOn& operator=(const SignalsHandedOn&) = delete;

    static void to(pid_t child) {
        signal_target() = child;
        if (const int signal = early_signal().exchange(0); signal != 0) kill(child, signal);
    }

    static constexpr std::array<int, 4> signals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};

private:
    std::array<struct sigaction, signals.size()> before_{};
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
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Reads output until the program ends, even if background processes keep the output open. Returns waitpid()'s status.
int wait_and_read(pid_t child, int outputs, const RunRequest& request, bool& canceled) {
    constexpr int pause_ms = 50;
    const int64_t pipe_bytes = std::max(fcntl(outputs, F_GETPIPE_SZ), 1 << 16);
    std::array<char, 16384> buffer{};
    bool open = true, ended = false;
    int64_t read_since_end = 0;
    int status = 0;
    while (!ended || (open && !canceled && read_since_end < pipe_bytes)) {
        pollfd ready{outputs, POLLIN, 0};
        if (poll(&ready, open ? 1 : 0, ended ? 0 : pause_ms) > 0) {
            const ssize_t got = read(outputs, buffer.data(), buffer.size());
            if (got > 0)
                request.output({buffer.data(), static_cast<size_t>(got)});
            else if (got == 0 || errno != EINTR)
                open = false;
            if (ended && got > 0) read_since_end += got;
        } else {
            if (ended) break;
            request.output({});
        }
        if (ended) continue;
        const pid_t got = waitpid(child, &status, WNOHANG);
        ended = got == child || (got < 0 && errno != EINTR);
        if (!ended && !canceled && request.cancel != nullptr && *request.cancel) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL); // in case the program left its group
            canceled = true;
        }
    }
    return status;
}

/// Executes the program after fork(), where only system calls are safe.
[[noreturn]] void become(const RunRequest& request, char* const* arguments, char* const* environment, pid_t parent,
                         int output, int failure) {
    bool fine = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
    if (getppid() != parent) _exit(127);
    for (const int signal : SignalsHandedOn::signals) std::signal(signal, SIG_DFL);
    if (output >= 0) {
        setpgid(0, 0); // so that the whole group can be killed
        const int nothing = open("/dev/null", O_RDONLY);
        fine = fine && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
               dup2(output, STDERR_FILENO) >= 0;
        if (nothing > STDERR_FILENO) close(nothing);
    } else if (request.output_to_stderr) {
        fine = fine && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    }
    fine = fine && (request.working_folder.empty() || chdir(request.working_folder.c_str()) == 0);
    if (fine) execve(request.executable.c_str(), arguments, environment);
    const int error = errno;
    (void)!write(failure, &error, sizeof(error));
    _exit(127);
}

/// Redirects outputs to `output` unless negative. Returns 0 or an errno.
int start(const RunRequest& request, char* const* arguments, char* const* environment, int output, pid_t& child) {
    std::array<int, 2> failure{-1, -1}; // a successful exec closes the pipe
    if (pipe2(failure.data(), O_CLOEXEC) != 0) return errno;
    const pid_t parent = getpid();
    child = fork();
    const int fork_error = child < 0 ? errno : 0;
    if (child == 0) become(request, arguments, environment, parent, output, failure[1]);
    close(failure[1]);
    int error = fork_error;
    if (error == 0) {
        ssize_t got = 0;
        do got = read(failure[0], &error, sizeof(error));
        while (got < 0 && errno == EINTR);
        if (got != sizeof(error)) error = 0;
        if (error != 0) waitpid(child, nullptr, 0);
    }
    close(failure[0]);
    return error;
}

} // namespace

std::string program_name(const fs::path& source) {
    return (source.has_parent_path() ? source.parent_path() : ".") / source.stem();
}

fs::path runtime_folder() {
    constexpr const char* library = "libcudart.so.13";
    std::error_code error;
    if (const char* const setting = std::getenv("WARPSCOPE_RUNTIME_DIR"); setting != nullptr && *setting != '\0')
        return setting;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    // Candidates: next to the program, next to a test's folder, and installed
    for (const char* place : {"runtime", "../runtime", "../lib/warpscope/runtime"})
        if (const fs::path folder = program / place; fs::exists(folder / library, error)) return folder;
    return {};
}

Result<RunOutcome> run(const RunRequest& request) {
    if (!request.on_gpu && runtime_folder().empty())
        return fail(
            ErrorKind::environment, msg("The library that runs programs' kernels is missing."),
            msg("put it into a folder 'runtime' next to warpscope; WARPSCOPE_RUNTIME_DIR can name another folder"));
    std::vector<std::string> words{request.name.empty() ? request.executable.string() : request.name};
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    std::vector<std::string> variables = environment_of(request);
    std::vector<char*> arguments = pointers_to(words), environment = pointers_to(variables);

    std::array<int, 2> pipe_ends{-1, -1};
    if (request.output && pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorKind::environment, msg("Cannot create a pipe: {}.", std::strerror(errno)));
    std::optional<SignalsHandedOn> signals;
    if (!request.output) signals.emplace();
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = start(request, arguments.data(), environment.data(), pipe_ends[1], child);
    if (request.output) close(pipe_ends[1]);
    RunOutcome outcome;
    int status = 0;
    if (error == 0 && request.output) {
        status = wait_and_read(child, pipe_ends[0], request, outcome.canceled);
    } else if (error == 0) {
        SignalsHandedOn::to(child);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    signals.reset();
    if (request.output) close(pipe_ends[0]);
    if (error != 0)
        return fail(ErrorKind::environment,
                    msg("{} cannot be started: {}.", request.executable.string(), std::strerror(error)));
    outcome.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.exit_status = WIFSIGNALED(status) ? 128 + outcome.signal : WEXITSTATUS(status);
    return outcome;
}

} // namespace warpscope::program
