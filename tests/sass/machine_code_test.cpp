#include "sass/machine_code.hpp"

#include <cstdlib>

#include "stored.hpp"

namespace warpscope::sass {
namespace {

TEST(MachineCode, SaysWhatIsMissing) {
    ::setenv("WARPSCOPE_NVDISASM", "none", 1);
    const auto made = make_machine_code(stored_text("reduction_simple.ptx"), 90);
    ::unsetenv("WARPSCOPE_NVDISASM");
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::environment);
    EXPECT_NE(made.error().text().find("Machine code needs "), std::string::npos) << made.error().text();
    EXPECT_NE(made.error().text().find("nstall the CUDA Toolkit"), std::string::npos) << made.error().text();
}

TEST(MachineCode, IsMadeByTheToolkit) {
    if (const auto found = find_tools(); !found) GTEST_SKIP() << found.error().text();
    const auto made = make_machine_code(stored_text("reduction_simple.ptx"), 75);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->device(), "sm_75");
    ASSERT_NE(made->listing.find("_Z10simple_sumPfS_i"), nullptr);
    EXPECT_GT(made->resources.at("_Z10simple_sumPfS_i").registers, 0u);
}

TEST(MachineCode, ReportsErrorsOfTheAssembler) {
    if (const auto found = find_tools(); !found) GTEST_SKIP() << found.error().text();
    const auto made = make_machine_code(".version 8.0\n.target sm_90\n.address_size 64\n", 75);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text().find("ptxas ended with status"), std::string::npos) << made.error().text();
}

} // namespace
} // namespace warpscope::sass
