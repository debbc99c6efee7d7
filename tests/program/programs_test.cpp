// Programs in the style of public samples run whole on the emulator, and print what they print with a GPU.
#include <gtest/gtest.h>

#include "program/run_program.hpp"

namespace warpscope {
namespace {

class Programs : public testing::TestWithParam<const char*> {
    void SetUp() override {
        if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    }
};

TEST_P(Programs, PrintWhatTheyShould) {
    const std::string name = GetParam();
    const ProgramRun run = run_program(name + ".cu", false);
    EXPECT_EQ(run.output, read_text(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/expected/" + name + ".txt"))
        << run.errors;
    EXPECT_EQ(run.status, 0) << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Samples, Programs,
                         testing::Values("vector_add", "buffer_class", "matrix_multiply", "streams", "managed_list",
                                         "symbols", "pitched", "device_query", "dynamic_shared", "device_printf"),
                         [](const auto& test) { return std::string(test.param); });

class Program : public testing::Test {
    void SetUp() override {
        if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    }
};

TEST_F(Program, GetsArgumentsAndInputAndItsStatusIsReported) {
    const ProgramRun run = run_program("stdin_filter.cu", true, {"b"}, "ab c");
    EXPECT_EQ(run.output, "a1 b2 c1 \n") << run.errors;
    EXPECT_EQ(run.status, 1);
    ASSERT_TRUE(run.report.is_object());
    EXPECT_EQ(run.report["program"]["exit_status"], 4);
    EXPECT_EQ(run.report["program"]["calls"]["cudaMalloc"], 2);
    EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
}

TEST_F(Program, LaunchesAreListedWithTheirPlaceAndWhatTheyCost) {
    const ProgramRun run = run_program("matrix_multiply.cu", true, {"32"});
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object());
    const auto& program = run.report["program"];
    ASSERT_EQ(program["launches"].size(), 1u);
    const auto& launch = program["launches"][0];
    EXPECT_EQ(launch["kernel"], "multiply(float const*, float const*, float*, int)");
    EXPECT_EQ(launch["grid"], (nlohmann::json{2, 2, 1}));
    EXPECT_EQ(launch["block"], (nlohmann::json{16, 16, 1}));
    EXPECT_EQ(launch["line"], 39);
    EXPECT_EQ(launch["global"]["store_requests"], 4 * 8);
    EXPECT_EQ(launch["finding_count"], 0);
    EXPECT_EQ(run.report["event_times"], "modelled");
}

TEST_F(Program, MayGoOnAfterErrorsThatItAsksFor) {
    const ProgramRun run = run_program("errors_recovered.cu", true);
    EXPECT_EQ(run.output,
              read_text(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/expected/errors_recovered.txt"));
    EXPECT_TRUE(only_finding(run, "unchecked_error").is_null());
}

TEST_F(Program, SeesTheErrorOfAKernelInEveryLaterCall) {
    const ProgramRun run = run_program("sticky_fault.cu", true);
    EXPECT_EQ(run.output, read_text(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/expected/sticky_fault.txt"));
    EXPECT_EQ(run.report["program"]["exit_status"], 3);
}

TEST_F(Program, ThatDoesNotCompileIsNotRun) {
    const ProgramRun run = run_program("errors/does_not_compile.cu", false);
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.errors.find("does_not_compile.cu"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("undeclared_name"), std::string::npos) << run.errors;
}

} // namespace
} // namespace warpscope
