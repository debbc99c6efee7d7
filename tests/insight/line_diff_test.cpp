#include "insight/line_diff.hpp"

#include <gtest/gtest.h>

namespace warpscope::insight {
namespace {

using Lines = std::vector<std::string_view>;

std::string written(const std::vector<DiffLine>& diff) {
    std::string out;
    for (const DiffLine& line : diff)
        out += line.change == LineChange::same ? '=' : line.change == LineChange::removed ? '-' : '+';
    return out;
}

TEST(LineDiff, IsShortest) {
    EXPECT_EQ(written(diff_lines({}, {})), "");
    EXPECT_EQ(written(diff_lines({"a", "b"}, {"a", "b"})), "==");
    EXPECT_EQ(written(diff_lines({"a", "b", "c"}, {"a", "x", "c"})), "=-+=");
    EXPECT_EQ(written(diff_lines({"a"}, {"a", "b"})), "=+");
    EXPECT_EQ(written(diff_lines({"a", "b", "c", "d"}, {"b", "x", "d"})), "-=-+=");
    EXPECT_EQ(written(diff_lines({"{", "}", "{", "}"}, {"{", "}"})), "==--");
}

TEST(LineDiff, ContainsBothTexts) {
    const Lines before{"a", "b", "b", "c", "e"}, after{"b", "c", "d", "b", "e", "f"};
    Lines old, now;
    for (const DiffLine& line : diff_lines(before, after)) {
        if (line.before != 0) old.push_back(before[line.before - 1]);
        if (line.after != 0) now.push_back(after[line.after - 1]);
        if (line.change == LineChange::same) {
            EXPECT_EQ(before[line.before - 1], after[line.after - 1]);
        }
    }
    EXPECT_EQ(old, before);
    EXPECT_EQ(now, after);
}

TEST(LineDiff, HugeTextsAreNotCompared) {
    std::vector<std::string> texts;
    for (int i = 0; i < 12000; ++i) texts.push_back(std::to_string(i));
    Lines before(texts.begin(), texts.begin() + 6000), after(texts.begin() + 6000, texts.end());
    before.insert(before.begin(), "same");
    after.insert(after.begin(), "same");
    const auto diff = diff_lines(before, after);
    EXPECT_EQ(diff.size(), 12001u);
    EXPECT_EQ(diff.front().change, LineChange::same);
}

TEST(LineDiff, ReplacedLinesAreMatched) {
    const Lines before{"a", "b", "c"}, after{"a", "x", "new", "c"};
    const auto diff = diff_lines(before, after);
    EXPECT_EQ(lines_replaced(diff, before, after), (std::vector<uint32_t>{1, 2, 0, 3}));
    EXPECT_EQ(lines_before(diff), (std::vector<uint32_t>{1, 0, 0, 3}));
    EXPECT_EQ(line_after(diff, 3), 4u);
    EXPECT_EQ(line_after(diff, 2), 0u);
}

TEST(LineDiff, MostSimilarLineIsMatched) {
    const Lines before{"{", "    sum += in[i];", "}"},
        after{"{", "    float weight = 2;", "    // doubled", "    sum += weight * in[i];", "}"};
    EXPECT_EQ(lines_replaced(diff_lines(before, after), before, after), (std::vector<uint32_t>{1, 0, 0, 2, 3}));
    const Lines fewer{"{", "    sum += 2 * in[i];", "}"},
        more{"{", "    int a = 1;", "    sum += in[i];", "    b();", "}"};
    EXPECT_EQ(lines_replaced(diff_lines(more, fewer), more, fewer), (std::vector<uint32_t>{1, 3, 5}));
}

TEST(LineDiff, UnlikeLinesAreNotMatched) {
    const Lines before{"{", "    if (tx < 2) tile[tx] = in[x - 2];", "    sum += in[i];", "}"},
        after{"{",
              "    for (int k = tid; k < 324; k += 256)",
              "        load(k);",
              "    __syncthreads();",
              "    sum += 2 * in[i];",
              "}"};
    EXPECT_EQ(lines_replaced(diff_lines(before, after), before, after, 0.25),
              (std::vector<uint32_t>{1, 0, 0, 0, 3, 4}));
    const Lines one{"a = b;"}, other{"__syncthreads();"};
    EXPECT_EQ(lines_replaced(diff_lines(one, other), one, other, 0.25), (std::vector<uint32_t>{0}));
}

} // namespace
} // namespace warpscope::insight
