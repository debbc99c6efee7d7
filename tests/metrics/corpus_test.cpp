// Runs small kernels, mostly in pairs: one with a planted bug, one fixed. Each topic has a folder.
//
// The comment at the top of each kernel tells how to launch it and which kinds of findings to expect. "FINDING" marks a
// line that a finding must name, "MAYBE" one that it may name with another compiler, n or schedule, and "OTHER" the
// line of the other access. Every kernel takes (int* data, int* out, int n): data counts up from 0, n is 5.
//     launch: grid 4 block 64 shared 128     "shared" (dynamic bytes) is optional; may end in "cooperative"
//     out: zero | unwritten                  initial contents of the buffer out
//     also: n 6 7                            further values of n, which change the roles of blocks
//     expect: KIND... | nothing              "note:KIND" for a note
//     at: block 1 thread 3                   place of every finding, if definite; "thread" is optional
//     other: block 0 thread 7                place of a race's other access
//     says: TEXT                             part of every finding's message; * matches anything
//     compiler: clang | nvrtc                the only compiler to use; skipped without it
//     refused: TEXT                          the launch is refused with this message
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

struct Place {
    std::optional<uint32_t> block, thread;
};

struct CorpusKernel {
    std::string name;
    std::string file; // relative to tests/metrics
    uint32_t grid = 1, block = 32, shared = 0;
    bool out_unwritten = false, cooperative = false;
    std::optional<compile::CompilerChoice> compiler; // the only compiler to use
    std::vector<int32_t> n{5};
    Place at, other;
    std::string message, refused;
    std::set<std::string> expected; // names of kinds
    std::set<uint32_t> finding_lines, maybe_lines, other_lines;
};

Place read_place(std::istream& words) {
    Place place;
    for (std::string key; words >> key;) {
        uint32_t number = 0;
        words >> number;
        (key == "block" ? place.block : place.thread) = number;
    }
    return place;
}

std::filesystem::path tests_folder() { return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/metrics"; }

std::string rest_of_line(std::istream& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
}

CorpusKernel read_kernel(const std::filesystem::path& path) {
    CorpusKernel kernel;
    kernel.name = path.stem().string();
    kernel.file = path.lexically_relative(tests_folder()).generic_string();
    std::ifstream file(path);
    std::string text;
    for (uint32_t line = 1; std::getline(file, text); ++line) {
        std::istringstream words(text);
        std::string slashes, key, word;
        words >> slashes >> key;
        if (key == "launch:") {
            words >> word >> kernel.grid >> word >> kernel.block >> word >> kernel.shared;
            kernel.cooperative = (words >> word) && word == "cooperative";
        }
        if (key == "out:") kernel.out_unwritten = (words >> word, word == "unwritten");
        if (key == "also:") {
            words >> word;
            for (int32_t n = 0; words >> n;) kernel.n.push_back(n);
        }
        if (key == "expect:")
            while (words >> word)
                if (word != "nothing") kernel.expected.insert(word);
        if (key == "at:") kernel.at = read_place(words);
        if (key == "other:") kernel.other = read_place(words);
        if (key == "compiler:")
            kernel.compiler =
                (words >> word, word == "clang") ? compile::CompilerChoice::clang : compile::CompilerChoice::nvrtc;
        if (key == "says:") kernel.message = rest_of_line(words);
        if (key == "refused:") kernel.refused = rest_of_line(words);
        if (text.find("// FINDING") != std::string::npos) kernel.finding_lines.insert(line);
        if (text.find("// MAYBE") != std::string::npos) kernel.maybe_lines.insert(line);
        if (text.find("OTHER") != std::string::npos) kernel.other_lines.insert(line);
    }
    return kernel;
}

std::vector<CorpusKernel> all_kernels() {
    std::vector<CorpusKernel> kernels;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests_folder() / "corpus"))
        if (entry.path().extension() == ".cu") kernels.push_back(read_kernel(entry.path()));
    std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return kernels;
}

ExecutionPlan plan_for(const CorpusKernel& kernel, int32_t n) {
    constexpr uint32_t cells = 4096;
    std::vector<int32_t> counting(cells);
    std::iota(counting.begin(), counting.end(), 0);
    const SharedBytes zeros = kernel.out_unwritten ? nullptr : bytes_of(std::vector<int32_t>(cells));
    ExecutionPlan plan;
    plan.buffers = {buffer_of("data", ElementType::s32, 1, {cells, 1, 1}, BufferRole::input, bytes_of(counting)),
                    buffer_of("out", ElementType::s32, 1, {cells, 1, 1}, BufferRole::output, zeros)};
    plan.launches = {{"kernel",
                      {{kernel.grid, 1, 1}, {kernel.block, 1, 1}, kernel.shared, kernel.cooperative},
                      {BufferArgument{0}, BufferArgument{1}, scalar("n", n)}}};
    return plan;
}

void PrintTo(const CorpusKernel& kernel, std::ostream* out) { *out << kernel.name; }

/// Returns whether `text` contains the parts of `pattern` in order. Stars separate the parts.
bool has_parts(std::string_view text, std::string_view pattern) {
    size_t from = 0;
    while (!pattern.empty()) {
        const size_t star = pattern.find('*');
        const std::string_view part = pattern.substr(0, star);
        from = text.find(part, from);
        if (from == std::string_view::npos) return false;
        from += part.size();
        pattern.remove_prefix(star == std::string_view::npos ? pattern.size() : star + 1);
    }
    return true;
}

