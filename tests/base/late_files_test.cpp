#include "base/late_files.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(LateFiles, MakesThreadsWaitUntilTheyArrive) {
    set_late_files_expected(true);
    std::atomic<bool> has_begun = false, arrived = false, was_early = false;
    std::thread waiting([&] {
        has_begun = true;
        wait_for_late_files();
        was_early = !arrived;
    });
    while (!has_begun) std::this_thread::yield();
    for (int turn = 0; turn < 100; ++turn) std::this_thread::yield(); // gives a thread that does not wait its chance
    arrived = true;
    set_late_files_expected(false);
    waiting.join();
    EXPECT_FALSE(was_early);
}

TEST(LateFiles, DoesNotWaitForAFileWithContent) {
    set_late_files_expected(true);
    wait_for_late_file("/proc/self/exe");
    set_late_files_expected(false);
    wait_for_late_file("/no such file");
}

} // namespace
} // namespace warpscope
