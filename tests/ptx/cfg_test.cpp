// Post-dominators compared with their definition on random graphs. Named shapes are golden files (cfg-*.ptx).

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

#include "ptx/cfg.hpp"
#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;

/// Returns whether a path from `from` to the end avoids `avoid`.
bool escapes(const ControlFlowGraph& graph, uint32_t from, uint32_t avoid) {
    if (from == avoid) return false;
    std::vector<bool> seen(graph.blocks.size(), false);
    std::vector<uint32_t> work{from};
    seen[from] = true;
    while (!work.empty()) {
        const uint32_t b = work.back();
        work.pop_back();
        if (graph.blocks[b].leaves) return true;
        for (const uint32_t successor : graph.blocks[b].successors)
            if (successor != avoid && !seen[successor]) {
                seen[successor] = true;
                work.push_back(successor);
            }
    }
    return false;
}

/// Returns the nearest post-dominator of `block`: all its other post-dominators also post-dominate the nearest one.
uint32_t nearest_post_dominator(const ControlFlowGraph& graph, uint32_t block) {
    std::vector<uint32_t> all;
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        if (b != block && !escapes(graph, block, b)) all.push_back(b);
    for (const uint32_t candidate : all) {
        bool nearest = true;
        for (const uint32_t other : all) nearest = nearest && (other == candidate || !escapes(graph, candidate, other));
        if (nearest) return candidate;
    }
    return function_end;
}

TEST(Cfg, RandomGraphsMatchTheDefinition) {
    std::mt19937 random(7);
    int checked = 0;
    for (int round = 0; round < 400; ++round) {
        const unsigned blocks = 1 + random() % 12;
        std::string body;
        for (unsigned b = 0; b < blocks; ++b) {
            body += fmt::format("L{}: add.s32 %r1, %r1, 1;\n", b);
            const std::string target = fmt::format("L{}", random() % blocks);
            switch (random() % 4) {
            case 0: break;
            case 1: body += fmt::format("bra {};\n", target); break;
            case 2: body += fmt::format("@%p1 bra {};\n", target); break;
            case 3:
                if (random() % 3 == 0) body += "ret;\n";
                break;
            }
        }
        const Module module = parse_kernel(body + "ret;");
        ASSERT_FALSE(module.functions.empty());
        const Function& function = module.functions.back();
        const ControlFlowGraph graph = build_cfg(function);
        bool all_return = true;
        for (uint32_t b = 0; b < graph.blocks.size(); ++b) all_return = all_return && escapes(graph, b, function_end);
        if (!all_return) continue; // endless loops follow another rule, see cfg-endless.ptx
        ++checked;
        for (uint32_t b = 0; b < graph.blocks.size(); ++b)
            EXPECT_EQ(graph.blocks[b].post_dominator, nearest_post_dominator(graph, b)) << "block " << b << " of\n"
                                                                                        << body;
    }
    EXPECT_GT(checked, 100);
}

TEST(Cfg, EdgesGoBothWays) {
    const Module module = parse_kernel("@%p1 bra A; bra B; A: @%p2 bra A; B: ret;");
    const ControlFlowGraph graph = build_cfg(module.functions.back());
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        for (const uint32_t successor : graph.blocks[b].successors) {
            const auto& back = graph.blocks[successor].predecessors;
            EXPECT_EQ(std::count(back.begin(), back.end(), b), 1);
        }
}

TEST(Cfg, DeclarationsHaveNoBlocks) {
    const Module module = parse_kernel("ret;");
    EXPECT_TRUE(build_cfg(*module.find_function("device_function")).blocks.empty());
}

} // namespace
} // namespace warpscope::ptx
