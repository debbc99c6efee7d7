#include <set>

#include "stored.hpp"

namespace warpscope::sass {
namespace {

const Instruction& at(const Function& function, uint32_t address) {
    for (const Instruction& in : function.instructions)
        if (in.address == address) return in;
    ADD_FAILURE() << "no instruction at " << address;
    return function.instructions.front();
}

TEST(Listing, RoutinesHaveNamesAndNoLines) {
    const Listing listing = stored_listing("division", "90");
    ASSERT_EQ(listing.functions.size(), 1u) << "routines belong to their kernel";
    std::set<std::string> routines;
    for (const Instruction& in : listing.functions.front().instructions) {
        if (in.routine.empty()) continue;
        routines.insert(in.routine);
        EXPECT_EQ(in.ptx_line, 0u) << in.text();
        EXPECT_EQ(in.source.line, 0u) << in.text();
    }
    EXPECT_EQ(routines, (std::set<std::string>{"__cuda_sm20_div_f64_slowpath_v2", "__cuda_sm20_sqrt_rn_f32_slowpath",
                                               "__cuda_sm3x_div_rn_noftz_f32_slowpath"}));
}

TEST(Listing, HasInstructionsOfEveryDevice) {
    for (const char* device : {"75", "80", "90"}) {
        const Listing listing = stored_listing("reduction_simple", device);
        EXPECT_EQ(listing.target, std::string("sm_") + device);
        ASSERT_EQ(listing.functions.size(), 1u);
        const Function& kernel = listing.functions.front();
        EXPECT_EQ(kernel.name, "_Z10simple_sumPfS_i");
        EXPECT_EQ(listing.find(kernel.name), &kernel);
        EXPECT_EQ(listing.find("other"), nullptr);
        for (uint32_t k = 0; k < kernel.instructions.size(); ++k) {
            EXPECT_EQ(kernel.instructions[k].address, 16 * k);
            EXPECT_FALSE(kernel.instructions[k].opcode.empty());
            EXPECT_GT(kernel.instructions[k].ptx_line, 0u);
            EXPECT_EQ(kernel.instructions[k].source.file, "simple.cu");
        }
        EXPECT_NE(kernel.instructions.back().opcode, "NOP");
    }
}

TEST(Listing, SplitsInstructions) {
    const Listing listing = stored_listing("convolution_tiled", "90");
    const Function& kernel = listing.functions.front();
    const Instruction& load = at(kernel, 0x120);
    EXPECT_EQ(load.predicate, "P0");
    EXPECT_EQ(load.opcode, "LDG.E");
    EXPECT_EQ(load.base_opcode(), "LDG");
    EXPECT_EQ(load.operands, "R5, desc[UR4][R4.64]");
    EXPECT_EQ(load.text(), "@P0 LDG.E R5, desc[UR4][R4.64]");
    EXPECT_EQ(load.ptx_line, 70u);
    EXPECT_EQ(load.source.line, 15u);
    EXPECT_TRUE(load.is_predicated());
    EXPECT_FALSE(load.is_conditional_branch());
    const Instruction& store = at(kernel, 0x1a0);
    EXPECT_EQ(store.predicate, "!P0");
    EXPECT_EQ(store.source.line, 17u);
}

TEST(Listing, KnowsCallSitesOfInlinedCode) {
    const Listing listing = stored_listing("atomics_tour_exchange", "90");
    const Instruction& swap = at(listing.functions.front(), 0x210);
    EXPECT_EQ(swap.base_opcode(), "ATOMG");
    EXPECT_EQ(swap.source, (SourceLocation{"exchange.cu", 5, 0}));
    ASSERT_EQ(swap.inlined_at.size(), 1u);
    EXPECT_EQ(swap.inlined_at.front(), (SourceLocation{"exchange.cu", 20, 0}));
    // The preceding instruction is not inlined.
    EXPECT_TRUE(at(listing.functions.front(), 0x200).inlined_at.empty());
}

TEST(Listing, ResolvesBranchTargets) {
    const Listing listing = stored_listing("atomics_tour_exchange", "90");
    const Function& kernel = listing.functions.front();
    const Instruction& again = at(kernel, 0x240);
    EXPECT_TRUE(again.is_conditional_branch());
    EXPECT_FALSE(again.is_uniform_branch());
    ASSERT_TRUE(again.target);
    EXPECT_EQ(kernel.instructions[*again.target].address, 0x1d0u);
}

TEST(Listing, KnowsPredicatesOfUniformBranches) {
    const auto listing = parse_listing("\t.target\tsm_90\n.text.k:\n.L_x_0:\n"
                                       "        /*0000*/               @UP0 BRA `(.L_x_0) ;\n"
                                       "        /*0010*/                   BRA.U !UP1, `(.L_x_0) ;\n"
                                       "        /*0020*/               @!P2 BRA !P1, `(.L_x_0) ;\n"
                                       "        /*0030*/                @PT BRA `(.L_x_0) ;\n"
                                       "        /*0040*/                   BRX R2 -0x50 ;\n"
                                       "        /*0050*/                   EXIT ;\n"
                                       ".L_x_1:\n"
                                       "        /*0060*/                   BRA `(.L_x_1);\n"
                                       "        /*0070*/                   NOP;\n");
    ASSERT_TRUE(listing) << listing.error().text();
    const std::vector<Instruction>& code = listing->functions.front().instructions;
    ASSERT_EQ(code.size(), 6u); // without the jump to itself and the NOP
    const bool conditional[] = {true, true, true, false, true, false};
    const bool uniform[] = {true, true, false, false, false, false};
    for (size_t k = 0; k < code.size(); ++k) {
        EXPECT_EQ(code[k].is_conditional_branch(), conditional[k]) << code[k].text();
        EXPECT_EQ(code[k].is_uniform_branch(), uniform[k]) << code[k].text();
    }
    EXPECT_EQ(code[2].target, 0u);
}

TEST(Listing, FailsWithoutFunction) { EXPECT_FALSE(parse_listing("\t.target\tsm_90\n")); }

} // namespace
} // namespace warpscope::sass
