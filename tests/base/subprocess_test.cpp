#include "base/process/subprocess.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/process/temporary_folder.hpp"
#include "base/process/termination.hpp"

namespace warpscope {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Subprocess, CollectsOutputAndStatus) {
    const auto ran = run_process({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, seconds(20));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->exit_status, 3);
    EXPECT_EQ(ran->output, "out\nerr\n");
    EXPECT_FALSE(ran->timed_out);
}

TEST(Subprocess, BypassesTheShell) {
    const auto ran = run_process({"/bin/echo", "a b;$HOME `id` \"'", "*"}, seconds(20));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->output, "a b;$HOME `id` \"' *\n");
}

TEST(Subprocess, LargeOutputDoesNotBlock) {
    const auto ran = run_process({"/bin/sh", "-c", "head -c 3000000 /dev/zero"}, seconds(20));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->output.size(), 3000000u);
}

TEST(Subprocess, TimeLimitStopsGrandchildren) {
    const auto begin = std::chrono::steady_clock::now();
    const auto ran = run_process({"/bin/sh", "-c", "echo started; sleep 600; true"}, milliseconds(300));
    ASSERT_TRUE(ran);
    EXPECT_TRUE(ran->timed_out);
    EXPECT_EQ(ran->exit_status, -1);
    EXPECT_EQ(ran->output, "started\n");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(300)); // run() did not wait for `sleep`
}

TEST(Subprocess, CancellationStopsProcess) {
    std::atomic<bool> cancel{false};
    std::thread soon([&] {
        std::this_thread::sleep_for(milliseconds(200));
        cancel = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto ran = run_process({"/bin/sh", "-c", "echo started; sleep 600; true"}, seconds(300), &cancel);
    soon.join();
    ASSERT_TRUE(ran);
    EXPECT_TRUE(ran->canceled);
    EXPECT_FALSE(ran->timed_out);
    EXPECT_EQ(ran->exit_status, -1);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(100));
}

TEST(Subprocess, ReportsMissingProgram) {
    const auto ran = run_process({"/nowhere/clang++"}, seconds(20));
    EXPECT_TRUE(!ran || ran->exit_status == 127);
    EXPECT_EQ(find_on_path("no-such-program-here"), "");
    EXPECT_NE(find_on_path("sh"), "");
}

TEST(Subprocess, ReportsDeathBySignal) {
    const auto ran = run_process({"/bin/sh", "-c", "kill -9 $$"}, seconds(20));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->exit_status, -1);
    EXPECT_FALSE(ran->timed_out);
}

/// Waits until the file has a number in each of `count` lines.
std::vector<pid_t> read_processes(const std::filesystem::path& file, size_t count) {
    for (int tries = 0; tries < 600; ++tries) {
        std::ifstream stream(file);
        std::vector<pid_t> processes;
        for (pid_t one = 0; stream >> one;) processes.push_back(one);
        if (processes.size() >= count) return processes;
        std::this_thread::sleep_for(milliseconds(50));
    }
    return {};
}

bool is_gone_soon(pid_t process) {
    for (int tries = 0; tries < 600; ++tries) {
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string number, name, state;
        if (!(status >> number >> name >> state) || state == "Z" || state == "X") return true;
        std::this_thread::sleep_for(milliseconds(50));
    }
    return false;
}

TEST(Subprocess, KilledCallerEndsGrandchildren) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::filesystem::path file = folder->path() / "processes";
    const pid_t caller = ::fork();
    if (caller == 0) {
        const std::string script = "sleep 600 & echo $! >" + file.string() + "; echo $$ >>" + file.string() + "; wait";
        (void)run_process({"/bin/sh", "-c", script}, seconds(600));
        ::_exit(0);
    }
    const std::vector<pid_t> processes = read_processes(file, 2);
    ::kill(caller, SIGKILL);
    ::waitpid(caller, nullptr, 0);
    ASSERT_EQ(processes.size(), 2u);
    for (const pid_t process : processes) EXPECT_TRUE(is_gone_soon(process)) << process;
}

/// Runs a process that handles termination, with a temporary folder and a child, and ends it with `signal`.
void expect_clean_end(int signal) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::filesystem::path file = folder->path() / "processes", named = folder->path() / "named";
    const pid_t caller = ::fork();
    if (caller == 0) {
        clean_up_on_termination();
        const auto own = TemporaryFolder::create();
        std::ofstream(named) << own->path().string();
        const std::string script = "sleep 600 & echo $! >" + file.string() + "; echo $$ >>" + file.string() + "; wait";
        (void)run_process({"/bin/sh", "-c", script}, seconds(600));
        ::_exit(0);
    }
    const std::vector<pid_t> processes = read_processes(file, 2);
    ::kill(caller, signal);
    int status = 0;
    ::waitpid(caller, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    ASSERT_EQ(processes.size(), 2u);
    for (const pid_t process : processes) EXPECT_TRUE(is_gone_soon(process)) << process;
    std::string own;
    std::ifstream(named) >> own;
    ASSERT_FALSE(own.empty());
    EXPECT_FALSE(std::filesystem::exists(own)) << own;
}

TEST(Termination, SignalEndsChildrenAndRemovesFolders) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) expect_clean_end(signal);
}

TEST(Termination, FirstSignalStopsSecondKills) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::filesystem::path ready = folder->path() / "ready", stopped = folder->path() / "stopped";
    const pid_t process = ::fork();
    if (process == 0) {
        clean_up_on_termination();
        const StopAtTermination stop([&] { std::ofstream(stopped) << ::getpid() << "\n"; });
        std::ofstream(ready) << ::getpid() << "\n";
        ::alarm(600);
        while (true) ::pause();
    }
    EXPECT_EQ(read_processes(ready, 1).size(), 1u);
    ::kill(process, SIGTERM);
    EXPECT_EQ(read_processes(stopped, 1).size(), 1u);
    int status = 0;
    EXPECT_EQ(::waitpid(process, &status, WNOHANG), 0);
    ::kill(process, SIGTERM);
    ::waitpid(process, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
}

TEST(TemporaryFolder, LockedWhileInUse) {
    std::filesystem::path path;
    {
        const auto folder = TemporaryFolder::create();
        ASSERT_TRUE(folder);
        path = folder->path();
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        EXPECT_NE(::flock(descriptor, LOCK_EX | LOCK_NB), 0);
        ::close(descriptor);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace warpscope
