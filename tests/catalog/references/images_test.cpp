#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "catalog/references/blur_reference.hpp"
#include "catalog/references/reference.hpp"
#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {
namespace {

/// Returns cases with sizes that are not multiples of the blocks.
std::vector<Case> image_cases(const std::string& experiment, const std::string& variant) {
    std::vector<Case> cases;
    for (const char* input :
         {"noise:1x1", "noise:1x37,seed=2", "noise:41x1,seed=3", "noise:23x29,seed=4", "gradient:76x62"})
        for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
            cases.push_back({experiment, variant, input, block, {}, 3});
    return cases;
}

std::vector<Case> large_cases(const std::string& experiment, const std::string& variant) {
    std::vector<Case> cases;
    for (const Dim3 block : {Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
        cases.push_back({experiment, variant, "noise:1023x769,seed=5", block, {}, 3});
    return cases;
}

/// Returns the gray values that compilers may compute. Fusing the sum of products into multiply-adds, from either end,
/// can change the last bit of the float and so the truncated value.
std::vector<std::set<double>> gray_references(const std::vector<double>& rgb) {
    std::vector<std::set<double>> gray(rgb.size() / 3);
    for (size_t i = 0; i < gray.size(); ++i) {
        const auto r = static_cast<float>(rgb[3 * i]), g = static_cast<float>(rgb[3 * i + 1]),
                   b = static_cast<float>(rgb[3 * i + 2]);
        const volatile float red = 0.299f * r, green = 0.587f * g, blue = 0.114f * b; // rounded, not fused
        const volatile float two = red + green;
        for (const float sum : {two + blue, std::fma(0.114f, b, std::fma(0.587f, g, red)),
                                std::fma(0.114f, b, std::fma(0.299f, r, green))})
            gray[i].insert(std::trunc(sum));
    }
    return gray;
}

/// Checks properties of every kernel with one thread per pixel.
void expect_clean(const Outcome& run, const Case& wanted) {
    for (const simt::Finding& finding : run.findings())
        ADD_FAILURE() << wanted.text() << ": line " << finding.source.line << ": " << finding.message;
    const Shape& shape = run.input.layout.shape;
    EXPECT_EQ(run.last().ownership.owners, shape.cells()) << wanted.text();
    EXPECT_EQ(run.last().ownership.idle_threads, run.last().config.threads() - shape.cells()) << wanted.text();
}

void check_grayscale(const Outcome& run) {
    const auto expected = gray_references(values_of(run.input));
    const auto got = run.values("gray");
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) ASSERT_TRUE(expected[i].count(got[i])) << "cell " << i << " is " << got[i];
}
const HasReference grays("color_to_gray", {"basic"}, check_grayscale);

void expect_gray(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_clean(run, wanted);
    SCOPED_TRACE(wanted.text());
    check_grayscale(run);
}

void expect_blurred(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_clean(run, wanted);
    SCOPED_TRACE(wanted.text());
    check_blur(run);
}

class Images : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

TEST_F(Images, ColorToGrayMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (Case wanted : image_cases("color_to_gray", "basic"))
            for (const int level : {3, 0}) {
                wanted.optimization = level;
                expect_gray(wanted, compiler);
            }
}

TEST_F(Images, ColorToGrayHandlesLargePictures) {
    for (const auto compiler : usable_compilers())
        for (const Case& wanted : large_cases("color_to_gray", "basic")) expect_gray(wanted, compiler);
}

TEST_F(Images, ColorToGrayMatchesTextbookCounts) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"color_to_gray", "basic", "gradient:76x62", {16, 16, 1}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const auto& measured = run.last();
        EXPECT_EQ(measured.config.blocks(), 20u);
        EXPECT_EQ(measured.config.threads(), 5120u);
        EXPECT_EQ(measured.ownership.owners, 4712u);
        const std::map<uint64_t, uint64_t> expected{{256, 12}, {192, 3}, {224, 4}, {168, 1}};
        EXPECT_EQ(measured.ownership.blocks_by_owners, expected);
        EXPECT_EQ(measured.config.warps(), 160u);
        EXPECT_EQ(measured.divergence.divergent_warps, 31u);
    }
}

TEST_F(Images, NaiveBlurMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (Case wanted : image_cases("box_blur", "naive"))
            for (const int radius : {0, 1, 3, 16}) {
                wanted.settings = {"radius=" + std::to_string(radius)};
                wanted.optimization = radius == 1 ? 0 : 3;
                expect_blurred(wanted, compiler);
            }
}

TEST_F(Images, NaiveBlurHandlesLargePictures) {
    for (const auto compiler : usable_compilers())
        for (const Case& wanted : large_cases("box_blur", "naive")) expect_blurred(wanted, compiler);
}

} // namespace
} // namespace warpscope::catalog::references
