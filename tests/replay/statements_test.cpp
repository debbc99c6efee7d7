// Variables of ten kernels compared with a C++ run of the same statements, and values of a scan by step.
#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "export/steps.hpp"
#include "recorded.hpp"
#include "replay/arrays.hpp"

namespace warpscope::replay {
namespace {

/// A structure that both the kernel and this file define
#define SHARED_DEFINITIONS                                                                                             \
    struct Pair {                                                                                                      \
        int first;                                                                                                     \
        float second;                                                                                                  \
    };

SHARED_DEFINITIONS
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

using Seen = std::vector<std::pair<std::string, double>>;
struct Statements {
    const char* name;
    const char* text; // body of the kernel, on one line
    void (*run)(int i, Seen& seen);
};

#define SEE(x) seen.emplace_back(#x, static_cast<double>(x));
#define AS_TEXT(...) #__VA_ARGS__
// The kernel's text keeps SEE, so that the kernel also uses the variable.
#define STATEMENTS(name, ...)                                                                                          \
    Statements {                                                                                                       \
        name, #__VA_ARGS__, [](int i, Seen& seen) { __VA_ARGS__ }                                                      \
    }

const Statements all_statements[] = {
    STATEMENTS("arithmetic", int a = 3 * i + 1; int b = a / 7 - a % 5; unsigned int c = a ^ 0x55u;
               SEE(a) SEE(b) SEE(c)),
    STATEMENTS("fractions", float x = 0.5f * static_cast<float>(i); float y = x - 3.25f; double z = y;
               SEE(x) SEE(y) SEE(z)),
    STATEMENTS("narrow", unsigned char byte = 200 + i; signed char sign = 100 + i; short wide = 300 * i;
               SEE(byte) SEE(sign) SEE(wide)),
    STATEMENTS("truth", int odd = i % 2 == 1; int large = i > 20; int both = odd && large;
               SEE(odd) SEE(large) SEE(both)),
    STATEMENTS(
        "trip_counts", int sum = 0; int rounds = 0; for (int k = 0; k < i % 5 + 1; ++k) {
            sum += k * i;
            ++rounds;
        } SEE(sum) SEE(rounds)),
    STATEMENTS(
        "branches", int way = 0; if (i < 8) { way = 1; } else if (i < 20) { way = 2; } else { way = 3; } SEE(way)),
    STATEMENTS("array", int cells[4] = {i, 2 * i, 3 * i, 4 * i}; cells[i % 4] += 100;
               SEE(cells[0]) SEE(cells[1]) SEE(cells[2]) SEE(cells[3])),
    STATEMENTS("structure", Pair pair = {i + 1, 0.25f}; pair.second *= pair.first; SEE(pair.first) SEE(pair.second)),
    STATEMENTS("recursion", int value = fibonacci(i % 9); SEE(value)),
    STATEMENTS("long_numbers", long long far = 4000000000ll * (i + 1); unsigned long long bits = 1ull << (i + 8);
               SEE(far) SEE(bits)),
};

class UserKernel : public testing::TestWithParam<Statements> {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / ("statements_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    /// Records a block of one warp. Each lane stores a cell of `out`.
    Recorded recorded(const std::string& definitions, const std::string& body, const std::string& compiler,
                      bool as_written = true) {
        // Puts each statement on a line of its own.
        std::string lines;
        for (const char letter : body) {
            lines += letter;
            if (letter == ';' || letter == '{' || letter == '}') lines += '\n';
        }
        const std::string text = "#define SEE(x) used += static_cast<int>(x);\n" + definitions +
                                 "\n__global__ void own(int* out) {\nint i = threadIdx.x, used = 0;\n" + lines +
                                 "\nout[i] = used;\n}\n";
        storing_line_ = static_cast<uint32_t>(std::ranges::count(text.substr(0, text.find("out[i] = used")), '\n')) + 1;
        std::ofstream(folder_ / "own.cu") << text;
        std::ofstream(folder_ / "own.toml") << R"([[buffer]]
name = "out"
role = "output"
type = "s32"
shape = [32]
[[launch]]
kernel = "own"
grid = [1]
block = [32]
arguments = ["out"]
)";
        return record({(folder_ / "own.toml").string(), "", "", {}, "emulator", compiler}, 0, as_written);
    }
    /// Returns the step that stores to `out`; all variables are set before it.
    [[nodiscard]] uint64_t storing_step(const Recording& recording) const {
        for (uint32_t step = 0; step < recording.steps().size(); ++step)
            if (recording.place_of(recording.steps()[step].pc).line == storing_line_) return step;
        ADD_FAILURE() << "nothing is stored";
        return 0;
    }
    uint32_t storing_line_ = 0;
    std::filesystem::path folder_;
};

#define AS_EXPANDED_TEXT(...) AS_TEXT(__VA_ARGS__)
const std::string definitions =
    AS_EXPANDED_TEXT(SHARED_DEFINITIONS) +
    std::string(
        " __device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }");

TEST_P(UserKernel, VariablesMatchCpp) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = recorded(definitions, GetParam().text, compiler);
        ASSERT_TRUE(run.recording);
        const uint64_t end = storing_step(*run.recording);
        const State state = run.recording->state_at(end);
        const auto at = warp_position(*run.recording, 0, end);
        ASSERT_TRUE(at);
        const auto rows = rows_at(*run.recording, state, *at);
        for (int lane = 0; lane < static_cast<int>(warp_size); ++lane) {
            Seen seen;
            GetParam().run(lane, seen);
            ASSERT_FALSE(seen.empty());
            for (const auto& [name, expected] : seen) {
                const auto row = std::ranges::find(rows, name, &Row::name);
                ASSERT_NE(row, rows.end()) << name;
                const auto bits = row->bits[static_cast<size_t>(lane)];
                ASSERT_TRUE(bits) << name << " in lane " << lane;
                const auto number = number_of(*run.recording, row->type, *bits);
                ASSERT_TRUE(number) << name;
                EXPECT_EQ(std::visit([](auto value) { return static_cast<double>(value); }, *number), expected)
                    << name << " in lane " << lane;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ten, UserKernel, testing::ValuesIn(all_statements),
                         [](const auto& info) { return std::string(info.param.name); });

class CudaTypes : public UserKernel {};

TEST_P(CudaTypes, VectorsHaveMembers) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run =
            recorded("", "float4 four = make_float4(i, i + 0.5f, 2.0f * i, -1.0f); four.w += four.x;", compiler);
        ASSERT_TRUE(run.recording);
        const uint64_t end = storing_step(*run.recording);
        const auto rows = rows_at(*run.recording, run.recording->state_at(end), *warp_position(*run.recording, 0, end));
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            for (const auto& [name, expected] : {std::pair{"four.x", 1.0 * lane},
                                                 {"four.y", lane + 0.5},
                                                 {"four.z", 2.0 * lane},
                                                 {"four.w", lane - 1.0}}) {
                const auto row = std::ranges::find(rows, name, &Row::name);
                ASSERT_NE(row, rows.end()) << name;
                ASSERT_TRUE(row->bits[lane]);
                EXPECT_EQ(std::get<double>(*number_of(*run.recording, row->type, *row->bits[lane])), expected) << name;
            }
    }
}

TEST_P(CudaTypes, HalvesAreNumbers) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = recorded(
            "#include <cuda_fp16.h>\n",
            "__half third = __float2half(i / 4.0f); __half twice = __hadd(third, third); SEE(__half2float(twice))",
            compiler);
        ASSERT_TRUE(run.recording);
        const uint64_t end = storing_step(*run.recording);
        const nlohmann::json all = exporting::state_json(*History::of(run.recording), end, std::nullopt);
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            EXPECT_EQ(all["warps"][0]["variables"]["third"][lane], lane / 4.0);
            EXPECT_EQ(all["warps"][0]["variables"]["twice"][lane], lane / 2.0);
        }
    }
}

