// Histograms of values, with partial bins, NaN and infinity.
#include "insight/value_histogram.hpp"

#include <gmock/gmock.h>
#include <limits>
#include <numeric>

#include "insight/recorded.hpp"

namespace warpscope::insight {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr double infinity = std::numeric_limits<double>::infinity();

HostBuffer buffer_of_values(ElementType type, const std::vector<double>& values, uint32_t channels = 1) {
    Bytes bytes(values.size() * size_of(type));
    for (size_t i = 0; i < values.size(); ++i) store_element(bytes.data(), type, i, values[i]);
    const auto width = static_cast<uint32_t>(values.size() / channels);
    return {{"v", type, channels, {width, 1, 1}}, std::make_shared<const Bytes>(std::move(bytes))};
}

ValueHistogram count_all(const HostBuffer& buffer, ValueLimits limits) {
    return count_values(buffer, {0, buffer.layout.shape.cells()}, limits);
}

TEST(ValueHistogram, FewIntegersHaveOwnBins) {
    const ValueHistogram found = count_all(buffer_of_values(ElementType::s32, {-1, 0, 0, 1, 1, 1, 3}), {-1, 3});
    EXPECT_THAT(found.bins, ElementsAre(1, 2, 3, 0, 1));
    EXPECT_EQ(found.largest, 3u);
    EXPECT_EQ(found.range_of(2).low, 1);
    EXPECT_EQ(found.range_of(2).high, 1);
}

TEST(ValueHistogram, CountsDifferencesPerCell) {
    const Content output;
    const ValueDifference difference = subtract(output, buffer_of_values(ElementType::s32, {1, 2, 3, 4}),
                                                buffer_of_values(ElementType::s32, {1, 1, 1, 4}));
    EXPECT_FALSE(histogram(difference, output));
    const auto found = make_histogram(difference, output);
    EXPECT_THAT(found->bins, ElementsAre(0, 0, 2, 1, 1));
    EXPECT_EQ(found->limits.low, -2);
    EXPECT_EQ(histogram(difference, output), found);
}

TEST(ValueHistogram, ManyIntegersShareBins) {
    std::vector<double> values(256);
    std::iota(values.begin(), values.end(), 0.0);
    const ValueHistogram bytes = count_all(buffer_of_values(ElementType::u8, values), {0, 255});
    ASSERT_EQ(bytes.bins.size(), 64u);
    EXPECT_THAT(bytes.bins, Each(4u));
    EXPECT_EQ(bytes.range_of(63).low, 252);
    EXPECT_EQ(bytes.range_of(63).high, 255);
    // 131 numbers fill 43 bins of three and one of two.
    const ValueHistogram odd = count_all(buffer_of_values(ElementType::u8, values), {0, 130});
    ASSERT_EQ(odd.bins.size(), 44u);
    EXPECT_EQ(odd.bins.back(), 2u);
    EXPECT_EQ(odd.range_of(43).high, 130);
    EXPECT_EQ(odd.above, 125u);
}

TEST(ValueHistogram, FloatsIncludeBothLimits) {
    const ValueHistogram found = count_all(buffer_of_values(ElementType::f32, {0, 0.25, 0.5, 1, -0.125, 1.5}), {0, 1});
    ASSERT_EQ(found.bins.size(), 64u);
    EXPECT_EQ(found.bins[0], 1u);
    EXPECT_EQ(found.bins[16], 1u);
    EXPECT_EQ(found.bins[32], 1u);
    EXPECT_EQ(found.bins[63], 1u);
    EXPECT_EQ(found.below, 1u);
    EXPECT_EQ(found.above, 1u);
    EXPECT_EQ(found.range_of(16).low, 0.25);
    EXPECT_EQ(found.range_of(16).high, 0.265625);
}

TEST(ValueHistogram, SeparatesNanAndInfinity) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const ValueHistogram found =
        count_all(buffer_of_values(ElementType::f64, {nan, infinity, -infinity, -infinity, 2, nan, nan}), {0, 4});
    EXPECT_EQ(found.nan, 3u);
    EXPECT_EQ(found.above, 1u);
    EXPECT_EQ(found.below, 2u);
    EXPECT_EQ(std::accumulate(found.bins.begin(), found.bins.end(), uint64_t{0}), 1u);
}

TEST(ValueHistogram, LargestDoublesDoNotOverflow) {
    const double max = std::numeric_limits<double>::max();
    const ValueHistogram found = count_all(buffer_of_values(ElementType::f64, {-max, 0, max}), {-max, max});
    EXPECT_EQ(found.bins.front(), 1u);
    EXPECT_EQ(found.bins[32], 1u);
    EXPECT_EQ(found.bins.back(), 1u);
}

TEST(ValueHistogram, EqualLimitsMakeOneBin) {
    const ValueHistogram found = count_all(buffer_of_values(ElementType::f32, {2, 2, 3}), {2, 2});
    EXPECT_THAT(found.bins, ElementsAre(2));
    EXPECT_EQ(found.above, 1u);
}

TEST(ValueHistogram, LogarithmRaisesSmallCounts) {
    std::vector<double> values(7, 0.0);
    values.push_back(1);
    const ValueHistogram found = count_all(buffer_of_values(ElementType::s32, values), {0, 2});
    EXPECT_EQ(found.height_of(0, false), 1);
    EXPECT_EQ(found.height_of(1, false), 1.0 / 7);
    EXPECT_EQ(found.height_of(2, false), 0);
    EXPECT_EQ(found.height_of(0, true), 1);
    EXPECT_DOUBLE_EQ(found.height_of(1, true), 1.0 / 3) << "log 2 is a third of log 8";
    EXPECT_EQ(found.height_of(2, true), 0);
}

TEST(ValueHistogram, CountsAllChannels) {
    const ValueHistogram found = count_all(buffer_of_values(ElementType::u8, {0, 1, 2, 0, 1, 2}, 3), {0, 2});
    EXPECT_THAT(found.bins, ElementsAre(2, 2, 2));
}

TEST(ValueHistogram, SkipsPadding) {
    HostBuffer buffer = buffer_of_values(ElementType::s32, {1, 1, 7, 1, 1, 7});
    buffer.layout.shape = {3, 2, 1};
    buffer.layout.padding = 1;
    EXPECT_THAT(count_all(buffer, {0, 7}).bins, ElementsAre(0, 4, 0, 0, 0, 0, 0, 0));
}

TEST(ValueHistogram, SliceHasItsOwnCells) {
    const HostBuffer volume = buffer_of_values(ElementType::s32, {0, 0, 1, 1, 1, 0});
    EXPECT_THAT(count_values(volume, {2, 2}, {0, 1}).bins, ElementsAre(0, 2));
}

TEST(ValueHistogram, IsCachedWithTheRun) {
    const auto shown = run("color_to_gray", "basic", "gradient:13x7");
    ASSERT_TRUE(shown);
    const Content output(scene::Space::output);
    EXPECT_EQ(histogram(*shown, output, {0, 255}), nullptr);
    const auto made = make_histogram(*shown, output, {0, 255});
    EXPECT_EQ(std::accumulate(made->bins.begin(), made->bins.end(), uint64_t{0}), 13u * 7);
    EXPECT_EQ(histogram(*shown, output, {0, 255}), made);
    EXPECT_EQ(histogram(*shown, output, {0, 100}), nullptr) << "each range has its own";
}

} // namespace
} // namespace warpscope::insight
