// Costs of lines, and the correspondence between source and PTX.
#include "insight/code_map.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

/// NVRTC loads a[i] once, before the branch, and gives that instruction no line.
TEST(CodeMap, SumsIncludeUnplacedInstructions) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*catalog.find("vector_add"));
    request.variant = request.experiment->variants.front().name;
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.input = *input::parse_spec("noise:1000");
    request.device = session::DeviceChoice::emulator;
    request.text = R"(__global__ void vector_add(float* c, const float* a, const float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0)
        c[i] = 2.5f * a[i] + b[i];
    else
        c[i] = 0.5f * a[i];
}
)";
    const auto result = session::run(request);
    ASSERT_TRUE(result) << result.error().text();
    const CodeMap& map = code_map_of(**result);
    metrics::InstructionCost all, lines = map.elsewhere;
    for (const metrics::InstructionCost& cost : (*result)->shown().instructions) all += cost;
    for (const auto& [line, cost] : map.source) lines += cost;
    EXPECT_GT(all.executions, 0u);
    EXPECT_EQ(lines.executions, all.executions);
    EXPECT_EQ(lines.global_sectors, all.global_sectors);
}

TEST(CodeMap, LinesAndInstructionsAreLinked) {
    const auto result = run("box_blur", "naive", "gradient:40x30");
    ASSERT_TRUE(result);
    const CodeMap& map = code_map_of(*result);
    ASSERT_FALSE(map.ptx.empty());
    ASSERT_TRUE(map.ptx_of_line.contains(15));
    for (const auto& [line, ptx] : map.ptx_of_line)
        for (const uint32_t number : ptx) EXPECT_EQ(map.source_of(number), line);
    for (const auto& [line, cost] : map.source) {
        metrics::InstructionCost sum;
        for (const uint32_t pc : map.pcs_of(line, 0)) sum += result->shown().instructions.at(pc);
        EXPECT_EQ(sum.executions, cost.executions) << "line " << line;
        EXPECT_EQ(sum.global_sectors, cost.global_sectors) << "line " << line;
    }
    EXPECT_GE(map.pcs_of(15, 0).size(), map.ptx_of_line.at(15).size());
    EXPECT_TRUE(map.pcs_of(5, 0).empty()) << "an empty line";
    EXPECT_EQ(map.cost_of(5), nullptr);
}

TEST(CodeMap, FindsInstructionsThatTheCompilerMoved) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*catalog.find("vector_add"));
    request.variant = request.experiment->variants.front().name;
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.input = *input::parse_spec("noise:1024");
    request.device = session::DeviceChoice::emulator;
    request.text = R"(__global__ void vector_add(float* c, const float* a, const float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int square = n * n + 7 * i;
    __syncthreads();
    if (threadIdx.x % 2 == 0)
        c[i] = square;
    square = 0;
}
)";
    const auto result = session::run(request);
    ASSERT_TRUE(result) << result.error().text();
    const CodeMap& map = code_map_of(**result);
    EXPECT_TRUE(map.moved.contains(3)) << "used in the branch only";
    EXPECT_FALSE(map.moved.contains(4));
    EXPECT_FALSE(map.moved.contains(6)) << "written in the branch";
    EXPECT_EQ(map.removed, std::set<uint32_t>{7}) << "the line does nothing";
}

/// The matrix load takes one sector per lane, the vector load one for all lanes; their mean would describe neither.
TEST(CodeMap, KeepsDifferentLoadsApart) {
    const auto result = run("matvec", "row", "noise:96x128");
    ASSERT_TRUE(result);
    const auto& lines = code_map_of(*result).source;
    const auto mixed = std::ranges::find_if(lines, [](const auto& line) { return line.second.mixed; });
    ASSERT_NE(mixed, lines.end());
    std::vector<uint64_t> sectors;
    for (const metrics::InstructionCost& kind : mixed->second.kinds_of_loads)
        sectors.push_back(kind.global_sectors / kind.global_requests);
    std::ranges::sort(sectors);
    EXPECT_EQ(sectors, (std::vector<uint64_t>{1, 32}));
}

TEST(CodeMap, CostGivesPaintableMeasures) {
    using metrics::Measure;
    metrics::InstructionCost cost;
    cost.executions = cost.branches = 4;
    EXPECT_EQ(first_measure(cost), Measure::executions);
    cost.global_requests = 4;
    EXPECT_EQ(first_measure(cost), Measure::sectors);
    cost.divergent_branches = 1;
    EXPECT_EQ(first_measure(cost), Measure::splits);
    EXPECT_EQ(measures_of(cost),
              (std::vector<Measure>{Measure::executions, Measure::active_lanes, Measure::sectors, Measure::splits}));
}

} // namespace
} // namespace warpscope::insight
