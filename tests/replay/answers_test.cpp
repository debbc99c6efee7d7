#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "recorded.hpp"
#include "replay/answers/lane_values.hpp"
#include "replay/answers/value_origin.hpp"
#include "replay/history.hpp"

namespace warpscope::replay {
namespace {

const std::atomic<bool> never{false};

class ValueOrigins : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        if (const auto known = compilers(); std::ranges::find(known, GetParam()) == known.end())
            GTEST_SKIP() << "there is no " << GetParam() << " here";
        folder_ = std::filesystem::path(testing::TempDir()) / ("answers_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    /// Runs one block of two warps; each thread stores a cell of `out`. `in` goes from 0 to 1.
    Recorded run(const std::string& definitions, const std::string& body) {
        std::ofstream(folder_ / "own.cu")
            << definitions << "\n__global__ void own(float* out, const float* in) {\nint i = threadIdx.x;\n"
            << body << "\n}\n";
        std::ofstream(folder_ / "own.toml") << R"([[buffer]]
name = "out"
role = "output"
type = "f32"
shape = [64]
[[buffer]]
name = "in"
role = "input"
type = "f32"
shape = [64]
[[launch]]
kernel = "own"
grid = [1]
block = [64]
arguments = ["out", "in"]
)";
        return record({(folder_ / "own.toml").string(), "gradient:64x1", "", {}, "emulator", GetParam()}, 0);
    }
    static std::optional<ValueOrigin> origin_of(const Recorded& run, uint64_t cell) {
        const auto history = History::of(run.recording);
        const auto& written = history->cells()[run.run->prepared.output_buffer].written;
        const auto access = std::ranges::find(written, cell, &FirstAccess::cell);
        if (access == written.end()) return std::nullopt;
        return origin_of_value(*run.recording, {ptx::Space::global, 0, access->address}, 4,
                               run.recording->record_count(), never);
    }
    static uint32_t line_of(const Recorded& run, const ValueOrigin& origin) {
        return run.recording->place_of(run.recording->steps()[origin.step].pc).line;
    }
    std::filesystem::path folder_;
};

TEST_P(ValueOrigins, NanIsTracedThroughVariables) {
    const Recorded own = run("", R"(float zero = i - i;
float bad = i == 5 ? zero / zero : 1.0f;
float more = bad * 2.0f + 1.0f;
out[i] = -more;)");
    ASSERT_TRUE(own.recording);
    const auto origin = origin_of(own, 5);
    ASSERT_TRUE(origin);
    EXPECT_EQ(origin->kind, ValueOrigin::Kind::made);
    EXPECT_EQ(origin->formula, "0 / 0");
    EXPECT_EQ(origin->result, "nan");
    EXPECT_EQ(std::pair(origin->warp, origin->lane), std::pair(0u, 5u));
    EXPECT_EQ(line_of(own, *origin), 5u);
}

TEST_P(ValueOrigins, SharedMemoryLeadsToOtherThreads) {
    const Recorded own = run("", R"(__shared__ float all[64];
all[i] = i == 40 ? 1.0f / (i - 40) : 1.0f;
__syncthreads();
float sum = 0;
for (int k = 0; k < 64; ++k)
sum += all[k];
out[i] = sum;)");
    ASSERT_TRUE(own.recording);
    const auto origin = origin_of(own, 3);
    ASSERT_TRUE(origin);
    EXPECT_EQ(origin->formula, "1 / 0");
    EXPECT_EQ(origin->result, "inf");
    EXPECT_EQ(std::pair(origin->warp, origin->lane), std::pair(1u, 8u));
    EXPECT_EQ(line_of(own, *origin), 5u);
}

TEST_P(ValueOrigins, CallsAndShufflesAreFollowed) {
    const Recorded own = run("__device__ __noinline__ float half_of(float x) { return x * 0.5f; }", R"(float bad = 1;
if (i == 7)
bad = sqrtf(-1.0f - i);
float part = half_of(bad);
float other = __shfl_xor_sync(0xffffffffu, part, 4);
out[i] = other;)");
    ASSERT_TRUE(own.recording);
    const auto origin = origin_of(own, 3);
    ASSERT_TRUE(origin);
    EXPECT_EQ(origin->kind, ValueOrigin::Kind::made);
    EXPECT_EQ(origin->formula, "sqrt(-8)");
    EXPECT_EQ(std::pair(origin->warp, origin->lane), std::pair(0u, 7u));
}

TEST_P(ValueOrigins, SearchEndsAtInputs) {
    const Recorded own = run("", "float x = in[63 - i]; out[i] = x;");
    ASSERT_TRUE(own.recording);
    // A finite value also has an origin: the input that the block loaded.
    const auto origin = origin_of(own, 3);
    ASSERT_TRUE(origin);
    EXPECT_EQ(origin->kind, ValueOrigin::Kind::initial_memory);
    EXPECT_EQ(origin->from, "in[60]");
    EXPECT_FALSE(origin_of(own, 64)) << "there is no such cell";
}

TEST_P(ValueOrigins, LoopRoundsSeparateValues) {
    const Recorded own = run("", R"(float sum = 0;
for (int a = 0; a < 3; ++a)
for (int b = 0; b < 4; ++b)
sum += a == 1 ? 0.0f : i + b;
out[i] = sum;)");
    ASSERT_TRUE(own.recording);
    const auto is_loop = [&](uint32_t step) {
        const uint32_t line = own.recording->place_of(own.recording->steps()[step].pc).line;
        return line == 5 || line == 6;
    };
    const LaneValues values = lane_values(*own.recording, 1, 5, "sum", is_loop, never);
    EXPECT_TRUE(values.complete);
    EXPECT_EQ(values.loops, (std::vector<std::string>{"a", "b"}));
    ASSERT_EQ(values.values.size(), 13u) << "one value before the loops and one per round";
    float sum = 0;
    size_t number = 1;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 4; ++b, ++number) {
            sum += a == 1 ? 0.0f : static_cast<float>(37 + b);
            const LaneValues::Value& value = values.values[number];
            EXPECT_EQ(value.rounds, (std::vector<std::string>{std::to_string(a), std::to_string(b)}));
            EXPECT_EQ(std::strtof(value.text.c_str(), nullptr), sum);
        }
}

INSTANTIATE_TEST_SUITE_P(Compilers, ValueOrigins, testing::Values("nvrtc", "clang"),
                         [](const auto& one) { return one.param; });

} // namespace
} // namespace warpscope::replay