void expect_place(const Place& expected, uint64_t block, const Dim3& thread) {
    EXPECT_EQ(block, expected.block.value_or(static_cast<uint32_t>(block)));
    EXPECT_EQ(thread.x, expected.thread.value_or(thread.x));
}

void expect_findings(const CorpusKernel& kernel, const std::vector<simt::Finding>& findings) {
    std::set<std::string> kinds;
    std::string all;
    for (const simt::Finding& finding : findings) {
        kinds.insert((finding.is_note ? "note:" : "") + std::string(simt::name_of(finding.kind)));
        const std::string text = std::string(name_of(finding.kind)) + " at line " +
                                 std::to_string(finding.source.line) + ": " + finding.message.english();
        all += text + "\n";
        SCOPED_TRACE(text);
        if (!kernel.finding_lines.empty()) {
            EXPECT_TRUE(kernel.finding_lines.contains(finding.source.line) ||
                        kernel.maybe_lines.contains(finding.source.line));
        }
        if (!kernel.other_lines.empty() && finding.has_other) {
            EXPECT_TRUE(kernel.other_lines.count(finding.other_source.line)) << finding.other_source.line;
        }
        expect_place(kernel.at, finding.block, finding.thread_index);
        if (finding.has_other) expect_place(kernel.other, finding.other_block, finding.other_thread_index);
        EXPECT_FALSE(finding.message.empty());
        EXPECT_TRUE(has_parts(finding.message.english(), kernel.message)) << "expected: " << kernel.message;
    }
    EXPECT_EQ(kinds, kernel.expected) << all;
}

class Corpus : public testing::TestWithParam<CorpusKernel> {};

/// Returns whether to run each kernel only once, with one compiler and order, for sanitizers.
bool each_once() { return std::getenv("WARPSCOPE_CORPUS_ONCE") != nullptr; }

/// Returns seeds for orders of blocks and warps; a single warp has only one order.
std::vector<uint64_t> seeds_for(const CorpusKernel& kernel) {
    const bool one_warp = kernel.grid == 1 && kernel.block <= 32;
    std::vector<uint64_t> seeds(one_warp || each_once() ? 1 : 4);
    std::iota(seeds.begin(), seeds.end(), 0);
    return seeds;
}

void run(const CorpusKernel& kernel, const ProgramPtr& program, int32_t n, uint64_t seed, std::set<uint32_t>& named) {
    MeasureOptions options;
    options.races = true;
    options.launch.seed = seed;
    options.launch.budget_per_warp = 1 << 16;
    if (!kernel.refused.empty()) {
        const auto refused = measure(program, plan_for(kernel, n), options);
        ASSERT_FALSE(refused);
        EXPECT_TRUE(has_parts(refused.error().text(), kernel.refused)) << refused.error().text();
        return;
    }
    const auto run = measured(program, plan_for(kernel, n), options);
    ASSERT_TRUE(run);
    expect_findings(kernel, run->launches()[0].findings);
    for (const simt::Finding& finding : run->launches()[0].findings) named.insert(finding.source.line);
}

TEST_P(Corpus, FindsOnlyThePlantedBug) {
    const CorpusKernel& kernel = GetParam();
    const std::vector<compile::CompilerChoice> usable = usable_compilers();
    if (kernel.compiler && !std::ranges::count(usable, *kernel.compiler))
        GTEST_SKIP() << "its compiler is not installed";
    for (const compile::CompilerChoice compiler : usable) {
        if (kernel.compiler && compiler != *kernel.compiler) continue;
        const ProgramPtr program = compiled(kernel.file, compiler);
        ASSERT_TRUE(program);
        std::set<uint32_t> named;
        for (const int32_t n : kernel.n)
            for (const uint64_t seed : seeds_for(kernel)) {
                SCOPED_TRACE(fmt::format("{}, n {}, seed {}",
                                         compiler == compile::CompilerChoice::clang ? "clang" : "NVRTC", n, seed));
                run(kernel, program, n, seed, named);
            }
        if (each_once()) return;
        if (!kernel.refused.empty()) continue;
        for (const uint32_t line : kernel.finding_lines)
            EXPECT_TRUE(named.contains(line)) << "no finding names " << line;
    }
}

/// The traced block waits for all other blocks, so these run as well.
TEST(CooperativeLaunch, OneBlockIsTracedCompletely) {
    const CorpusKernel kernel = read_kernel(tests_folder() / "corpus/flags_and_fences/grid_sync_left_out_fixed.cu");
    const auto run = measured(compiled(kernel.file), plan_for(kernel, kernel.n.front()));
    ASSERT_TRUE(run);
    const auto trace = run->trace_block(0, 3);
    ASSERT_TRUE(trace) << trace.error().text();
    constexpr uint32_t out = 1, rounds = 5;
    EXPECT_EQ(std::ranges::count_if(trace->accesses,
                                    [](const TraceAccess& access) {
                                        return access.buffer == out && access.kind == simt::AccessKind::store &&
                                               access.cell / 32 == 3;
                                    }),
              rounds * 32);
    EXPECT_EQ(trace->warps, 1u);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Corpus, testing::ValuesIn(all_kernels()),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace warpscope::metrics
