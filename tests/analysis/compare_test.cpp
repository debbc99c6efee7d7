#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analysis/compare.hpp"
#include "analysis/runs.hpp"

namespace warpscope::analysis {
namespace {

const MetricRow& row(const Comparison& c, std::string_view name, std::string_view unit) {
    for (const MetricRow& r : c.metrics)
        if (r.name == name && r.unit == unit) return r;
    ADD_FAILURE() << "no row " << name << ", " << unit;
    return c.metrics.front();
}

TEST(Compare, PaddedTransposeHasNoBankConflicts) {
    const auto a = run("transpose", "tiled", "index:64x64"), b = run("transpose", "padded", "index:64x64");
    const Comparison c = compare(*a, *b);
    const MetricRow& passes = row(c, "shared passes", "per request");
    EXPECT_DOUBLE_EQ(passes.first, 16.5); // mean of one pass for a row and 32 for a column
    EXPECT_DOUBLE_EQ(passes.second, 1);
    EXPECT_EQ(passes.better, Side::second);
    EXPECT_EQ(passes.change(), "× 0.0606");
    EXPECT_EQ(row(c, "threads", "").better, Side::neither);
    EXPECT_FALSE(row(c, "threads", "").differs());
    EXPECT_EQ(c.output.different, 0u);
    EXPECT_EQ(c.output.sentence(), "The outputs are equal in all 4096 elements.");
    ASSERT_EQ(c.settings.size(), 1u);
    EXPECT_EQ(c.settings[0].name, "variant");
    EXPECT_EQ(c.settings[0].second, "padded");
    EXPECT_FALSE(c.several_launches);
    ASSERT_FALSE(c.ranked().empty());
    EXPECT_EQ(c.ranked().front()->name, "bank conflicts") << "the most important metric comes first";
    EXPECT_EQ(c.verdict(),
              "padded has better counts: no bank conflicts instead of 3968 and 17 times fewer shared passes. Times "
              "were not compared.");
}

TEST(Compare, VerdictNamesGainsAndCosts) {
    Comparison c;
    c.second_name = "tiled";
    c.metrics = {{"blocks", "", "", 4, 8, 0, Side::neither},
                 {"load sectors", "per request", "", 4, 1, 2, Side::second},
                 {"load sectors", "sectors", "", 2600, 100, 0, Side::second},
                 {"instructions", "by warps", "", 100, 150, 0, Side::first},
                 {"diverging", "warps", "", 32, 0, 0, Side::second},
                 {"surplus", "threads", "", 3, 3, 0, Side::neither}};
    EXPECT_EQ(c.verdict(), "tiled has 26 times fewer load sectors and no diverging warps instead of 32, "
                           "but 1.50 times as many warp instructions. Times were not compared.");
    std::vector<std::string> names;
    for (const MetricRow* r : c.ranked()) names.push_back(r->name + " " + r->unit);
    EXPECT_EQ(names.front(), "load sectors sectors");
    EXPECT_EQ(names.back(), "blocks ") << "the number of blocks does not decide";
    EXPECT_EQ(c.metrics.back().title(), "idle threads");
    std::swap(c.metrics[2].first, c.metrics[2].second);
    c.metrics = {c.metrics[2]};
    c.metrics[0].better = Side::first;
    EXPECT_EQ(c.verdict(), "tiled has worse counts: 26 times as many load sectors. Times were not compared.");
    c.metrics.clear();
    EXPECT_EQ(c.verdict(), "");
}

TEST(Compare, VerdictIncludesLargestChange) {
    Comparison c;
    c.second_name = "convergent";
    c.metrics = {{"load sectors", "sectors", "", 2044, 532, 0, Side::second},
                 {"store sectors", "sectors", "", 1020, 264, 0, Side::second},
                 {"diverging", "warps", "", 32, 4, 0, Side::second},
                 {"instructions", "by warps", "", 4892, 4276, 0, Side::second}};
    EXPECT_EQ(c.verdict(),
              "convergent has better counts: 3.8 times fewer load sectors, 3.9 times fewer store sectors and 8.0 "
              "times fewer diverging warps. Times were not compared.");
}

TEST(Compare, RatiosRoundToThreeDigits) {
    MetricRow row{"arithmetic", "float op/byte", "", 1, 0.125, 2};
    EXPECT_EQ(row.text(row.second), "0.125");
    EXPECT_EQ(row.change(), "× 0.125");
    row.second = 9.574;
    EXPECT_EQ(row.change(), "× 9.57");
    row.second = 0.9951;
    EXPECT_EQ(row.change(), "× 0.9951");
}

TEST(Compare, GlobalAndSharedAtomicsAreSeparate) {
    const auto a = run("histogram", "global", "noise:64x64"), b = run("histogram", "private_shared", "noise:64x64");
    const Comparison c = compare(*a, *b);
    EXPECT_EQ(row(c, "global atomics", "operations").first, 4096);
    EXPECT_EQ(row(c, "shared atomics", "operations").first, 0);
    EXPECT_EQ(row(c, "shared atomics", "operations").second, 4096);
    EXPECT_EQ(row(c, "shared atomics", "operations").better, Side::neither);
    EXPECT_LT(row(c, "global atomics", "operations").second, 4096); // bins without values cost no atomics
    EXPECT_EQ(row(c, "global atomics", "operations").better, Side::second);
    for (const MetricRow& r : c.metrics) // no thread owns a bin, because all threads add to all bins
        EXPECT_TRUE(r.name != "owners" && r.name != "surplus") << r.name;
}

TEST(Compare, SettingsDifferInOneParameter) {
    const auto a = run("box_blur", "naive", "noise:40x30", {{"radius", 1}}),
               b = run("box_blur", "naive", "noise:40x30", {{"radius", 3}});
    const Comparison c = compare(*a, *b);
    ASSERT_EQ(c.settings.size(), 1u);
    EXPECT_EQ(c.settings[0].name, "radius");
    EXPECT_EQ(c.settings[0].first, "1");
    EXPECT_EQ(c.settings[0].second, "3");
    EXPECT_EQ(row(c, "instructions", "by warps").better, Side::first);
    EXPECT_GT(c.output.different, 0u);
    EXPECT_GE(c.output.largest, 1);
    EXPECT_EQ(c.first_name, "baseline");
}

TEST(Compare, SumsSeveralLaunches) {
    const auto a = run("box_blur", "naive", "noise:40x30"), b = run("box_blur", "separable", "noise:40x30");
    const Comparison c = compare(*a, *b);
    EXPECT_TRUE(c.several_launches);
    EXPECT_EQ(row(c, "launches", "").second, 2);
    uint64_t instructions = 0;
    for (const auto& launch : b->measured->launches()) instructions += launch.warp_instructions;
    EXPECT_EQ(row(c, "instructions", "by warps").second, static_cast<double>(instructions));
    EXPECT_NE(comparison_text(c).find("summed over all launches"), std::string::npos);
}

TEST(Compare, NoPassesIsNotBetter) {
    const auto a = run("transpose", "tiled", "index:32x32"), b = run("transpose", "naive_row", "index:32x32");
    const Comparison c = compare(*a, *b);
    EXPECT_EQ(row(c, "shared passes", "").better, Side::neither);
    EXPECT_EQ(row(c, "bank conflicts", "").better, Side::second);
    EXPECT_EQ(row(c, "shared passes", "").change(), "-1056");
    EXPECT_EQ(c.verdict(), "naive_row has no bank conflicts instead of 992 and 1.70 times fewer warp instructions, but "
                           "8.0 times as many store sectors. Times were not compared.");
    EXPECT_EQ(compare(*b, *a).verdict(),
              "tiled has 8.0 times fewer store sectors, but 992 bank conflicts instead of none and 1.70 times as many "
              "warp instructions. Times were not compared.");
}

TEST(Compare, ReportsDifferentShapes) {
    const auto a = run("box_blur", "naive", "noise:40x30"), b = run("box_blur", "naive", "noise:41x30");
    const Comparison c = compare(*a, *b);
    EXPECT_FALSE(c.output.comparable);
    EXPECT_EQ(c.output.sentence(), "The outputs have different shapes or types.");
    EXPECT_EQ(comparison_json(c)["output"]["comparable"], false);
}

TEST(Compare, RunEqualsItself) {
    const auto a = run("box_blur", "naive", "noise:20x20");
    const Comparison c = compare(*a, *a);
    EXPECT_TRUE(c.settings.empty());
    for (const MetricRow& r : c.metrics) {
        EXPECT_FALSE(r.differs()) << r.name;
        EXPECT_EQ(r.change(), "");
    }
    EXPECT_NE(comparison_text(c).find("No measured number differs."), std::string::npos);
}

} // namespace
} // namespace warpscope::analysis
