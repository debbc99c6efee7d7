// The views of one block, for shipped kernels with known conflicts and data flow.
#include <set>

#include "catalog/references/checks.hpp"
#include "metrics/trace/bank_conflicts.hpp"
#include "metrics/trace/interval_diagram.hpp"
#include "metrics/trace/timeline.hpp"

namespace warpscope::catalog::references {
namespace {

using metrics::no_write;

class BlockViews : public NeedsCompiler {};

struct Traced {
    Outcome run;
    metrics::BlockTrace trace;
    uint32_t kernel = 0;

    [[nodiscard]] metrics::BankFacts banks() const {
        return metrics::bank_facts(trace, run.measured->program(), kernel);
    }
    [[nodiscard]] metrics::Flow flow() const {
        return metrics::flow_of(trace, run.measured->program(), kernel, run.measured->plan());
    }
};

Traced traced(const Case& wanted, compile::CompilerChoice compiler, uint64_t block = 0) {
    Traced out{references::run(wanted, compiler), {}, 0};
    if (!out.run.measured) return out;
    const auto last = static_cast<uint32_t>(out.run.measured->launches().size() - 1);
    auto trace = out.run.measured->trace_block(last, block);
    EXPECT_TRUE(trace) << wanted.text();
    if (trace) out.trace = std::move(*trace);
    out.kernel = out.run.measured->program().find_kernel(out.run.last().kernel).value_or(0);
    return out;
}

/// Returns requests and passes of each instruction in program order, for example "store 32 x 1".
std::vector<std::string> costs(const metrics::BankFacts& facts) {
    std::vector<std::string> out;
    for (const metrics::BankInstruction& i : facts.instructions) {
        const std::set<uint32_t> passes(i.passes.begin(), i.passes.end());
        std::string text = i.kind == simt::AccessKind::load ? "load " : "store ";
        text += std::to_string(i.requests.size()) + " x";
        for (const uint32_t p : passes) text += " " + std::to_string(p);
        out.push_back(text);
    }
    return out;
}

TEST_F(BlockViews, PaddingSpreadsColumnsOverBanks) {
    for (const auto compiler : usable_compilers()) {
        const Traced tiled = traced({"transpose", "tiled", "noise:64x64,seed=1", {}, {}}, compiler);
        EXPECT_EQ(costs(tiled.banks()), (std::vector<std::string>{"store 32 x 1", "load 32 x 32"}));
        const Traced padded = traced({"transpose", "padded", "noise:64x64,seed=1", {}, {}}, compiler);
        EXPECT_EQ(costs(padded.banks()), (std::vector<std::string>{"store 32 x 1", "load 32 x 1"}));

        const metrics::BankFacts facts = tiled.banks();
        ASSERT_EQ(facts.instructions.size(), 2u);
        const auto column = metrics::bank_request(tiled.trace, facts.instructions[1].requests[3]);
        EXPECT_EQ(column.passes, 32u);
        EXPECT_EQ(column.fewest, 1u);
        ASSERT_EQ(column.touches.size(), 32u);
        for (const metrics::BankTouch& touch : column.touches) {
            EXPECT_EQ(touch.word, touch.lane * 32 + 3); // warp 3 reads column 3
            EXPECT_EQ(touch.pass, touch.lane);
        }
        // One word in 33 is padding.
        const metrics::BankFacts with_pad = padded.banks();
        ASSERT_EQ(with_pad.words(), 32u * 33);
        for (uint32_t word = 0; word < with_pad.words(); ++word)
            EXPECT_EQ(with_pad.ever_written[word], word % 33 != 32) << word;
        ASSERT_EQ(with_pad.arrays.size(), 1u);
        EXPECT_EQ(with_pad.arrays[0].name, "tile");
        const auto diagonal = metrics::bank_request(padded.trace, with_pad.instructions[1].requests[3]);
        for (const metrics::BankTouch& touch : diagonal.touches) {
            EXPECT_EQ(touch.word % 32, (touch.lane + 3) % 32);
            EXPECT_EQ(touch.pass, 0u);
        }
        // Warp y wrote row y of the tile.
        const auto writers = metrics::last_writers(tiled.trace, facts.instructions[1].requests[0]);
        for (uint32_t word = 0; word < writers.size(); ++word) EXPECT_EQ(writers[word], word + 1);
        const auto before = metrics::last_writers(tiled.trace, facts.instructions[0].requests[0]);
        EXPECT_EQ(std::count(before.begin(), before.end(), 0u), 31 * 32); // only one row is written so far
    }
}

using Edges = std::set<std::pair<uint64_t, uint64_t>>;

/// Returns the edges between elements for each row; rows without edges are omitted.
std::vector<Edges> edges(const metrics::Flow& flow, const metrics::IntervalDiagram& diagram) {
    std::vector<Edges> out;
    for (const metrics::IntervalRow& row : diagram.rows) {
        Edges found;
        for (const uint32_t w : row.writes) {
            const metrics::FlowWrite& write = flow.writes[w];
            for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s)
                if (flow.group_of(flow.sources[s]) == diagram.array && flow.sources[s].element != write.element)
                    found.insert({flow.sources[s].element, write.element});
        }
        if (!found.empty()) out.push_back(std::move(found));
    }
    return out;
}

metrics::IntervalDiagram diagram_of(const metrics::Flow& flow, const std::string& name, uint32_t threads) {
    const metrics::FlowArray* array = flow.most_informative();
    EXPECT_NE(array, nullptr);
    if (array == nullptr) return {};
    EXPECT_EQ(array->name, name);
    return metrics::interval_diagram(flow, static_cast<uint32_t>(array - flow.arrays.data()), threads);
}

TEST_F(BlockViews, KoggeStoneHasTextbookEdges) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"scan", "kogge_stone", "index:8", {}, {"SECTION_SIZE=8"}}, compiler);
        const metrics::Flow flow = run.flow();
        const metrics::IntervalDiagram diagram = diagram_of(flow, "section", 8);
        std::vector<Edges> expected;
        for (uint64_t stride = 1; stride < 8; stride *= 2) {
            Edges step;
            for (uint64_t k = stride; k < 8; ++k) step.insert({k - stride, k});
            expected.push_back(step);
        }
        EXPECT_EQ(edges(flow, diagram), expected);
        ASSERT_EQ(diagram.rows.size(), 4u); // the first row loads the input
        EXPECT_EQ(diagram.rows[0].threads, 8u);
        EXPECT_EQ(diagram.rows[1].threads, 7u);
        EXPECT_EQ(diagram.rows[2].threads, 6u);
        EXPECT_EQ(diagram.rows[3].threads, 4u);
        EXPECT_EQ(diagram.rows[3].partly, 1u);
        EXPECT_EQ(diagram.exits.size(), 8u);
        // The last sum depends on all elements: 8 inputs and every write of the binary tree.
        const uint32_t last = metrics::write_at(flow, diagram, 7, 3);
        ASSERT_NE(last, no_write);
        EXPECT_EQ(metrics::ancestors(flow, diagram, last).size(), 8u + 4 + 2 + 1);
    }
}

