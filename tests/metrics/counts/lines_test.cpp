#include "metrics/costs/line_costs.hpp"

#include <gtest/gtest.h>

namespace warpscope::metrics {
namespace {

simt::InstructionInfo at_line(std::string file, uint32_t line) {
    simt::InstructionInfo info;
    info.source = {std::move(file), line, 1};
    return info;
}

TEST(Lines, SumInstructionsInLineOrder) {
    std::vector<simt::InstructionInfo> instructions{at_line("b.cu", 3), at_line("a.cu", 9), at_line("", 0),
                                                    at_line("b.cu", 3), at_line("b.cu", 2), at_line("b.cu", 7)};
    simt::LaunchOutcome outcome;
    outcome.executions = {4, 1, 100, 2, 5, 0};
    outcome.active_lanes = {128, 7, 3200, 33, 160, 0};
    outcome.divergent = {0, 0, 0, 1, 0, 0};
    instructions[3].branches = true;
    std::vector<InstructionTraffic> traffic(instructions.size());
    traffic[0].global_requests = 4;
    traffic[0].sectors = 16;
    traffic[0].sectors_ideal = 12;
    traffic[3].global_requests = 2;
    traffic[3].sectors = 8;
    traffic[4].shared_requests = 5;
    traffic[4].passes = 160;
    traffic[4].atomic_operations = 70;
    const std::vector<LineCost> lines = line_costs(instructions, instruction_costs(instructions, outcome, traffic));
    ASSERT_EQ(lines.size(), 3u); // line 7 never ran, and one instruction has no line
    EXPECT_EQ(lines[0].file, "a.cu");
    EXPECT_EQ(lines[0].line, 9u);
    EXPECT_EQ(lines[1].line, 2u);
    EXPECT_EQ(lines[1].shared_requests, 5u);
    EXPECT_EQ(lines[1].shared_passes, 160u);
    EXPECT_EQ(lines[1].atomic_operations, 70u);
    EXPECT_EQ(lines[2].line, 3u);
    EXPECT_EQ(lines[2].executions, 6u);
    EXPECT_EQ(lines[2].active_lanes, 161u);
    EXPECT_EQ(lines[2].global_requests, 6u);
    EXPECT_EQ(lines[2].global_sectors, 24u);
    EXPECT_EQ(lines[2].global_sectors_ideal, 12u);
    EXPECT_EQ(lines[2].branches, 2u);
    EXPECT_EQ(lines[2].divergent_branches, 1u);
}

} // namespace
} // namespace warpscope::metrics
