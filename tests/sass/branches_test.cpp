#include <map>

#include "sass/branches.hpp"
#include "stored.hpp"

namespace warpscope::sass {
namespace {

/// Returns the form of each source line's last branch.
std::map<uint32_t, BranchForm> forms_of(const std::string& kernel, const std::string& device) {
    const ptx::Module module = stored_module(kernel);
    const Listing listing = stored_listing(kernel, device);
    std::map<uint32_t, BranchForm> out;
    for (const BranchFate& fate : match_branches(module, listing.functions.front()).branches)
        out[fate.source.line] = fate.form;
    return out;
}

TEST(Branches, PredicatesBothSidesOfAnIf) {
    for (const char* device : {"75", "80", "90"}) {
        const auto forms = forms_of("convolution_tiled", device);
        EXPECT_EQ(forms.at(14), BranchForm::predicated) << device; // if (...) tile = load; else tile = 0
        EXPECT_EQ(forms.at(24), BranchForm::exit) << device;       // the `if` around the rest of the kernel
    }
}

TEST(Branches, KeepsLoopsAndLongBodies) {
    for (const char* device : {"75", "80", "90"}) {
        const auto forms = forms_of("reduction_simple", device);
        EXPECT_EQ(forms.at(8), BranchForm::branch) << device;
        EXPECT_EQ(forms.at(13), BranchForm::exit) << device;
    }
}

TEST(Branches, NamesMachineInstructions) {
    const ptx::Module module = stored_module("reduction_simple");
    const Listing listing = stored_listing("reduction_simple", "90");
    const BranchMatch match = match_branches(module, listing.functions.front());
    ASSERT_EQ(match.branches.size(), 4u);
    for (const BranchFate& fate : match.branches) {
        EXPECT_EQ(module.functions[fate.function].body[fate.instruction].ptx_line, fate.ptx_line);
        for (const uint32_t k : fate.machine)
            EXPECT_EQ(listing.functions.front().instructions[k].ptx_line, fate.ptx_line);
    }
    EXPECT_TRUE(match.own.empty());
}

BranchMatch match_texts(const std::string& body, const std::string& code) {
    const auto module =
        ptx::parse(".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
                   ".reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n" +
                       body + "}\n",
                   "k");
    EXPECT_TRUE(module) << module.error().text();
    const auto listing = parse_listing(".text.k:\n" + code);
    EXPECT_TRUE(listing) << listing.error().text();
    return match_branches(*module, listing->functions.front());
}

std::string at_line(uint32_t line, const std::string& instruction) {
    return "\t//## File \".nv_debug_ptx_txt\", line " + std::to_string(line) + "\n        /*0000*/  " + instruction +
           " ;\n";
}

// The body begins in line 7.
const char* const skip = "@%p1 bra SKIP;\nadd.s32 %r1, %r1, 1;\nSKIP:\nst.global.u32 [%rd1], %r1;\nret;\n";

TEST(Branches, KnowsSelections) {
    const BranchMatch match =
        match_texts(skip, at_line(8, "IADD3 R1, R1, 0x1, RZ") + at_line(8, "SEL R1, R1, R2, P0") + at_line(11, "EXIT"));
    ASSERT_EQ(match.branches.size(), 1u);
    EXPECT_EQ(match.branches[0].form, BranchForm::select);
}

TEST(Branches, KnowsUniformBranches) {
    const BranchMatch match = match_texts(skip, at_line(7, "@UP0 BRA `(.L_x_0)") + at_line(8, "IADD3 R1, R1, 0x1, RZ"));
    EXPECT_EQ(match.branches.at(0).form, BranchForm::uniform_branch);
}

TEST(Branches, MatchesBranchesByTheFollowingLine) {
    const BranchMatch match = match_texts("@%p1 bra WORK;\nbra.uni SKIP;\nWORK:\nadd.s32 %r1, %r1, 1;\nSKIP:\nret;\n",
                                          at_line(8, "@!P0 BRA `(.L_x_0)") + at_line(10, "IADD3 R1, R1, 0x1, RZ"));
    EXPECT_EQ(match.branches.at(0).form, BranchForm::branch);
    EXPECT_TRUE(match.own.empty());
    const std::string other =
        "@%p1 bra WORK;\nmov.u32 %r1, 0;\nbra.uni SKIP;\nWORK:\nadd.s32 %r1, %r1, 1;\nSKIP:\nret;\n";
    EXPECT_EQ(match_texts(other, at_line(8, "@P0 MOV R1, RZ") + at_line(8, "@P0 BRA `(.L_x_0)")).branches.at(0).form,
              BranchForm::branch);
}

TEST(Branches, SaysUnknownWithoutEvidence) {
    const BranchMatch match = match_texts(skip, at_line(8, "IADD3 R1, R1, 0x1, RZ") + at_line(11, "EXIT"));
    EXPECT_EQ(match.branches.at(0).form, BranchForm::unknown);
    EXPECT_EQ(match_texts(skip, at_line(10, "STG.E [R2.64], R1")).branches.at(0).form, BranchForm::removed);
}

TEST(Branches, ListsBranchesOfTheAssembler) {
    const BranchMatch match = match_texts(skip, at_line(7, "@P0 BRA `(.L_x_0)") + at_line(10, "@P1 BRA `(.L_x_0)"));
    EXPECT_EQ(match.branches.at(0).form, BranchForm::branch);
    ASSERT_EQ(match.own.size(), 1u);
    EXPECT_EQ(match.own[0].instruction, 1u);
    EXPECT_EQ(match.own[0].cause, OwnCause::unknown) << "of a store";
}

TEST(Branches, NamesCausesOfOwnBranches) {
    const ptx::Module module = stored_module("division");
    const Listing listing = stored_listing("division", "90");
    const BranchMatch match = match_branches(module, listing.functions.front());
    EXPECT_TRUE(match.branches.empty()) << "the PTX has no branch";
    std::map<std::pair<uint32_t, OwnCause>, size_t> counts; // key: source line and cause
    size_t in_routines = 0;
    for (const OwnBranch& branch : match.own) {
        ++counts[{branch.source.line, branch.cause}];
        in_routines += listing.functions.front().instructions[branch.instruction].routine.empty() ? 0 : 1;
    }
    EXPECT_EQ(counts.size(), 3u) << "each line has one cause";
    EXPECT_GT(counts.at({7, OwnCause::division}), 1u) << "with its slow path";
    EXPECT_GT(counts.at({8, OwnCause::root}), 1u);
    EXPECT_GT(counts.at({10, OwnCause::division}), 1u);
    EXPECT_GT(in_routines, 3u);
}

} // namespace
} // namespace warpscope::sass