TEST_F(BlockViews, AlternatingBuffersShareOneRow) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"scan", "kogge_stone_double", "index:4", {}, {"SECTION_SIZE=4"}}, compiler);
        const metrics::Flow flow = run.flow();
        const metrics::IntervalDiagram diagram = diagram_of(flow, "buffer_1 and buffer_2", 4);
        EXPECT_EQ(edges(flow, diagram), (std::vector<Edges>{{{0, 1}, {1, 2}, {2, 3}}, {{0, 2}, {1, 3}}}));
        EXPECT_EQ(diagram.elements, (std::vector<uint64_t>{0, 1, 2, 3}));
    }
}

TEST_F(BlockViews, BrentKungHasTextbookEdges) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"scan", "brent_kung", "index:8", {}, {"SECTION_SIZE=8"}}, compiler);
        const metrics::Flow flow = run.flow();
        const std::vector<Edges> expected{
            {{0, 1}, {2, 3}, {4, 5}, {6, 7}}, {{1, 3}, {5, 7}}, {{3, 7}}, {{3, 5}}, {{1, 2}, {3, 4}, {5, 6}}};
        EXPECT_EQ(edges(flow, diagram_of(flow, "section", 4)), expected);
    }
}

TEST_F(BlockViews, ReductionHasTreeEdges) {
    for (const auto compiler : usable_compilers()) {
        const Traced simple = traced({"reduction", "simple", "index:16", {8, 1, 1}, {}}, compiler);
        const metrics::Flow tree = simple.flow();
        const metrics::IntervalDiagram wide = diagram_of(tree, "input", 8);
        std::vector<Edges> expected;
        for (uint64_t stride = 1; stride < 16; stride *= 2) {
            Edges step;
            for (uint64_t k = 0; k < 16; k += 2 * stride) step.insert({k + stride, k});
            expected.push_back(step);
        }
        EXPECT_EQ(edges(tree, wide), expected);
        ASSERT_EQ(wide.exits.size(), 1u);
        EXPECT_EQ(tree.arrays[wide.exits[0].array].name, "output");

        const Traced convergent = traced({"reduction", "convergent", "index:16", {8, 1, 1}, {}}, compiler);
        const metrics::Flow narrow = convergent.flow();
        expected.clear();
        for (uint64_t stride = 8; stride > 0; stride /= 2) {
            Edges step;
            for (uint64_t k = 0; k < stride; ++k) step.insert({k + stride, k});
            expected.push_back(step);
        }
        EXPECT_EQ(edges(narrow, diagram_of(narrow, "input", 8)), expected);
    }
}

