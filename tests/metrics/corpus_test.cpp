// Small kernels, half of them with one planted bug and half the mended twin. The comment on top of each says how to
// launch it and which kinds of findings must come out; "FINDING" marks the line that a finding must name, "OTHER" the
// line of the other access. Every kernel takes (int* data, int* out, int n): data counts upwards, n is 5.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

struct CorpusKernel {
    std::string name;
    uint32_t grid = 1, block = 32;
    bool out_unwritten = false;
    std::set<std::string> expected; // names of kinds
    std::set<uint32_t> finding_lines, other_lines;
};

CorpusKernel read_kernel(const std::filesystem::path& path) {
    CorpusKernel kernel;
    kernel.name = path.stem().string();
    std::ifstream file(path);
    std::string text;
    for (uint32_t line = 1; std::getline(file, text); ++line) {
        std::istringstream words(text);
        std::string slashes, key, word;
        words >> slashes >> key;
        if (key == "launch:") words >> word >> kernel.grid >> word >> kernel.block;
        if (key == "out:") kernel.out_unwritten = (words >> word, word == "unwritten");
        if (key == "expect:")
            while (words >> word)
                if (word != "nothing") kernel.expected.insert(word);
        if (text.find("// FINDING") != std::string::npos) kernel.finding_lines.insert(line);
        if (text.find("OTHER") != std::string::npos) kernel.other_lines.insert(line);
    }
    return kernel;
}

std::filesystem::path corpus_folder() { return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/metrics/corpus"; }

std::vector<CorpusKernel> all_kernels() {
    std::vector<CorpusKernel> kernels;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder()))
        if (entry.path().extension() == ".cu") kernels.push_back(read_kernel(entry.path()));
    std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return kernels;
}

ExecutionPlan plan_for(const CorpusKernel& kernel) {
    constexpr uint32_t cells = 4096;
    std::vector<int32_t> counting(cells);
    std::iota(counting.begin(), counting.end(), 0);
    const SharedBytes zeros = kernel.out_unwritten ? nullptr : bytes_of(std::vector<int32_t>(cells));
    ExecutionPlan plan;
    plan.buffers = {buffer_of("data", ElementType::s32, 1, {cells, 1, 1}, BufferRole::input, bytes_of(counting)),
                    buffer_of("out", ElementType::s32, 1, {cells, 1, 1}, BufferRole::output, zeros)};
    plan.launches = {{"kernel",
                      {{kernel.grid, 1, 1}, {kernel.block, 1, 1}},
                      {BufferArgument{0}, BufferArgument{1}, scalar("n", 5)}}};
    return plan;
}

void PrintTo(const CorpusKernel& kernel, std::ostream* out) { *out << kernel.name; }

void expect_findings(const CorpusKernel& kernel, const std::vector<simt::Trap>& findings) {
    std::set<std::string> kinds;
    for (const simt::Trap& trap : findings) {
        kinds.emplace(simt::name_of(trap.kind));
        SCOPED_TRACE(std::string(name_of(trap.kind)) + " at line " + std::to_string(trap.source.line) + ": " +
                     trap.message);
        if (!kernel.finding_lines.empty()) {
            EXPECT_TRUE(kernel.finding_lines.count(trap.source.line));
        }
        if (!kernel.other_lines.empty() && trap.has_other) {
            EXPECT_TRUE(kernel.other_lines.count(trap.other_source.line)) << trap.other_source.line;
        }
        EXPECT_FALSE(trap.message.empty());
    }
    EXPECT_EQ(kinds, kernel.expected);
}

class Corpus : public testing::TestWithParam<CorpusKernel> {};

TEST_P(Corpus, FindsThePlantedBugAndNothingElse) {
    const CorpusKernel& kernel = GetParam();
    for (const compile::CompilerChoice compiler : usable_compilers()) {
        const ProgramPtr program = compiled("corpus/" + kernel.name + ".cu", compiler);
        ASSERT_TRUE(program);
        for (const uint64_t seed : {0, 1, 2}) {
            SCOPED_TRACE((compiler == compile::CompilerChoice::clang ? "clang, seed " : "NVRTC, seed ") +
                         std::to_string(seed));
            MeasureOptions options;
            options.races = true;
            options.launch.seed = seed;
            const auto run = measured(program, plan_for(kernel), options);
            ASSERT_TRUE(run);
            expect_findings(kernel, run->launches()[0].findings);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Corpus, testing::ValuesIn(all_kernels()),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace warpscope::metrics
