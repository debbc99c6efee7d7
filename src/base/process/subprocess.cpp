#include "base/process/subprocess.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/process/termination.hpp"

namespace warpscope {
namespace {

void end_group(int) { ::kill(0, SIGKILL); }

[[noreturn]] void become(char* const* arguments, int output, int failure) {
    constexpr unsigned close_on_exec = 1u << 2;                         // CLOSE_RANGE_CLOEXEC, which older headers lack
    ::syscall(SYS_close_range, STDERR_FILENO + 1u, ~0u, close_on_exec); // hides a server's sockets
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) ::signal(signal, SIG_DFL);
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
        ::dup2(output, STDERR_FILENO) >= 0)
        ::execv(arguments[0], arguments);
    const int error = errno;
    (void)!::write(failure, &error, sizeof(error));
    ::_exit(127);
}

/// Runs the command in its own process group, and ends the whole group if `parent` dies. A signal to the child alone
/// would miss a compiler driver's children. Called after fork(), so only system calls are safe here.
[[noreturn]] void guard(char* const* arguments, pid_t parent, int output, int failure) {
    ::setpgid(0, 0);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) ::signal(signal, end_group);
    if (::prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || ::getppid() != parent) ::_exit(127);
    const pid_t child = ::fork();
    if (child == 0) become(arguments, output, failure);
    if (child < 0) {
        const int error = errno;
        (void)!::write(failure, &error, sizeof(error));
        ::_exit(127);
    }
    // Closes inherited pipes, so that their readers see the end.
    ::syscall(SYS_close_range, 0u, ~0u, 0u);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) ::kill(::getpid(), SIGKILL);
    ::_exit(WEXITSTATUS(status));
}

enum class Ended { closed, deadline, canceled };

Ended read_until_closed(int fd, std::string& output, std::chrono::steady_clock::time_point deadline,
                        const std::atomic<bool>* cancel) {
    constexpr int64_t pause_ms = 50;
    char chunk[4096];
    for (;;) {
        if (cancel != nullptr && *cancel) return Ended::canceled;
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return Ended::deadline;
        pollfd waiting{fd, POLLIN, 0};
        const int ready = ::poll(
            &waiting, 1, static_cast<int>(std::min<int64_t>(left.count(), cancel != nullptr ? pause_ms : 1 << 30)));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) continue;
        const ssize_t count = ::read(fd, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return Ended::closed;
        output.append(chunk, static_cast<size_t>(count));
    }
}

} // namespace

Result<ProcessResult> run_process(const std::vector<std::string>& command, std::chrono::milliseconds time_limit,
                                  const std::atomic<bool>* cancel) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return fail(ErrorKind::environment, msg("Cannot create a pipe: {}.", std::strerror(errno)));
    Descriptor read_end(ends[0]), write_end(ends[1]);

    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    int failures[2]; // pipe for the error of a failed start; a successful start closes it
    if (::pipe2(failures, O_CLOEXEC) != 0)
        return fail(ErrorKind::environment, msg("Cannot create a pipe: {}.", std::strerror(errno)));
    Descriptor failure_read(failures[0]), failure_write(failures[1]);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    int error = child < 0 ? errno : 0;
    if (child == 0) guard(arguments.data(), parent, write_end.get(), failure_write.get());
    if (child > 0) ::setpgid(child, child);
    write_end.close();
    failure_write.close();
    if (error == 0) {
        ssize_t got = 0;
        do got = ::read(failure_read.get(), &error, sizeof(error));
        while (got < 0 && errno == EINTR);
        if (got != sizeof(error)) error = 0;
        if (error != 0) ::waitpid(child, nullptr, 0);
    }
    if (error != 0)
        return fail(ErrorKind::environment, msg("{} cannot be started: {}.", command[0], std::strerror(error)));
    const ChildAtTermination ended_with_this(child);

    ProcessResult result;
    const Ended ended =
        read_until_closed(read_end.get(), result.output, std::chrono::steady_clock::now() + time_limit, cancel);
    result.timed_out = ended == Ended::deadline;
    result.canceled = ended == Ended::canceled;
    if (ended != Ended::closed) ::kill(-child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (ended == Ended::closed && WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
    return result;
}

std::string find_on_path(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const size_t colon = rest.find(':');
        const std::filesystem::path candidate = std::filesystem::path(rest.substr(0, colon)) / name;
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
        std::error_code error;
        if (std::filesystem::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0)
            return candidate.string();
    }
    return {};
}

} // namespace warpscope