TEST_F(BlockViews, ShufflesFormATreePerWarp) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"reduction", "shuffle", "index:128", {64, 1, 1}, {}}, compiler);
        const metrics::Flow flow = run.flow();
        const metrics::IntervalDiagram diagram = diagram_of(flow, "registers of the threads", 64);
        ASSERT_EQ(diagram.rows.size(), 10u); // five steps in each warp, and five in the warp that adds the sums
        std::vector<Edges> expected;
        for (const uint64_t warps : {2, 1})
            for (uint64_t stride = 16; stride > 0; stride /= 2) {
                Edges step;
                for (uint64_t warp = 0; warp < warps; ++warp)
                    for (uint64_t k = 0; k < stride; ++k) step.insert({32 * warp + k + stride, 32 * warp + k});
                expected.push_back(step);
            }
        EXPECT_EQ(edges(flow, diagram), expected);
        // The first warps' sums reach the last warp through memory, where the search for ancestors ends. The last
        // warp's own 1 + 2 + 4 + 8 + 16 shuffles remain.
        const uint32_t last = metrics::write_at(flow, diagram, 0, 9);
        EXPECT_EQ(metrics::ancestors(flow, diagram, last).size(), 31u);
    }
}

TEST_F(BlockViews, PixelValueSelectsItsBin) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"histogram", "global", "index:64", {64, 1, 1}, {}}, compiler);
        const metrics::Flow flow = run.flow();
        ASSERT_EQ(flow.writes.size(), 64u);
        for (const metrics::FlowWrite& write : flow.writes) {
            ASSERT_EQ(write.sources, 1u);
            EXPECT_TRUE(flow.sources[write.first_source].by_address);
            EXPECT_TRUE(write.atomic);
            EXPECT_EQ(write.level, 0u); // atomics on one bin are unordered
        }
    }
}

TEST_F(BlockViews, TimelineShowsWaitingLanes) {
    for (const auto compiler : usable_compilers()) {
        const Traced run = traced({"bug_museum", "divergent_barrier", "index:64", {}, {}}, compiler);
        const metrics::Timeline timeline = metrics::timeline_of(run.trace);
        ASSERT_GE(timeline.warps.size(), 1u);
        for (const metrics::TimelineWarp& warp : timeline.warps) {
            uint32_t splits = 0, meets = 0, halves = 0;
            for (const metrics::TimelineStep& step : warp.steps) {
                splits += step.splits ? 1 : 0;
                meets += step.meets ? 1 : 0;
                if (step.active != 0x55555555u) continue;
                ++halves;
                EXPECT_EQ(step.waiting, 0xaaaaaaaau);
            }
            EXPECT_EQ(splits, 1u);
            EXPECT_EQ(meets, 1u);
            EXPECT_GE(halves, 1u);
            EXPECT_EQ(warp.lanes, ~0u);
        }
        ASSERT_EQ(timeline.barriers.size(), 2u);
        // After a barrier, all warps continue together.
        for (uint32_t warp = 0; warp < timeline.warps.size(); ++warp) {
            const metrics::TimelineStep* step = timeline.at(warp, timeline.barriers[0]);
            ASSERT_NE(step, nullptr);
            EXPECT_EQ(step->begin, timeline.barriers[0]);
        }
    }
}

} // namespace
} // namespace warpscope::catalog::references
