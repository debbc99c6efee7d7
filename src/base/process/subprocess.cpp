#include "base/process/subprocess.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace warpscope {
namespace {

class FileDescriptor {
public:
    explicit FileDescriptor(int fd)
        : fd_(fd) {}
    ~FileDescriptor() { close(); }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_;
};

struct SpawnSettings {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
    SpawnSettings() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
};

enum class Ended { closed, deadline, cancelled };

Ended read_until_closed(int fd, std::string& output, std::chrono::steady_clock::time_point deadline,
                        const std::atomic<bool>* cancel) {
    constexpr int64_t pause_ms = 50; // between polls of `cancel`
    char chunk[4096];
    for (;;) {
        if (cancel != nullptr && *cancel) return Ended::cancelled;
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
        return fail(ErrorKind::environment, fmt::format("No pipe can be made: {}.", std::strerror(errno)));
    FileDescriptor read_end(ends[0]), write_end(ends[1]);

    SpawnSettings settings;
    posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&settings.actions, write_end.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&settings.actions, write_end.get(), STDERR_FILENO);
    // The time limit must also end children of a compiler driver.
    posix_spawnattr_setflags(&settings.attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&settings.attributes, 0);

    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    pid_t child = 0;
    const int error =
        ::posix_spawn(&child, arguments[0], &settings.actions, &settings.attributes, arguments.data(), environ);
    if (error != 0)
        return fail(ErrorKind::environment, fmt::format("{} cannot be started: {}.", command[0], std::strerror(error)));
    write_end.close();

    ProcessResult result;
    const Ended ended =
        read_until_closed(read_end.get(), result.output, std::chrono::steady_clock::now() + time_limit, cancel);
    result.timed_out = ended == Ended::deadline;
    result.cancelled = ended == Ended::cancelled;
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
