// Time cursor while only the beginning of a long block is recorded.
#include <algorithm>

#include "ui/state/held_cursor.hpp"

namespace warpscope::ui {
namespace {

/// Runs a kernel with several hundred thousand instructions per block.
RunPtr long_blocks() { return run_of("matmul/tiled", "noise:512x64", ""); }

TEST(TimeCursor, MomentAfterTheBeginningIsKept) {
    Cursor time(long_blocks());
    ASSERT_TRUE(time.run);
    time.cursor.apply(GoToShare{1});
    time.settle();
    const uint64_t late = time.moment.step - 10;
    time.cursor.apply(GoToStep{late});
    time.settle();
    // Keeps the moment and moves to another block.
    time.thread.block = 1;
    time.wait_for_beginning();
    EXPECT_EQ(time.moment.step, late);
    EXPECT_FALSE(time.cursor.bar().block) << "what is there does not have it";
    time.release();
    time.settle();
    EXPECT_EQ(time.moment.step, late);
    EXPECT_EQ(time.cursor.bar().block->recording->contents().block, 1u);
    // A moment within the recorded beginning appears immediately.
    time.cursor.apply(GoToStep{5});
    time.settle();
    time.thread.block = 0;
    time.wait_for_beginning();
    ASSERT_TRUE(time.cursor.bar().block);
    EXPECT_TRUE(time.cursor.bar().block->recording->contents().is_beginning);
    EXPECT_EQ(time.moment.step, 5u);
}

TEST(TimeCursor, FirstStepIsShownWhileRecording) {
    Cursor time(long_blocks());
    ASSERT_TRUE(time.run);
    ASSERT_GT(time.go_to_beginning(), 0u);
    for (int k = 0; k < 500 && !time.cursor.view(); ++k) {
        time.update();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(time.cursor.view());
    EXPECT_TRUE(time.cursor.bar().recording);
    EXPECT_TRUE(time.cursor.view()->block->recording->contents().is_beginning);
}

TEST(TimeCursor, PlaybackWaitsForTheRecording) {
    Cursor time(long_blocks());
    ASSERT_TRUE(time.run);
    time.cursor.play(true);
    time.wait_for_beginning();
    ASSERT_TRUE(time.cursor.bar().block);
    const uint64_t end = time.cursor.bar().length;
    time.cursor.set_speed(10);
    for (int k = 0; k < 100; ++k) time.update(static_cast<double>(end) / 500);
    const uint64_t reached = time.moment.step;
    EXPECT_GT(reached, end / 2);
    EXPECT_LT(reached, end);
    EXPECT_TRUE(time.cursor.bar().playing);
    // Playing again does not restart from the first step.
    time.cursor.play(false);
    time.cursor.play(true);
    time.update();
    EXPECT_EQ(time.moment.step, reached);
    time.release();
    time.settle();
    EXPECT_TRUE(time.cursor.bar().playing);
    time.update(60);
    EXPECT_GT(time.moment.step, reached);
}

TEST(TimeCursor, LateTicksWaitForTheRecording) {
    Cursor time(long_blocks());
    ASSERT_TRUE(time.run);
    const uint64_t end = time.go_to_beginning();
    ASSERT_GT(end, 0u);
    // Stepping from barrier to barrier stops at the end of the recorded beginning.
    time.cursor.set_tick(insight::Tick::interval);
    uint64_t last = 0;
    for (int k = 0; k < 1000; ++k) {
        time.cursor.apply(StepTime{1});
        time.update();
        if (time.moment.step == last) break;
        last = time.moment.step;
        ASSERT_LT(last, end);
    }
    EXPECT_GT(last, 0u);
    time.release();
    time.settle();
    EXPECT_GT(time.moment.step, last) << "the tick that was waited with";
    const auto& marks = *time.cursor.bar().marks;
    EXPECT_TRUE(std::ranges::any_of(marks, [&](const TimeMark& mark) {
        return mark.kind == replay::MarkKind::barrier && mark.step == time.moment.step;
    })) << "the next barrier, not the end";
    EXPECT_LT(time.moment.step, time.cursor.bar().length);
}

TEST(TimeCursor, ManyTicksWaitForTheRecording) {
    Cursor time(long_blocks());
    ASSERT_TRUE(time.run);
    const uint64_t end = time.go_to_beginning();
    ASSERT_GT(end, 0u);
    time.cursor.apply(GoToStep{end - 5});
    time.update();
    ASSERT_EQ(time.moment.step, end - 5);
    time.cursor.apply(StepTime{10});
    time.update();
    EXPECT_EQ(time.moment.step, end - 5);
    time.release();
    time.settle();
    EXPECT_EQ(time.moment.step, end + 5);
}

} // namespace
} // namespace warpscope::ui
