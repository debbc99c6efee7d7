// Moments of recorded blocks: splits with the values of the moment, inactive lanes, accesses so far.
#include "insight/moment_view.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

using replay::MarkKind;

TEST(MomentView, HasTheSplitOfItsStep) {
    const auto block = record(run("reduction", "shared", "index:2048"), 0);
    ASSERT_TRUE(block);
    EXPECT_EQ(view_at(block, after_mark(*block, MarkKind::split, 1))->splits.at(0).number, 1u);
    const auto view = view_at(block, after_mark(*block, MarkKind::split, 2)); // count = 16, stride = 8
    ASSERT_EQ(view->splits.size(), 1u);
    const SplitFacts& split = view->splits.front();
    EXPECT_EQ(split.number, 2u);
    EXPECT_EQ(split.yes, 0xffu);
    EXPECT_EQ(split.no, 0xffffff00u);
    ASSERT_EQ(split.values.size(), 1u);
    EXPECT_EQ(split.values.front().name, "i");
    EXPECT_TRUE(is_range(&split.values.front().yes, 0, 7));
    EXPECT_TRUE(is_range(&split.values.front().no, 8, 31));
    EXPECT_TRUE(is_range(find_range(split.constants, "stride"), 8, 8));
    EXPECT_TRUE(is_range(find_range(split.constants, "count"), 16, 16));
}

/// Two variables are called c: one in the loop that loads the tile, one in the loop over the window.
TEST(MomentView, ShowsTheVariableInScope) {
    const auto block = record(run("box_blur", "tiled", "gradient:60x40", {{"radius", 3}}), 4);
    ASSERT_TRUE(block);
    bool seen = false;
    for (uint32_t number = 1; number < 12 && !seen; ++number) {
        const auto view = view_at(block, after_mark(*block, MarkKind::split, number));
        EXPECT_LE(view->splits.size(), 2u);
        for (const SplitFacts& split : view->splits) {
            if (split.line != 14) continue;
            const auto c = std::ranges::find(split.values, "c", &SplitFacts::Value::name);
            ASSERT_NE(c, split.values.end());
            EXPECT_TRUE(is_range(&c->no, -3, -1));
            EXPECT_TRUE(is_range(&c->yes, 0, 18));
            seen = true;
        }
    }
    EXPECT_TRUE(seen);
}

TEST(MomentView, ExplainsInactiveLanes) {
    const auto block = record(run_by_clang("color_to_gray", "basic", "gradient:76x62"), 4); // columns 64 to 79
    ASSERT_TRUE(block);
    const scene::Moment split = after_mark(*block, MarkKind::split, 1);
    scene::Moment next = split;
    next.scope = scene::Scope::warp;
    next.warp = block->recording->steps()[split.step - 1].warp;
    next.step = block->history->done_by(next.warp, split.step) + 1;
    const auto view = view_at(block, next);
    ASSERT_FALSE(view->inactive.empty());
    simt::LaneMask off = 0;
    for (const InactiveLanes& lanes : view->inactive) {
        EXPECT_EQ(off & lanes.lanes, 0u) << "in two groups";
        off |= lanes.lanes;
        ASSERT_TRUE(lanes.reason);
        EXPECT_EQ(lanes.reason->comparison, "col < width");
        EXPECT_FALSE(lanes.reason->is_true);
        EXPECT_EQ(lanes.reason->line, 6u);
    }
    EXPECT_EQ(off, view->launched & ~view->active);
}

TEST(MomentView, ShowsTheBlocksOwnShare) {
    const auto result = run("histogram", "global", "noise:64x48");
    const auto block = record(result, 0);
    ASSERT_TRUE(block);
    const uint32_t output = result->prepared.output_buffer;
    const auto total = [&](const MomentView& view) {
        const HostBuffer after = result->measured->buffer(output);
        const auto& values = view.cells->buffers[output].values;
        double sum = 0;
        for (uint64_t bin = 0; bin < after.layout.shape.cells(); ++bin) {
            const auto now = values.find(bin);
            sum += now == values.end() ? element_as_double(after.bytes->data(), after.layout.type, bin)
                                       : element_as_double(now->second.data(), after.layout.type, 0);
        }
        return sum;
    };
    scene::Moment moment;
    moment.scope = scene::Scope::block;
    EXPECT_EQ(total(*view_at(block, moment)), 0);
    moment.step = scene::last_step;
    const auto end = view_at(block, moment);
    EXPECT_TRUE(end->cells->buffers[output].alone);
    EXPECT_EQ(total(*end), 256) << "one for each thread";
}

TEST(MomentView, KnowsTheBarrier) {
    const auto block = record(run("matmul", "tiled", "noise:48x48"), 0);
    ASSERT_TRUE(block);
    scene::Moment moment = after_mark(*block, MarkKind::barrier, 1);
    EXPECT_EQ(view_at(block, moment)->barrier, BarrierState::all_arrived);
    EXPECT_EQ(block->barriers_passed(moment), 0u) << "the next step is the first after the barrier";
    EXPECT_EQ(block->end_of_interval(moment, 0), moment.step);
    --moment.step;
    EXPECT_EQ(view_at(block, moment)->barrier, BarrierState::some_wait);
    moment.step = 0;
    EXPECT_EQ(view_at(block, moment)->barrier, BarrierState::before_next);
    moment.step = scene::last_step;
    EXPECT_EQ(view_at(block, moment)->barrier, BarrierState::after_last);
    EXPECT_EQ(block->barriers_passed(moment) + 1, block->intervals());
}

TEST(MomentView, NamesTheActingWarp) {
    const auto block = record(run("matmul", "tiled", "noise:48x48"), 0);
    ASSERT_TRUE(block);
    const scene::Moment barrier = after_mark(*block, MarkKind::barrier, 1);
    const auto line = view_at(block, barrier), interval = view_at(block, barrier, Tick::interval);
    EXPECT_EQ(line->cells->warp, line->acting);
    EXPECT_FALSE(interval->cells->warp) << "several warps did the steps of an interval";
    ASSERT_FALSE(interval->shared.empty());
    EXPECT_EQ(interval->shared.front().written, interval->shared.front().values.size()) << "the tile is loaded";
}

} // namespace
} // namespace warpscope::insight
