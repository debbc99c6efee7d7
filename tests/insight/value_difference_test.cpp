// Differences of buffers, with NaN, infinity, channels and padding.
#include "insight/value_difference.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

namespace warpscope::insight {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

HostBuffer buffer_from(ElementType type, const std::vector<double>& values, uint32_t channels = 1) {
    Bytes bytes(values.size() * size_of(type));
    for (size_t i = 0; i < values.size(); ++i) store_element(bytes.data(), type, i, values[i]);
    const auto width = static_cast<uint32_t>(values.size() / channels);
    return {{"v", type, channels, {width, 1, 1}}, std::make_shared<const Bytes>(std::move(bytes))};
}

ValueDifference difference_of(const HostBuffer& values, const HostBuffer& reference) {
    return subtract(scene::Space::output, values, reference);
}

TEST(ValueDifference, IsSigned) {
    const ValueDifference made =
        difference_of(buffer_from(ElementType::u8, {5, 3, 7}), buffer_from(ElementType::s32, {2, 4, 7}));
    EXPECT_EQ(made.at(0), 3);
    EXPECT_EQ(made.at(1), -1);
    EXPECT_EQ(made.at(2), 0);
    EXPECT_EQ(made.cells, 3u);
    EXPECT_EQ(made.different, 2u);
    EXPECT_EQ(made.largest, 3);
}

TEST(ValueDifference, LargeIntegersAreExact) {
    for (const ElementType type : {ElementType::u64, ElementType::s64}) {
        HostBuffer values = buffer_from(type, {0}), reference = buffer_from(type, {0});
        const uint64_t low = uint64_t{1} << 53, high = low + 1; // equal as double
        const auto bytes_of = [](const uint64_t& value) {
            const auto* first = reinterpret_cast<const std::byte*>(&value);
            return std::make_shared<Bytes>(first, first + sizeof value);
        };
        values.bytes = bytes_of(low);
        reference.bytes = bytes_of(high);
        const ValueDifference made = difference_of(std::move(values), std::move(reference));
        EXPECT_EQ(made.at(0), -1);
        EXPECT_EQ(made.different, 1u);
    }
}

TEST(ValueDifference, NanEqualsOnlyNan) {
    const double infinite = std::numeric_limits<double>::infinity();
    const ValueDifference made =
        difference_of(buffer_from(ElementType::f64, {nan_value, nan_value, infinite, infinite, 1.5}),
                      buffer_from(ElementType::f64, {nan_value, 1, infinite, 0, 1}));
    EXPECT_EQ(made.at(0), 0);
    EXPECT_TRUE(std::isnan(made.at(1)));
    EXPECT_EQ(made.at(2), 0);
    EXPECT_EQ(made.at(3), infinite);
    EXPECT_EQ(made.different, 3u);
    EXPECT_EQ(made.not_finite, 2u);
    EXPECT_EQ(made.largest, 0.5);
}

TEST(ValueDifference, TakesTheLargestChannel) {
    const ValueDifference made = difference_of(buffer_from(ElementType::f32, {1, 2, 3, nan_value, 9, 9}, 3),
                                               buffer_from(ElementType::f32, {2, 6, 3, 0, 0, 9}, 3));
    EXPECT_EQ(made.at(0), -4);
    EXPECT_TRUE(std::isnan(made.at(1)));
    EXPECT_EQ(made.different, 2u) << "cells, not channels";
}

TEST(ValueDifference, SkipsPadding) {
    HostBuffer values = buffer_from(ElementType::s32, {1, 2, 9, 3, 4, 9}),
               reference = buffer_from(ElementType::s32, {1, 2, 0, 3, 5, 0});
    for (HostBuffer* buffer : {&values, &reference}) {
        buffer->layout.shape = {3, 2, 1};
        buffer->layout.padding = 1;
    }
    const ValueDifference made = difference_of(values, reference);
    EXPECT_EQ(made.cells, 4u);
    EXPECT_EQ(made.different, 1u);
    EXPECT_EQ(made.largest, 1);
}

TEST(ValueDifference, NeedsCorrespondingCells) {
    const BufferLayout layout{"a", ElementType::u8, 1, {4, 3, 1}};
    BufferLayout other{"b", ElementType::f32, 1, {4, 3, 1}};
    EXPECT_TRUE(can_subtract(layout, other));
    other.channels = 3;
    EXPECT_FALSE(can_subtract(layout, other));
    other.channels = 1;
    other.shape = {3, 4, 1};
    EXPECT_FALSE(can_subtract(layout, other));
}

} // namespace
} // namespace warpscope::insight
