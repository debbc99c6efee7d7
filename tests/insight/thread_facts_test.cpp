#include "insight/thread_facts.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"
#include "metrics/thread_index.hpp"

namespace warpscope::insight {
namespace {

using scene::Space;

struct Traced {
    analysis::Ran run;
    metrics::ThreadId thread = 0;
    ThreadFacts facts;
    metrics::BlockTrace trace;
};

/// Traces the thread with global index (x, y) and uses the output cell (x, y).
Traced traced(const analysis::Ran& run, uint32_t x, uint32_t y) {
    Traced out;
    EXPECT_TRUE(run);
    if (!run) return out;
    out.run = run;
    out.thread = metrics::thread_at(run->shown().config, {x, y, 0});
    const Shape& shape = run->output.layout.shape;
    const bool inside = x < shape.width && y < shape.height;
    out.facts = thread_facts(*run, out.thread,
                             inside ? std::optional(uint64_t{y} * shape.width + x) : std::optional<uint64_t>());
    const auto launch = static_cast<uint32_t>(run->measured->launches().size() - 1);
    auto trace = run->measured->trace_block(launch, out.facts.block_number);
    EXPECT_TRUE(trace) << trace.error().text();
    if (trace) out.trace = std::move(*trace);
    return out;
}

const FormulaLine* find_formula(const ThreadFacts& facts, std::string_view name) {
    const auto found = std::ranges::find(facts.formulas, name, &FormulaLine::name);
    return found == facts.formulas.end() ? nullptr : &*found;
}

TEST(ThreadFacts, ShowIndexArithmetic) {
    const Traced t = traced(run("box_blur", "naive", "gradient:76x62"), 41, 25);
    ASSERT_TRUE(t.run);
    EXPECT_EQ(t.facts.block, (Dim3{2, 1, 0}));
    EXPECT_EQ(t.facts.thread, (Dim3{9, 9, 0}));
    EXPECT_TRUE(t.facts.owns);
    EXPECT_EQ(t.facts.output_name, "out[25][41]");
    EXPECT_EQ(t.facts.writes, 1u);
    const FormulaLine* row = find_formula(t.facts, "row");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->expression, "blockIdx.y * blockDim.y + threadIdx.y");
    EXPECT_EQ(row->numbers, "1 * 16 + 9");
    EXPECT_EQ(row->value, 25);
}

TEST(ThreadFacts, OmitFormulasOfUnexecutedLines) {
    Traced t = traced(run("color_to_gray", "basic", "gradient:76x62"), 78, 14);
    ASSERT_TRUE(t.run);
    EXPECT_FALSE(t.facts.owns);
    remove_unexecuted(t.facts, *t.run, t.trace);
    ASSERT_NE(find_formula(t.facts, "col"), nullptr);
    EXPECT_EQ(find_formula(t.facts, "col")->value, 78);
    EXPECT_EQ(find_formula(t.facts, "pixel"), nullptr);
}

TEST(ThreadFacts, HelpersOfTileAreNotIdle) {
    const Traced naive = traced(run("box_blur", "naive", "gradient:76x62"), 78, 14);
    const Traced tiled = traced(run("box_blur", "tiled", "gradient:76x62"), 78, 14);
    ASSERT_TRUE(naive.run && tiled.run);
    EXPECT_EQ(naive.run->shown().ownership.helpers, 0u);
    EXPECT_FALSE(thread_accesses_memory(naive.facts, naive.trace));
    const metrics::Ownership& ownership = tiled.run->shown().ownership;
    EXPECT_GT(ownership.helpers, 0u);
    EXPECT_LE(ownership.helpers, ownership.idle_threads);
    uint32_t helpers = 0; // in the block
    ThreadFacts facts = tiled.facts;
    for (facts.thread_number = 0; facts.thread_number < 256; ++facts.thread_number) {
        const auto thread = static_cast<metrics::ThreadId>(facts.block_number * 256 + facts.thread_number + 1);
        if (!metrics::owns_cell(ownership, thread) && thread_accesses_memory(facts, tiled.trace)) ++helpers;
    }
    EXPECT_GT(helpers, 0u);
}

TEST(WindowFacts, CountTheReadCells) {
    const Traced t = traced(run("box_blur", "naive", "gradient:76x62"), 41, 25);
    ASSERT_TRUE(t.run);
    const auto window = window_facts(*t.run, t.trace, t.facts);
    ASSERT_TRUE(window);
    EXPECT_EQ(window->distinct, 49u);
    EXPECT_EQ(window->ghosts, 0u);
    EXPECT_EQ(window->x, 38);
    EXPECT_EQ(window->y, 22);
    EXPECT_EQ(window->width, 7);
    EXPECT_TRUE(window->cells.at(3 * 7 + 3).own) << "in the middle";
}

TEST(WindowFacts, CornerHasGhosts) {
    const Traced t = traced(run("box_blur", "naive", "gradient:76x62"), 0, 0);
    ASSERT_TRUE(t.run);
    const auto window = window_facts(*t.run, t.trace, t.facts);
    ASSERT_TRUE(window);
    EXPECT_EQ(window->distinct, 16u);
    EXPECT_EQ(window->ghosts, 33u);
}

TEST(AccessFacts, FollowTheThreadsSteps) {
    const Traced t = traced(run("transpose", "naive_row", "index:40x40"), 3, 5);
    ASSERT_TRUE(t.run);
    const AccessFacts all = access_facts(*t.run, t.trace, t.facts.thread_number, std::nullopt);
    EXPECT_FALSE(all.step);
    EXPECT_EQ(all.uses.size(), 2u) << "input and output";
    EXPECT_EQ(all.steps, 2u);
    const auto load = access_facts(*t.run, t.trace, t.facts.thread_number, 0).step;
    ASSERT_TRUE(load);
    EXPECT_EQ(load->kind, simt::AccessKind::load);
    EXPECT_GT(load->line, 0u);
    const auto last = access_facts(*t.run, t.trace, t.facts.thread_number, 99).step;
    ASSERT_TRUE(last);
    EXPECT_EQ(last->number, 1u);
    EXPECT_EQ(last->kind, simt::AccessKind::store);
}

TEST(LoadedInputs, AreDistinctCells) {
    const Traced t = traced(run("box_blur", "naive", "gradient:76x62"), 41, 25);
    ASSERT_TRUE(t.run);
    EXPECT_EQ(loaded_inputs(*t.run, t.trace, t.facts.thread_number).size(), 49u) << "three channels, one cell";
}

TEST(LastStoredCell, ContestedCellHasTwoWriters) {
    const auto result = run("bug_museum", "wrong_pitch_index", "gradient:90x52");
    ASSERT_TRUE(result);
    const LaunchConfig& config = result->shown().config;
    const auto trace = result->measured->trace_block(last_launch(*result), 0);
    ASSERT_TRUE(trace) << trace.error().text();
    uint32_t contested = 0;
    for (uint32_t thread = 0; thread < config.threads_per_block(); ++thread) {
        const ThreadFacts facts = thread_facts(*result, thread + 1, std::nullopt);
        const auto stored = last_stored_cell(*result, *trace, thread);
        EXPECT_TRUE(stored || !facts.owns);
        if (!stored || facts.owns) continue;
        ++contested;
        const auto cell = cell_facts(*result, Space::output, stored->cell);
        ASSERT_TRUE(cell && cell->writes);
        EXPECT_GT(*cell->writes, cell->channels) << cell->name;
    }
    EXPECT_GT(contested, 0u);
}

TEST(LastStoredCell, IdleThreadHasNone) {
    const Traced t = traced(run("color_to_gray", "basic", "gradient:76x62"), 78, 14);
    ASSERT_TRUE(t.run);
    EXPECT_FALSE(last_stored_cell(*t.run, t.trace, t.facts.thread_number));
}

TEST(CellFacts, CountAccesses) {
    const auto result = run("box_blur", "naive", "gradient:76x62");
    ASSERT_TRUE(result);
    const auto middle = cell_facts(*result, Space::input, 25 * 76 + 41);
    ASSERT_TRUE(middle);
    EXPECT_EQ(middle->name, "in[25][41]");
    EXPECT_EQ(middle->reads, 147u) << "49 windows, three channels";
    EXPECT_EQ(middle->channels, 3u);
    EXPECT_FALSE(middle->value.empty());
    EXPECT_FALSE(cell_facts(*result, Space::input, 76 * 62)) << "behind the last cell";
}

} // namespace
} // namespace warpscope::insight
