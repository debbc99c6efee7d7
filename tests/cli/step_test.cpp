#include <filesystem>
#include <fstream>

#include "command.hpp"

namespace warpscope::cli {
namespace {

constexpr const char* gray = "step color_to_gray/basic --input gradient:76x62 --block 16x16 --focus 25,50 ";

TEST_F(Command, StepPrintsLaneVariables) {
    const Outcome run = warpscope(gray + std::string("--json"));
    ASSERT_EQ(run.status, 0) << run.err;
    const Json steps = Json::parse(run.out);
    ASSERT_FALSE(steps.empty());
    bool found = false;
    for (const Json& step : steps) {
        for (const char* key : {"step", "warp", "file", "line", "active", "changed", "reads", "writes"})
            ASSERT_TRUE(step.contains(key)) << key;
        if (step["changed"].contains("pixel"))
            for (const Json& value : step["changed"]["pixel"]) found = found || value == 3825;
    }
    EXPECT_TRUE(found);
}

TEST_F(Command, StepFiltersWarpAndRange) {
    const Outcome run = warpscope(gray + std::string("--warp 3 --from 8 --to 15 --json"));
    ASSERT_EQ(run.status, 0) << run.err;
    const Json steps = Json::parse(run.out);
    ASSERT_EQ(steps.size(), 1u) << run.out; // eight warps take turns
    EXPECT_EQ(steps[0]["step"], 11);
    EXPECT_EQ(steps[0]["warp"], 3);
}

TEST_F(Command, StepPrintsStateAtAStep) {
    const Outcome run = warpscope("step matmul/tiled --focus 0,0 --at 0");
    ASSERT_EQ(run.status, 0) << run.err;
    const Json state = Json::parse(run.out);
    EXPECT_EQ(state["step"], 0);
    EXPECT_EQ(state["shared"].size(), 2u);
    EXPECT_EQ(state["shared"][0]["written"], 0);
    EXPECT_EQ(state["warps"][0]["state"], "ready");
    const uint64_t steps = state["steps"];
    const Outcome last = warpscope("step matmul/tiled --focus 0,0 --at " + std::to_string(steps));
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_EQ(Json::parse(last.out)["shared"][0]["written"], 256);
    EXPECT_EQ(Json::parse(last.out)["warps"][0]["state"], "ended");
    EXPECT_EQ(warpscope("step matmul/tiled --focus 0,0 --at " + std::to_string(steps + 1)).status, 2);
}

TEST_F(Command, StepSelectsBlockByNumber) {
    const Outcome run = warpscope("step histogram/global --of-block 1 --json");
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.err.find("block (1, 0, 0)"), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("the cell's thread"), std::string::npos) << run.err;
    EXPECT_FALSE(Json::parse(run.out).empty());
    EXPECT_EQ(warpscope("step histogram/global --of-block 100000").status, 2);
    EXPECT_EQ(warpscope("step color_to_gray/basic --of-block 0 --focus 0,0").status, 2);
}

TEST_F(Command, StepMarksGuessedLaunches) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "step_headers";
    std::filesystem::create_directories(folder / "more");
    std::ofstream(folder / "more" / "by.cuh") << "#define BY 3\n";
    std::ofstream(folder / "own.cu") << "#include <by.cuh>\n__global__ void own(const int* in, int* out, int n) {\n"
                                        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                        "    if (i < n) out[i] = BY * in[i];\n}\n";
    const Outcome run =
        warpscope("step " + (folder / "own.cu").string() + " -I " + (folder / "more").string() + " --focus 0 --json");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.err.find("guessed"), std::string::npos) << run.err;
    std::filesystem::remove_all(folder);
}

TEST_F(Command, StepRejectsMissingWarpsAndSteps) {
    EXPECT_EQ(warpscope(gray + std::string("--warp 8")).status, 2);
    EXPECT_EQ(warpscope(gray + std::string("--from 100000")).status, 2);
    EXPECT_EQ(warpscope(gray + std::string("--from 3 --to 2")).status, 2);
    EXPECT_EQ(warpscope(gray + std::string("--at 3 --to 5")).status, 2);
    EXPECT_EQ(warpscope("step color_to_gray/basic --input gradient:76x62 --focus 76,0").status, 2);
    EXPECT_EQ(warpscope("step color_to_gray/basic").status, 2);
}

} // namespace
} // namespace warpscope::cli