TEST_P(CudaTypes, OptimizedVariablesAreRegisters) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = recorded("", "int only = 5 * i + 1; out[i] = only;", compiler, false);
        ASSERT_TRUE(run.recording);
        EXPECT_FALSE(run.build.as_written);
        const uint64_t end = run.recording->steps().size();
        const auto at = warp_position(*run.recording, 0, end);
        ASSERT_TRUE(at);
        const auto rows = register_rows(*run.recording, run.recording->state_at(end), *at);
        ASSERT_FALSE(rows.empty());
        EXPECT_TRUE(std::ranges::all_of(rows, [](const Row& row) { return row.name.starts_with('%'); }));
    }
}

INSTANTIATE_TEST_SUITE_P(Own, CudaTypes, testing::Values(all_statements[0]),
                         [](const auto&) { return std::string("types"); });

TEST(Figures, KoggeStoneSumsMatchEachStep) {
    constexpr uint32_t size = 64;
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = record({"scan/kogge_stone", "index:64", "", {"SECTION_SIZE=64"}, "emulator", compiler}, 0);
        ASSERT_TRUE(run.recording);
        const auto arrays = shared_arrays(*run.recording);
        ASSERT_EQ(arrays.size(), 1u);
        ASSERT_EQ(arrays[0].elements(), size);
        // In step s, each element adds the element 2^s places to its left.
        std::vector<float> section(size);
        for (uint32_t i = 0; i < size; ++i) section[i] = static_cast<float>(i);
        uint32_t stride = 1, barriers = 0;
        for (const Mark& mark : run.recording->marks()) {
            if (mark.kind != MarkKind::barrier) continue;
            if (barriers > 0 && barriers % 2 == 0) {
                for (uint32_t i = size; i-- > stride;) section[i] += section[i - stride];
                stride *= 2;
            }
            ++barriers;
            const State state = run.recording->state_at(mark.step);
            for (uint32_t i = 0; i < size; ++i) {
                const auto bits = shared_value(*run.recording, state, arrays[0], i);
                ASSERT_TRUE(bits) << i;
                EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(*bits)), section[i])
                    << "element " << i << " before stride " << stride;
            }
        }
        EXPECT_EQ(barriers, 12u) << "two in each of six steps";
    }
}

} // namespace
} // namespace warpscope::replay
