// Branches that split warps or leave them idle, from a trace and the source.
#include "insight/warp_splits.hpp"

#include <gtest/gtest.h>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

metrics::BlockTrace trace_of(const session::RunResult& result, const Dim3& block) {
    const auto launch = static_cast<uint32_t>(result.measured->launches().size() - 1);
    auto trace = result.measured->trace_block(launch, linear_index(block, result.shown().config.grid));
    EXPECT_TRUE(trace) << trace.error().text();
    return trace ? std::move(*trace) : metrics::BlockTrace{};
}

const SplitFacts::Value* find_value(const SplitFacts& split, std::string_view name) {
    const auto found = std::ranges::find(split.values, name, &SplitFacts::Value::name);
    return found == split.values.end() ? nullptr : &*found;
}

/// The third block in a row covers 8 columns of the picture, and a warp is two rows of 16 threads.
TEST(WarpSplits, HaveLanesAndDecidingValues) {
    const auto result = run("box_blur", "naive", "gradient:40x30");
    ASSERT_TRUE(result);
    const auto splits = find_splits(*result, trace_of(*result, {2, 0, 0}), 1);
    ASSERT_FALSE(splits.empty());
    const SplitFacts& split = splits.front();
    EXPECT_EQ(split.condition, "col < width && row < height");
    EXPECT_TRUE(split.worked_out);
    EXPECT_EQ(split.yes, 0x00ff00ffu);
    EXPECT_EQ(split.no, 0xff00ff00u);
    const SplitFacts::Value* col = find_value(split, "col");
    ASSERT_NE(col, nullptr);
    EXPECT_TRUE(is_range(&col->yes, 32, 39));
    EXPECT_TRUE(is_range(&col->no, 40, 47));
    EXPECT_TRUE(is_range(find_range(split.constants, "width"), 40, 40));
    EXPECT_EQ(find_value(split, "row"), nullptr) << "both groups have the same two rows";
    EXPECT_EQ(find_range(split.constants, "row"), nullptr) << "two rows are no constant";
}

TEST(WarpSplits, KnowMacrosOfNumbers) {
    const auto plain = run("box_blur", "naive", "gradient:40x30");
    ASSERT_TRUE(plain);
    session::Request request = plain->request;
    std::string text = plain->source;
    const std::string_view extent = "blockDim.x";
    size_t at = text.find(extent);
    ASSERT_NE(at, std::string::npos);
    for (; at != std::string::npos; at = text.find(extent)) text.replace(at, extent.size(), "T");
    request.text = "#define HALF 8\n#define T (2 * HALF)\n" + text;
    const auto result = session::run(request);
    ASSERT_TRUE(result) << result.error().text();
    const auto splits = find_splits(**result, trace_of(**result, {2, 0, 0}), 1);
    ASSERT_FALSE(splits.empty());
    EXPECT_TRUE(splits.front().worked_out);
    const SplitFacts::Value* col = find_value(splits.front(), "col");
    ASSERT_NE(col, nullptr);
    EXPECT_TRUE(is_range(&col->yes, 32, 39));
}

TEST(WarpSplits, FullBlockHasNone) {
    const auto result = run("color_to_gray", "basic", "gradient:32x32");
    ASSERT_TRUE(result);
    EXPECT_TRUE(find_splits(*result, trace_of(*result, {0, 0, 0}), 0).empty());
}

TEST(IdleReason, ThreadUsesItsOwnBranch) {
    const auto result = run("color_to_gray", "basic", "gradient:76x62");
    ASSERT_TRUE(result);
    // Lane 13 of warp 1 is column 77 of row 50.
    const auto reason = find_idle_reason(*result, trace_of(*result, {4, 3, 0}), 1, 13);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->line, 6u);
    EXPECT_EQ(reason->condition, "col < width && row < height");
    EXPECT_EQ(reason->lanes, 1u << 13);
    EXPECT_FALSE(reason->holds);
    EXPECT_TRUE(is_range(find_range(reason->values, "col"), 77, 77));
}

/// All rows of the warp are below the picture.
TEST(IdleReason, WholeWarpHasOneReason) {
    const auto result = run("color_to_gray", "basic", "gradient:76x62");
    ASSERT_TRUE(result);
    const auto trace = trace_of(*result, {0, 3, 0});
    const auto reason = find_idle_reason(*result, trace, 7);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->lanes, 0xffffffffu);
    EXPECT_FALSE(reason->holds);
    EXPECT_TRUE(is_range(find_range(reason->values, "row"), 62, 63));
    EXPECT_TRUE(is_range(find_range(reason->values, "height"), 62, 62));
    EXPECT_FALSE(find_idle_reason(*result, trace, 7, 3)) << "no branch separated the lane from others";
}

} // namespace
} // namespace warpscope::insight
