#include "gpu/child/process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>

#include "gpu/child/serve.hpp"

extern char** environ;

namespace warpscope::gpu {

Result<ChildProcess> ChildProcess::start(const std::string& program, int device) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return fail(ErrorKind::environment, msg("Cannot create a socket: {}.", std::strerror(errno)));
    Channel ours(ends[0]);
    const Channel theirs(ends[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.socket(), child_socket);
    const std::string number = std::to_string(device);
    const std::array<char*, 4> words{const_cast<char*>(program.c_str()), const_cast<char*>(child_command),
                                     const_cast<char*>(number.c_str()), nullptr};
    pid_t process = 0;
    const int error = ::posix_spawn(&process, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        return fail(ErrorKind::environment, msg("{} cannot be started: {}.", program, std::strerror(error)));
    return ChildProcess(process, std::move(ours));
}

ChildProcess::~ChildProcess() {
    if (process_ == 0) return;
    ::kill(process_, SIGKILL);
    // Waits on another thread, because the process may not end before its kernel.
    std::thread([process = process_] {
        while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }).detach();
}

} // namespace warpscope::gpu
