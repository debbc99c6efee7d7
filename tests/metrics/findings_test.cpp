#include <gtest/gtest.h>

#include "metrics/finding_location.hpp"
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
    EXPECT_EQ(left, (std::vector<uint32_t>{1, 3, 4, 5, 6, 7, 8})); // 5 and 6 have no line, so they may differ
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
    unwritten.kind = simt::FindingKind::uninitialized_read;
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

simt::Finding race_of_lines(simt::FindingKind kind, uint32_t pc, uint32_t line, uint64_t address, Message advice) {
    simt::Finding finding = race(pc, line, 5, 3);
    finding.kind = kind;
    finding.space = ptx::Space::shared;
    finding.address = address;
    finding.message = msg("Line {} reads {}; {} writes it in line {}: {}", line, "tile", "thread 1", 3, advice);
    return finding;
}

TEST(Findings, LaneRaceOfBarrierIsWidened) {
    using enum simt::FindingKind;
    const std::vector<simt::SharedVariableInfo> shared{{"tile", 0, 32}, {"other", 32, 32}};
    std::vector<simt::InstructionInfo> instructions(5);
    for (auto& instruction : instructions) instruction.text = "ld.shared.u32 %r1, [%r2]";
    instructions[0].text = "st.shared.u32 [%r2], %r1";
    std::vector<simt::Finding> findings{race_of_lines(missing_syncwarp, 1, 7, 4, "put __syncwarp()"),
                                        race_of_lines(race_shared, 2, 8, 8, barrier_advice()),
                                        race_of_lines(missing_syncwarp, 3, 9, 40, "put __syncwarp()")};
    widen_lane_races(findings, {instructions, nullptr, shared});
    EXPECT_EQ(findings[0].kind, race_shared);
    EXPECT_EQ(findings[0].message, "Line 7 reads tile; thread 1 writes it in line 3: nothing orders the two, so put "
                                   "__syncthreads() between them");
    EXPECT_EQ(findings[2].kind, missing_syncwarp) << "another array";
    findings = {race_of_lines(missing_syncwarp, 1, 3, 4, "put __syncwarp()"),
                race_of_lines(race_shared, 2, 3, 8, barrier_advice_in_line(false))};
    widen_lane_races(findings, {instructions, nullptr, shared});
    EXPECT_EQ(findings[0].message, findings[1].message) << "nothing is between two accesses of one line";
}

TEST(Findings, ErrorsOutOfBoundsComeFirst) {
    std::vector<simt::Finding> findings{race(1, 7, 5, 3), race(2, 8, 5, 3), race(3, 9, 5, 3)};
    findings[0].block = 1;
    findings[2].kind = simt::FindingKind::out_of_bounds;
    findings[2].block = 5;
    sort_findings(findings);
    std::vector<uint32_t> order;
    for (const simt::Finding& finding : findings) order.push_back(finding.pc);
    EXPECT_EQ(order, (std::vector<uint32_t>{3, 2, 1}));
}

TEST(Findings, LinesOfRaceNameItsStore) {
    std::vector<simt::InstructionInfo> instructions(2);
    instructions[0].text = "@%p1 ld.shared.u32 %r1, [%r2]";
    instructions[1].text = "st.shared.u32 [%r2], %r1";
    simt::Finding finding = race(0, 7, 5, 3);
    finding.other_pc = 1;
    EXPECT_EQ(race_lines(finding, instructions).store.line, 3u);
    finding.pc = 1;
    finding.other_pc = 0;
    EXPECT_EQ(race_lines(finding, instructions).store.line, 7u);
    EXPECT_FALSE(race_lines(finding, instructions).other_stores);
}

} // namespace
} // namespace warpscope::metrics
