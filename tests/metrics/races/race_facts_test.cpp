#include <string>

#include <gtest/gtest.h>

#include "metrics/races/program/sync_instructions.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

std::string kernel_with_stores(uint32_t stores) {
    std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n"
                       ".visible .entry kernel(.param .u64 out) {\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
                       "ld.param.u64 %rd1, [out];\nmov.u32 %r1, 7;\n";
    for (uint32_t k = 0; k < stores; ++k) text += "st.global.u32 [%rd1+" + std::to_string(4 * k) + "], %r1;\n";
    return text + "ret;\n}\n";
}

/// Regression: the first instruction beyond the limit was reported as the last numbered one.
TEST(SyncInstructions, UnnumberedInstructionsAreNotConfused) {
    auto module = ptx::parse(kernel_with_stores(SyncInstructions::max_site + 9), "kernel.ptx");
    ASSERT_TRUE(module);
    const auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    ASSERT_TRUE(program) << program.error().text();
    const SyncInstructions facts = sync_instructions(**program);
    ASSERT_EQ(facts.pc_of_site.size(), SyncInstructions::max_site);
    constexpr uint32_t first_store = 2; // after a load and a move
    for (uint32_t k = 0; k < SyncInstructions::max_site + 9; ++k) {
        const uint16_t site = facts.by_pc[first_store + k].site;
        ASSERT_EQ(site, std::min<uint32_t>(k, SyncInstructions::max_site));
        if (site < facts.pc_of_site.size()) {
            ASSERT_EQ(facts.pc_of_site[site], first_store + k);
        }
    }
}

} // namespace
} // namespace warpscope::metrics
