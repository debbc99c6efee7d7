#include "base/process/termination.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>

namespace warpscope {
namespace {

struct LeftBehind {
    std::mutex mutex;
    std::set<pid_t> groups;
    std::set<std::filesystem::path> folders;
    std::function<void()> stop;
};

/// Never destroyed, because the watching thread runs until exit.
LeftBehind& left_after() {
    static LeftBehind& all = *new LeftBehind;
    return all;
}

struct WakeUp {
    int read_end = -1, write_end = -1;
    pid_t process = 0; // owner of the pipe; forked processes inherit pipe and handler
};
WakeUp& wake_up() {
    static WakeUp ends;
    return ends;
}

void die_from(int signal) {
    ::signal(signal, SIG_DFL);
    ::kill(::getpid(), signal);
}

/// Only wakes the watching thread: signal handlers may do little more than write().
void on_signal(int signal) {
    if (wake_up().process != ::getpid()) return die_from(signal);
    const int error = errno;
    const auto number = static_cast<char>(signal);
    (void)!::write(wake_up().write_end, &number, 1);
    errno = error;
}

int next_signal() {
    char number = 0;
    while (::read(wake_up().read_end, &number, 1) < 0 && errno == EINTR) {
    }
    return number;
}

bool stop_instead() {
    LeftBehind& all = left_after();
    const std::lock_guard lock(all.mutex);
    if (!all.stop) return false;
    std::exchange(all.stop, nullptr)();
    return true;
}

[[noreturn]] void wait_for_signal() {
    int number = next_signal();
    while (stop_instead()) number = next_signal();
    LeftBehind& all = left_after();
    const std::lock_guard lock(all.mutex); // never unlocked, so that other threads cannot report the killed children
    for (const pid_t group : all.groups) ::kill(-group, SIGKILL);
    std::error_code ignored;
    for (const std::filesystem::path& folder : all.folders) std::filesystem::remove_all(folder, ignored);
    die_from(number);
    for (;;) ::pause();
}

} // namespace

void clean_up_on_termination() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    wake_up() = {ends[0], ends[1], ::getpid()};
    left_after().groups.clear(); // inherited entries belong to the parent
    left_after().folders.clear();
    left_after().stop = nullptr;
    std::thread(wait_for_signal).detach();
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            ::sigaction(signal, &action, nullptr);
    }
}

StopAtTermination::StopAtTermination(std::function<void()> stop) {
    const std::lock_guard lock(left_after().mutex);
    left_after().stop = std::move(stop);
}

StopAtTermination::~StopAtTermination() {
    const std::lock_guard lock(left_after().mutex);
    left_after().stop = nullptr;
}

ChildAtTermination::ChildAtTermination(pid_t group)
    : group_(group) {
    const std::lock_guard lock(left_after().mutex);
    left_after().groups.insert(group);
}

ChildAtTermination::~ChildAtTermination() {
    const std::lock_guard lock(left_after().mutex);
    left_after().groups.erase(group_);
}

void remove_at_termination(const std::filesystem::path& folder) {
    const std::lock_guard lock(left_after().mutex);
    left_after().folders.insert(folder);
}

void forget_at_termination(const std::filesystem::path& folder) {
    const std::lock_guard lock(left_after().mutex);
    left_after().folders.erase(folder);
}

} // namespace warpscope
