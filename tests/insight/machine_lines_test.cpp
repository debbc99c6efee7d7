// Lines of machine code from stored listings, linked with the run of the same PTX.
#include "insight/machine_lines.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"
#include "sass/stored.hpp"

namespace warpscope::insight {
namespace {

/// Runs the stored PTX of a variant instead of the local compiler's.
std::shared_ptr<const session::RunResult> run_stored(const std::string& experiment, const std::string& variant,
                                                     const std::string& input) {
    const auto local = run(experiment, variant, input);
    if (!local) return nullptr;
    session::Request request = local->request;
    request.ptx = std::make_shared<const compile::GivenPtx>(compile::GivenPtx{
        sass::stored_text(experiment + "_" + variant + ".ptx"), "NVRTC 13.0", local->kernel_checksum, {}});
    const auto result = session::run(request);
    EXPECT_TRUE(result) << result.error().text();
    if (!result) return nullptr;
    EXPECT_EQ((*result)->compiled.ptx, request.ptx->ptx) << "the stored PTX is not of this kernel";
    return *result;
}

MachineLines stored_lines(const session::RunResult& result, const std::string& kernel, uint32_t capability) {
    const std::string device = std::to_string(capability);
    const auto code = std::make_shared<const sass::MachineCode>(
        sass::MachineCode{capability, sass::stored_listing(kernel, device),
                          sass::parse_resources(sass::stored_text(kernel + "." + device + ".log"))});
    return MachineLines::of(result, machine_code_of(result, code));
}

class StoredReduction : public testing::TestWithParam<uint32_t> {
protected:
    StoredReduction()
        : result(run_stored("reduction", "simple", "noise:600")) {}
    void SetUp() override { ASSERT_TRUE(result); }

    std::shared_ptr<const session::RunResult> result;
};

TEST_P(StoredReduction, LinksLinesInBothDirections) {
    const MachineLines machine = stored_lines(*result, "reduction_simple", GetParam());
    EXPECT_EQ(machine.device, "sm_" + std::to_string(GetParam()));
    ASSERT_EQ(machine.kernels.size(), 1u);
    EXPECT_GT(machine.kernels.front().resources.registers, 0u);
    ASSERT_EQ(machine.lines.size(), machine.kernels.front().instructions + 1);
    EXPECT_EQ(machine.lines.front().text, machine.kernels.front().name + ":");
    for (const auto& [source, lines] : machine.of_source)
        for (const uint32_t line : lines) EXPECT_EQ(machine.find(line)->source, source);
    for (const auto& [ptx, lines] : machine.of_ptx)
        for (const uint32_t line : lines) EXPECT_EQ(machine.find(line)->ptx_line, ptx);
    const CodeMap& map = code_map_of(*result);
    for (const MachineLine& line : machine.lines) {
        const uint32_t source = map.source_of(line.ptx_line);
        EXPECT_TRUE(source == 0 || line.source == source) << line.text;
    }
    ASSERT_TRUE(machine.first_of(8, 0));
    EXPECT_EQ(machine.find(*machine.first_of(8, 0))->source, 8u);
    EXPECT_FALSE(machine.first_of(6, 0)) << "an empty line";
    EXPECT_EQ(machine.find(0), nullptr);
}

TEST_P(StoredReduction, NamesTargetsByAddress) {
    const MachineLines machine = stored_lines(*result, "reduction_simple", GetParam());
    size_t branches = 0;
    for (const MachineLine& line : machine.lines) {
        EXPECT_EQ(line.text.find("`("), std::string::npos) << line.text;
        branches += line.text.find("BRA 0x") != std::string::npos ? 1 : 0;
    }
    EXPECT_GT(branches, 0u);
}

TEST_P(StoredReduction, KeepsBranchesAndDropsExits) {
    const MachineLines machine = stored_lines(*result, "reduction_simple", GetParam());
    const CodeMap& map = code_map_of(*result);
    ASSERT_GT(map.cost_of(8)->divergent_branches, 0u);
    ASSERT_GT(map.cost_of(13)->divergent_branches, 0u);
    for (const sass::BranchForm form : forms_of_line(map, machine, 8)) EXPECT_EQ(form, sass::BranchForm::branch);
    EXPECT_EQ(forms_of_line(map, machine, 13), std::vector{sass::BranchForm::exit});
    EXPECT_TRUE(forms_of_line(map, machine, 3).empty()) << "no branch";
    const auto surviving = surviving_costs_of(*result, machine);
    EXPECT_EQ(surviving->cost_of(8)->divergent_branches, map.cost_of(8)->divergent_branches);
    EXPECT_EQ(surviving->cost_of(13)->divergent_branches, 0u);
    EXPECT_EQ(surviving->cost_of(13)->executions, map.cost_of(13)->executions);
    EXPECT_EQ(surviving->cost_of(6), nullptr) << "an empty line";
    uint64_t of_ptx = 0;
    for (const auto& [line, cost] : surviving->ptx) of_ptx += cost.divergent_branches;
    EXPECT_EQ(of_ptx, surviving->cost_of(8)->divergent_branches);
}

TEST_P(StoredReduction, SurvivingBranchesAreMeasuredByWarp) {
    const MachineLines machine = stored_lines(*result, "reduction_simple", GetParam());
    const std::vector<uint32_t> pcs = surviving_branches(*result, machine);
    ASSERT_FALSE(pcs.empty());
    for (const uint32_t pc : pcs)
        EXPECT_TRUE(machine.survives(result->measured->program().instructions()[pc].ptx_line));
    const auto launch = static_cast<uint32_t>(result->measured->launches().size() - 1);
    const auto probe = result->measured->probe({launch, metrics::ProbeKind::instructions, pcs});
    ASSERT_TRUE(probe) << probe.error().text();
    uint64_t splits = 0, all = 0;
    for (const metrics::WarpCost& warp : probe->warps) splits += warp.splits;
    for (const metrics::WarpRecord& warp : result->shown().divergence.warps) all += warp.divergent_branches;
    EXPECT_EQ(splits, surviving_costs_of(*result, machine)->cost_of(8)->divergent_branches);
    EXPECT_LT(splits, all);
}

INSTANTIATE_TEST_SUITE_P(Devices, StoredReduction, testing::Values(75u, 80u, 90u),
                         [](const auto& info) { return "sm_" + std::to_string(info.param); });

TEST(MachineLines, CountsInstructionsBySourceLine) {
    const auto result = run_stored("convolution", "tiled", "gradient:40x30");
    ASSERT_TRUE(result);
    const MachineLines machine = stored_lines(*result, "convolution_tiled", 90);
    const sass::LineMix& taps = machine.mixes.at(28);
    EXPECT_EQ(taps.classes[static_cast<size_t>(sass::InstructionClass::shared_memory)], 25u);
    EXPECT_EQ(machine.mixes.at(17).predicated, 1u) << "the store of a ghost cell";
    EXPECT_EQ(forms_of_line(code_map_of(*result), machine, 14), std::vector{sass::BranchForm::predicated});
    uint32_t instructions = 0;
    for (const auto& [line, mix] : machine.mixes) instructions += mix.instructions;
    EXPECT_LE(instructions, machine.kernels.front().instructions);
}

} // namespace
} // namespace warpscope::insight
