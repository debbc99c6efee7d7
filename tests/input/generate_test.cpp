#include "input/input.hpp"

#include <gtest/gtest.h>
#include <set>

namespace warpscope::input {
namespace {

double element(const HostBuffer& buffer, uint64_t index) {
    return element_as_double(buffer.bytes->data(), buffer.layout.type, index);
}

InputSpec spec_of(Pattern pattern, Shape shape, uint64_t seed = 1) { return {{}, pattern, shape, seed}; }

constexpr ElementType every_type[] = {ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                                      ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                                      ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16};

TEST(GeneratedInput, PatternsHaveRightSizeAndRange) {
    for (const ElementType type : every_type)
        for (const Shape shape : {Shape{1, 1, 1}, Shape{1, 7, 1}, Shape{13, 1, 1}, Shape{5, 3, 2}})
            for (const uint32_t channels : {1u, 2u, 3u, 4u})
                for (int p = 0; p < 5; ++p) {
                    const auto pattern = static_cast<Pattern>(p);
                    const HostBuffer made = generate(spec_of(pattern, shape), type, channels);
                    EXPECT_EQ(made.layout.shape, shape);
                    ASSERT_EQ(made.bytes->size(), shape.cells() * channels * size_of(type));
                    if (pattern == Pattern::index) continue;
                    const double largest = is_floating(type) ? 1 : type == ElementType::s8 ? 127 : 255;
                    for (uint64_t i = 0; i < made.layout.elements(); ++i) {
                        EXPECT_GE(element(made, i), 0);
                        EXPECT_LE(element(made, i), largest);
                    }
                }
}

TEST(GeneratedInput, GradientSpansTheRange) {
    const HostBuffer made = generate(spec_of(Pattern::gradient, {7, 5, 1}), ElementType::u8, 3);
    const auto pixel = [&](uint32_t x, uint32_t y, uint32_t c) { return element(made, (y * 7 + x) * 3 + c); };
    EXPECT_EQ(pixel(0, 0, 0), 0);
    EXPECT_EQ(pixel(6, 0, 0), 255);
    EXPECT_EQ(pixel(6, 0, 1), 0);
    EXPECT_EQ(pixel(0, 4, 1), 255);
    EXPECT_EQ(pixel(0, 0, 2), 0);
    EXPECT_EQ(pixel(6, 4, 2), 255);
    EXPECT_EQ(pixel(3, 2, 0), 128); // half of 255, rounded
}

TEST(GeneratedInput, IndexCountsCellsAndWraps) {
    const HostBuffer wide = generate(spec_of(Pattern::index, {300, 1, 1}), ElementType::u8, 1);
    EXPECT_EQ(element(wide, 255), 255);
    EXPECT_EQ(element(wide, 256), 0);
    const HostBuffer color = generate(spec_of(Pattern::index, {4, 3, 2}), ElementType::f32, 3);
    for (uint64_t i = 0; i < color.layout.elements(); ++i) EXPECT_EQ(element(color, i), static_cast<double>(i / 3));
    const HostBuffer negative = generate(spec_of(Pattern::index, {200, 1, 1}), ElementType::s8, 1);
    EXPECT_EQ(element(negative, 128), -128);
}

TEST(GeneratedInput, ImpulseIsOneCell) {
    const HostBuffer made = generate(spec_of(Pattern::impulse, {5, 4, 3}), ElementType::f64, 1);
    double sum = 0;
    for (uint64_t i = 0; i < made.layout.elements(); ++i) sum += element(made, i);
    EXPECT_EQ(sum, 1);
    EXPECT_EQ(element(made, (1 * 4 + 2) * 5 + 2), 1);
    EXPECT_EQ(element(generate(spec_of(Pattern::impulse, {1, 1, 1}), ElementType::u8, 1), 0), 255);
}

TEST(GeneratedInput, CheckerboardHasSquares) {
    const HostBuffer made = generate(spec_of(Pattern::checkerboard, {128, 64, 1}), ElementType::u8, 1);
    EXPECT_EQ(element(made, 0), 255);
    EXPECT_EQ(element(made, 7), 255);
    EXPECT_EQ(element(made, 8), 0);
    EXPECT_EQ(element(made, 8 * 128), 0);
    EXPECT_EQ(element(made, 8 * 128 + 8), 255);
}

TEST(GeneratedInput, NoiseDependsOnTheSeed) {
    const HostBuffer one = generate(spec_of(Pattern::noise, {4, 1, 1}, 1), ElementType::u64, 1);
    const HostBuffer again = generate(spec_of(Pattern::noise, {2, 2, 1}, 1), ElementType::u64, 1);
    EXPECT_EQ(*one.bytes, *again.bytes);
    // These numbers are fixed, because a change of the generator would silently change all figures made from noise.
    const double expected[] = {94, 241, 11, 199};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(element(one, i), expected[i]);
    EXPECT_NE(*one.bytes, *generate(spec_of(Pattern::noise, {4, 1, 1}, 2), ElementType::u64, 1).bytes);
}

TEST(GeneratedInput, NoiseSpreadsEvenly) {
    const HostBuffer made = generate(spec_of(Pattern::noise, {256, 256, 1}, 7), ElementType::u8, 1);
    std::vector<int> counts(256);
    for (uint64_t i = 0; i < made.layout.elements(); ++i) ++counts[static_cast<size_t>(element(made, i))];
    for (const int count : counts) { // each count is 256 on average, with standard deviation 16
        EXPECT_GT(count, 256 - 80);
        EXPECT_LT(count, 256 + 80);
    }
}

} // namespace
} // namespace warpscope::input
