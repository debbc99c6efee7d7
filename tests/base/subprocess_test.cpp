#include "base/process/subprocess.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

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
    EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(300)); // it did not wait for sleep
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
    EXPECT_TRUE(ran->cancelled);
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

} // namespace
} // namespace warpscope
