// Selection of findings to show.
#include <gtest/gtest.h>

#include "metrics/findings/finding_list.hpp"

namespace warpscope::metrics {
namespace {

simt::Finding race(uint32_t pc, uint32_t line, uint32_t column, uint32_t other_line) {
    simt::Finding finding;
    finding.kind = simt::FindingKind::race_shared;
    finding.pc = pc;
    finding.source = {"k.cu", line, column};
    finding.has_other = true;
    finding.other_source = {"k.cu", other_line, 1};
    return finding;
}

TEST(Findings, RepeatedExpressionIsReportedOnce) {
    std::vector<simt::Finding> findings{race(1, 7, 5, 3), race(2, 7, 5, 3), race(3, 7, 9, 3), race(4, 7, 5, 4),
                                        race(5, 0, 0, 0), race(6, 0, 0, 0), race(7, 7, 5, 3)};
    findings.back().kind = simt::FindingKind::missing_syncwarp;
    std::vector<simt::InstructionInfo> instructions(9);
    instructions[2].text = "@%p1 ld.shared.u32 %r1, [%r2]";
    for (const uint32_t pc : {1u, 3u, 4u, 5u, 6u, 7u}) instructions[pc].text = "ld.shared.u32 %r1, [%r2]";
    instructions[8].text = "st.shared.u32 [%r2], %r1";
    findings.push_back(race(8, 7, 5, 3));
    drop_repeated(findings, {instructions, nullptr, {}});
    std::vector<uint32_t> left;
    for (const simt::Finding& finding : findings) left.push_back(finding.pc);
    EXPECT_EQ(left, (std::vector<uint32_t>{1, 3, 4, 5, 6, 7, 8})); // unknown lines: each may be another expression
    std::vector<simt::Finding> none;
    drop_repeated(none);
    EXPECT_TRUE(none.empty());
}

/// Both reads have the location of their statement, so the column does not distinguish them.
TEST(Findings, TwoArraysGiveTwoFindings) {
    simt::GlobalMemory memory;
    const auto a = memory.allocate("a", 64), b = memory.allocate("b", 64);
    ASSERT_TRUE(a && b);
    std::vector<simt::Finding> findings;
    for (const uint32_t allocation : {*a, *b, *b}) {
        simt::Finding past = race(static_cast<uint32_t>(findings.size()), 7, 5, 0);
        past.kind = simt::FindingKind::out_of_bounds;
        past.space = ptx::Space::global;
        past.address = memory.allocations()[allocation].end() + findings.size();
        findings.push_back(past);
    }
    drop_repeated(findings, {{}, &memory, {}});
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[1].pc, 1u);
}

TEST(Findings, RaceExplainsUnwrittenReads) {
    const std::vector<simt::SharedVariableInfo> shared{{"from", 0, 32}, {"to", 32, 32}};
    simt::Finding raced = race(3, 7, 5, 7), unwritten = race(2, 7, 5, 0);
    raced.space = unwritten.space = ptx::Space::shared;
    raced.address = 32;
    unwritten.kind = simt::FindingKind::uninitialised_read;
    for (const uint64_t address : {20, 36}) {
        unwritten.address = address;
        std::vector<simt::Finding> findings{raced, unwritten};
        drop_explained(findings, {{}, nullptr, shared});
        EXPECT_EQ(findings.size(), address == 20 ? 2u : 1u);
    }
    // A race of equal values does no harm, so it does not explain the unwritten read.
    raced.kind = simt::FindingKind::race_same_value;
    std::vector<simt::Finding> findings{raced, unwritten};
    drop_explained(findings, {{}, nullptr, shared});
    EXPECT_EQ(findings.size(), 2u);
}

} // namespace
} // namespace warpscope::metrics
