#include "base/buffer.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace warpscope {
namespace {

constexpr ElementType all_types[] = {ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                                     ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                                     ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16};

double stored(ElementType type, double value) {
    std::byte bytes[8] = {};
    store_element(bytes, type, 0, value);
    return element_as_double(bytes, type, 0);
}

std::string text_of(ElementType type, double value) {
    std::byte bytes[8] = {};
    store_element(bytes, type, 0, value);
    return element_text(bytes, type, 0);
}

TEST(ElementTypes, NamesRoundTrip) {
    for (ElementType type : all_types) {
        EXPECT_EQ(element_type(name_of(type)), type) << name_of(type);
        EXPECT_TRUE(name_of(type).ends_with(std::to_string(size_of(type) * 8))) << name_of(type);
    }
    EXPECT_EQ(element_type("float"), std::nullopt);
    EXPECT_EQ(element_type(""), std::nullopt);
}

TEST(ElementTypes, OnlyFloatTypesAreFloating) {
    for (ElementType type : all_types)
        EXPECT_EQ(is_floating(type), name_of(type).find('f') != std::string_view::npos) << name_of(type);
}

TEST(Elements, IntegersRoundAndClamp) {
    EXPECT_EQ(stored(ElementType::u8, 254.6), 255);
    EXPECT_EQ(stored(ElementType::u8, 300), 255);
    EXPECT_EQ(stored(ElementType::u8, -3), 0);
    EXPECT_EQ(stored(ElementType::s8, -128.4), -128);
    EXPECT_EQ(stored(ElementType::s8, -1e9), -128);
    EXPECT_EQ(stored(ElementType::s16, 32767.5), 32767);
    EXPECT_EQ(stored(ElementType::u32, 4294967295.0), 4294967295.0);
    EXPECT_EQ(stored(ElementType::s32, 1e300), 2147483647.0);
}

TEST(Elements, WideIntegersClampAtLimits) {
    std::byte bytes[8];
    store_element(bytes, ElementType::u64, 0, 1e30);
    EXPECT_EQ(element_text(bytes, ElementType::u64, 0), "18446744073709551615");
    store_element(bytes, ElementType::s64, 0, 1e30);
    EXPECT_EQ(element_text(bytes, ElementType::s64, 0), "9223372036854775807");
    store_element(bytes, ElementType::s64, 0, -1e30);
    EXPECT_EQ(element_text(bytes, ElementType::s64, 0), "-9223372036854775808");
}

TEST(Elements, NanBecomesZeroInIntegers) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (ElementType type : all_types) {
        if (is_floating(type))
            EXPECT_TRUE(std::isnan(stored(type, nan))) << name_of(type);
        else
            EXPECT_EQ(stored(type, nan), 0) << name_of(type);
    }
}

TEST(Elements, IndexCountsElements) {
    for (ElementType type : all_types) {
        std::vector<std::byte> bytes(size_of(type) * 3);
        for (uint64_t i = 0; i < 3; ++i) store_element(bytes.data(), type, i, static_cast<double>(i + 5));
        for (uint64_t i = 0; i < 3; ++i)
            EXPECT_EQ(element_as_double(bytes.data(), type, i), static_cast<double>(i + 5)) << name_of(type);
    }
}

TEST(Elements, TextIsExactAndShort) {
    EXPECT_EQ(text_of(ElementType::u8, 7), "7"); // not the character 7
    EXPECT_EQ(text_of(ElementType::s8, -7), "-7");
    EXPECT_EQ(text_of(ElementType::f32, 0.1), "0.1");
    EXPECT_EQ(text_of(ElementType::f64, 0.1), "0.1");
    EXPECT_EQ(text_of(ElementType::f64, 1.0 / 3.0), "0.3333333333333333");
    EXPECT_EQ(text_of(ElementType::f16, 0.1), "0.1"); // 0.0999755859375 as a half
    EXPECT_EQ(text_of(ElementType::f16, 65504), "65504");
    EXPECT_EQ(text_of(ElementType::f16, -2.5), "-2.5");
    EXPECT_EQ(text_of(ElementType::f16, 1e9), "inf");
    EXPECT_EQ(text_of(ElementType::bf16, 0.1), "0.1"); // 0.10009765625 as bfloat16
    EXPECT_EQ(text_of(ElementType::bf16, -2.5), "-2.5");
    EXPECT_EQ(text_of(ElementType::bf16, 257), "256");
    EXPECT_EQ(text_of(ElementType::bf16, 1e39), "inf");
}

TEST(Elements, HalfTextRoundTrips) {
    for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
        const auto half = static_cast<uint16_t>(bits);
        std::byte bytes[2];
        std::memcpy(bytes, &half, 2);
        const std::string text = element_text(bytes, ElementType::f16, 0);
        ASSERT_EQ(half_from_float(std::stof(text)), half) << text;
        ASSERT_LE(text.size(), std::string_view("6.1035e-05").size()) << text; // 5 digits are enough for any half
    }
}

TEST(Layout, BytesIncludeEveryChannel) {
    const BufferLayout rgb{"image", ElementType::u8, 3, {5, 7, 1}};
    EXPECT_EQ(rgb.cell_bytes(), 3u);
    EXPECT_EQ(rgb.elements(), 105u);
    EXPECT_EQ(rgb.bytes(), 105u);
    const BufferLayout volume{"v", ElementType::f64, 1, {70000, 70000, 2}};
    EXPECT_EQ(volume.bytes(), uint64_t{70000} * 70000 * 2 * 8); // beyond 32 bits
}

} // namespace
} // namespace warpscope
