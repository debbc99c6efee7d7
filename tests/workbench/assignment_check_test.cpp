// Opening an assignment on a background thread, and giving up.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "workbench/lesson/assignment_check.hpp"

namespace warpscope::workbench {
namespace {

TEST(AssignmentCheck, OpeningCanBeCanceled) {
    Redraw redraw;
    AssignmentCheck check(redraw, {});
    std::atomic<bool> left = false;
    bool opened = false;
    const auto read = [&](const AssignmentCheck::Watch& watch) -> Worker::Finish {
        watch->done = 2;
        while (!watch->cancel) std::this_thread::yield();
        left = true;
        return [&] { opened = true; };
    };
    check.begin_opening("task.toml", read);
    while (check.view().opened != 2) check.deliver();
    EXPECT_TRUE(check.shown());
    EXPECT_FALSE(check.ready());
    EXPECT_EQ(check.view().opening, "task.toml");
    check.close();
    EXPECT_FALSE(check.shown());
    EXPECT_TRUE(check.ready());
    while (!left) std::this_thread::yield();
    // The abandoned job must not affect the next one.
    bool next = false;
    check.begin_opening("next.toml",
                        [&](const AssignmentCheck::Watch&) -> Worker::Finish { return [&] { next = true; }; });
    while (!next) check.deliver();
    EXPECT_FALSE(opened);
    EXPECT_FALSE(check.shown());
}

} // namespace
} // namespace warpscope::workbench
