// Time cursor without a window: movement, recording, results.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ui/state/held_cursor.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

TEST(TimeCursor, EntersStepsAndLeaves) {
    Cursor time(run_of("box_blur/tiled", "noise:40x40"));
    ASSERT_TRUE(time.run);
    time.settle();
    EXPECT_FALSE(time.cursor.bar().block) << "nothing is recorded before it is asked for";
    time.cursor.apply(StepTime{-1});
    time.settle();
    const TimeBar& bar = time.cursor.bar();
    ASSERT_TRUE(bar.block);
    EXPECT_EQ(time.moment.scope, Scope::block);
    EXPECT_EQ(time.moment.step, bar.length) << "back from all of it begins at the end";
    time.cursor.apply(StepTime{-1});
    time.settle();
    EXPECT_EQ(time.moment.step, bar.length - 1);
    EXPECT_EQ(time.cursor.view()->moment, time.moment);
    time.cursor.apply(GoToShare{0});
    time.settle();
    EXPECT_EQ(time.moment.step, 0u);
    time.cursor.set_scope(Scope::all);
    time.settle();
    EXPECT_FALSE(time.cursor.view());
    EXPECT_EQ(time.moment, scene::Moment{});
}

TEST(TimeCursor, MomentIsIndependentOfPath) {
    Cursor time(run_of("box_blur/tiled", "noise:40x40"));
    ASSERT_TRUE(time.run);
    time.cursor.apply(GoToShare{0});
    time.settle();
    ASSERT_TRUE(time.cursor.view());
    const auto shown_at = [&](uint64_t step) {
        time.cursor.apply(GoToStep{step});
        time.settle();
        const insight::MomentView& view = *time.cursor.view();
        std::string all = fmt::format("{} {:x}", view.line, view.active);
        for (const insight::VariableRow& row : view.rows) {
            all += "\n" + row.name + fmt::format(" {:x}:", row.changed);
            for (const std::string& value : row.text) all += " " + value;
        }
        all += fmt::format("\n{}", view.shared.at(0).written);
        for (const auto& buffer : view.cells->buffers)
            all += fmt::format(" {} {} {}", buffer.read.size(), buffer.written.size(), buffer.pending.size());
        return all;
    };
    std::vector<std::string> forwards;
    const std::vector<uint64_t> steps{10, 50, 200, 201, 640};
    for (const uint64_t step : steps) forwards.push_back(shown_at(step));
    for (size_t k = steps.size(); k-- > 0;) EXPECT_EQ(shown_at(steps[k]), forwards[k]) << steps[k];
}

TEST(TimeCursor, InstructionsSubdivideALine) {
    Cursor time(run_of("color_to_gray/basic", "gradient:32x32"));
    ASSERT_TRUE(time.run);
    time.cursor.set_scope(Scope::warp);
    time.settle();
    time.cursor.set_tick(insight::Tick::instruction);
    time.cursor.apply(StepTime{1});
    time.settle();
    EXPECT_EQ(time.moment.step, 0u);
    EXPECT_EQ(time.moment.instruction, 1u);
    uint32_t instructions = 1;
    while (time.moment.step == 0 && instructions < 1000) {
        time.cursor.apply(StepTime{1});
        time.settle();
        ++instructions;
    }
    EXPECT_EQ(time.moment.step, 1u);
    EXPECT_EQ(time.moment.instruction, 0u);
    const replay::Recording& recording = *time.cursor.bar().block->recording;
    EXPECT_EQ(instructions, recording.records_before(1)) << "as many as the line has";
    time.cursor.apply(StepTime{-1});
    time.settle();
    EXPECT_EQ(time.moment.step, 0u);
    EXPECT_EQ(time.moment.instruction, instructions - 1);
}

TEST(TimeCursor, ScopesChangeInPlace) {
    Cursor time(run_of("box_blur/tiled", "noise:40x40"));
    ASSERT_TRUE(time.run);
    time.thread.warp = 2;
    time.cursor.apply(GoToShare{0.5});
    time.settle();
    const uint64_t record = time.cursor.bar().block->record_at(time.moment);
    time.cursor.set_scope(Scope::warp);
    time.settle();
    EXPECT_EQ(time.moment.warp, 2u);
    EXPECT_LT(time.moment.step, time.cursor.bar().length);
    EXPECT_LE(time.cursor.bar().block->record_at(time.moment), record);
    const uint64_t own = time.moment.step;
    time.cursor.set_scope(Scope::block);
    time.settle();
    time.cursor.set_scope(Scope::warp);
    time.settle();
    EXPECT_EQ(time.moment.step, own);
}

TEST(TimeCursor, StepsByIntervalsAndMarks) {
    Cursor time(run_of("box_blur/tiled", "noise:40x40"));
    ASSERT_TRUE(time.run);
    time.cursor.apply(GoToMark{replay::MarkKind::barrier, 1});
    time.settle();
    const uint64_t barrier = time.moment.step;
    ASSERT_TRUE(time.cursor.bar().block);
    EXPECT_EQ(barrier, time.cursor.bar().block->history->intervals().at(0));
    time.cursor.apply(GoToMark{replay::MarkKind::barrier, 1});
    time.settle();
    EXPECT_EQ(time.moment.step, barrier) << "there is no other";
    time.cursor.set_tick(insight::Tick::interval);
    time.cursor.apply(StepTime{1});
    time.settle();
    EXPECT_EQ(time.moment.step, time.cursor.bar().length);
    time.cursor.apply(StepTime{-1});
    time.settle();
    EXPECT_EQ(time.moment.step, barrier);
}

TEST(Moments, ParseCommandLineForms) {
    EXPECT_EQ(scene::parse_moment("block:214")->step, 214u);
    EXPECT_EQ(scene::parse_moment("warp:3")->scope, Scope::warp);
    EXPECT_EQ(scene::moment_text(*scene::parse_moment("block:end")), "block:end");
    EXPECT_EQ(scene::moment_text(*scene::parse_moment("warp:12")), "warp:12");
    for (const char* wrong : {"", "block", "block:", "block:x", "block:3x", "grid:1", "block:-1"})
        EXPECT_FALSE(scene::parse_moment(wrong)) << wrong;
}

TEST(Lanes, BecomeWords) {
    EXPECT_EQ(lanes_text(0), "");
    EXPECT_EQ(lanes_text(0xffc00000u), "22 to 31");
    EXPECT_EQ(lanes_text(1u | 1u << 5 | 1u << 7), "0, 5 and 7");
    EXPECT_EQ(lanes_text(0x7u | 1u << 31), "0 to 2 and 31");
}

} // namespace
} // namespace warpscope::ui
