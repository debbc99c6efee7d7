// Watch expressions compared with C++, and the steps where they become true.
#include <atomic>
#include <cmath>

#include "recorded.hpp"
#include "replay/watch.hpp"

namespace warpscope::replay {
namespace {

const std::atomic<bool> never{false};

/// Records the first block of a blur with radius 3. In the corner thread, `count` goes up to 16.
Recorded corner_blur() {
    const auto names = compilers();
    if (names.empty()) return {};
    return record({"box_blur/naive", "noise:40x40", "16x16", {"radius=3"}, "emulator", names.front()}, 0);
}

std::array<std::optional<Number>, warp_size> values_at_end(const Recorded& run, const std::string& text) {
    const auto watch = Watch::parse(text);
    EXPECT_TRUE(watch) << watch.error().text();
    const uint64_t end = run.recording->steps().size();
    const auto at = warp_position(*run.recording, run.owner.warp, end);
    if (!watch || !at) return {};
    const auto rows = rows_at(*run.recording, run.recording->state_at(end), *at);
    return watch->values(*run.recording, rows, run.owner.warp, true);
}

TEST(Watch, MatchesTheSameCppExpression) {
    const Recorded run = corner_blur();
    if (!run.recording) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    for (int lane = 0; lane < static_cast<int>(warp_size); ++lane) {
        // The warp has two rows of the first block.
        const int col = lane % 16, row = lane / 16, width = 40, radius = 3;
        const std::pair<const char*, int64_t> wholes[] = {
            {"col", col},
            {"row*width + col", row * width + col},
            {"col % 5 - -radius", col % 5 + radius},
            {"1 + 2 * 3 << 1 | col & 1", ((1 + 2 * 3) << 1) | (col & 1)},
            {"(1 + 2) * 3 ^ ~col", ((1 + 2) * 3) ^ ~col},
            {"col > 3 && row == 1 || lane == 0", (col > 3 && row == 1) || lane == 0},
            {"!(col >= 3) ? -7 / 2 : 0x1F", col < 3 ? -7 / 2 : 31},
            {"min(col, 4) + max(row, 1) + abs(-2)", std::min(col, 4) + std::max(row, 1) + 2},
            {"threadIdx.x == col && threadIdx.y == row && blockIdx.x + blockIdx.y + threadIdx.z == 0", 1},
            {"blockDim.x * gridDim.x >= width", 1},
            {"radius == 0 || 12 / radius == 4", 1},
            {"isnan(0.0 / 0.0) + isinf(1.0 / 0.0) + 3u", 5},
        };
        for (const auto& [text, expected] : wholes) {
            const auto value = values_at_end(run, text)[static_cast<size_t>(lane)];
            ASSERT_TRUE(value) << text;
            EXPECT_EQ(std::get<int64_t>(*value), expected) << text << " in lane " << lane;
        }
        EXPECT_EQ(std::get<double>(*values_at_end(run, "sqrt(col) * 0.5e1")[static_cast<size_t>(lane)]),
                  std::sqrt(col) * 5);
    }
}

TEST(Watch, FractionEqualsItsShownText) {
    const Recorded run = corner_blur();
    if (!run.recording) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    // sqrt(3) is 1.7320508..., which tables show as 1.732.
    const std::pair<const char*, int64_t> wholes[] = {
        {"sqrt(col) == 1.732", 1},     {"sqrt(col) == 1.7321", 1},      {"sqrt(col) == 1.73", 0},
        {"-sqrt(col) == -1.732", 1},   {"sqrt(col) != 1.732", 0},       {"sqrt(col) == 1.7320", 0},
        {"1.7320508 == sqrt(col)", 1}, {"sqrt(col) == 2", 0},           {"sqrt(col) + 7.2680 == 9", 1},
        {"sqrt(col) * 0.0 == 0", 1},   {"col * 1e-9 == 0", 0},          {"sqrt(col) == 1 + 0.732", 0},
        {"sqrt(col) < 1.732", 0},      {"sqrt(col) * 1e4 == 17321", 1},
    };
    for (const auto& [text, expected] : wholes) {
        const auto value = values_at_end(run, text)[3];
        ASSERT_TRUE(value) << text;
        EXPECT_EQ(std::get<int64_t>(*value), expected) << text;
    }
}

TEST(Watch, InvalidExpressionHasNoValue) {
    const Recorded run = corner_blur();
    if (!run.recording) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    for (const char* text : {"unheard_of + 1", "col / 0", "1 % (row - row)", "1.5 % 2", "threadIdx.w", "col[0]"})
        EXPECT_FALSE(values_at_end(run, text)[3]) << text;
    EXPECT_TRUE(values_at_end(run, "col == 3 || col / 0")[3]) << "C does not evaluate the right side";
}

TEST(Watch, SyntaxErrorsAreReported) {
    for (const char* text :
         {"", "1 +", "(1", "a[1", "min(1)", "a b", "@", "1 ? 2", "a..b +", "99999999999999999999999x", ")"})
        EXPECT_FALSE(Watch::parse(text)) << text;
    EXPECT_NE(Watch::parse("col + ").error().text().find("something is missing at the end"), std::string::npos);
    EXPECT_FALSE(Watch::parse(std::string(100000, '(')));
    EXPECT_FALSE(Watch::parse(std::string(100000, '-') + "1"));
    EXPECT_TRUE(Watch::parse("%r1 % 2"));
    std::string sum = "1", choices = "1";
    for (int i = 0; i < 60000; ++i) sum += "+1", choices += "?1:1";
    EXPECT_FALSE(Watch::parse(sum));
    EXPECT_FALSE(Watch::parse(choices));
    EXPECT_TRUE(Watch::parse(sum.substr(0, 999)));
    EXPECT_TRUE(Watch::parse("1 ? 2 : 3 ? 4 : 5"));
}

TEST(Watch, FindsMatchingThreads) {
    const Recorded run = corner_blur();
    if (!run.recording) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    // At the corner, only 4 to 7 columns and rows of the 7 x 7 window are in the picture. If `count` is 49, all are.
    const auto watch = Watch::parse("count == 49");
    ASSERT_TRUE(watch);
    const std::vector<bool> threads = threads_that_meet(*run.recording, *watch, never);
    ASSERT_EQ(threads.size(), 256u);
    for (uint32_t thread = 0; thread < 256; ++thread)
        EXPECT_EQ(threads[thread], thread % 16 >= 3 && thread / 16 >= 3) << thread;
    const std::vector<bool> some = threads_that_meet(*run.recording, *Watch::parse("lane == 5 && count == 16"), never);
    EXPECT_EQ(std::ranges::count(some, true), 8) << "lane 5 of each of the 8 warps";
}

TEST(Watch, FindsMatchingSteps) {
    const Recorded run = corner_blur();
    if (!run.recording) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const auto watch = Watch::parse("lane == 0 && count == 5");
    ASSERT_TRUE(watch);
    const auto found = find_step(*run.recording, *watch, 0, 1, run.owner.warp, never);
    ASSERT_TRUE(found);
    EXPECT_EQ(run.value("count", *found), "4");
    EXPECT_EQ(run.value("count", *found + 1), "5");
    EXPECT_EQ(find_step(*run.recording, *watch, *found + 1, 1, run.owner.warp, never), std::nullopt);
    const uint64_t end = run.recording->steps().size();
    EXPECT_EQ(find_step(*run.recording, *watch, end, -1, run.owner.warp, never), found);
    EXPECT_EQ(find_step(*run.recording, *watch, *found + 1, -1, run.owner.warp, never), std::nullopt);
    const std::atomic<bool> canceled{true};
    EXPECT_EQ(find_step(*run.recording, *watch, 0, 1, run.owner.warp, canceled), std::nullopt);
}

} // namespace
} // namespace warpscope::replay
