#include "cli/target.hpp"

#include <gtest/gtest.h>

namespace warpscope::cli {
namespace {

TEST(ParseBlock, MissingExtentsAreOne) {
    EXPECT_EQ(parse_block("16"), (Dim3{16, 1, 1}));
    EXPECT_EQ(parse_block("16x8"), (Dim3{16, 8, 1}));
    EXPECT_EQ(parse_block("8x4x2"), (Dim3{8, 4, 2}));
}

TEST(ParseBlock, RejectsInvalidSizes) {
    for (const char* text : {"", "x", "16x", "x16", "0x4", "16x0", "-4", "4.5", "4x4x4x4", "16 x 16", "99999999999"}) {
        const auto block = parse_block(text);
        ASSERT_FALSE(block) << text;
        EXPECT_EQ(block.error().kind, ErrorKind::usage) << text;
    }
}

TEST(ParseSize, AcceptsTwoSidesWithinLimits) {
    EXPECT_EQ(parse_size("1600x900"), (Dim3{1600, 900, 1}));
    for (const char* text : {"1600", "0x10", "10x16385", "1x1x1"}) EXPECT_FALSE(parse_size(text)) << text;
}

TEST(MakeRequest, UnknownExperimentListsKnownOnes) {
    catalog::Catalog catalog;
    catalog.experiments.push_back({});
    catalog.experiments[0].name = "box_blur";
    TargetOptions options;
    options.target = "box_blurr";
    const auto request = make_request(catalog, options);
    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().kind, ErrorKind::usage);
    EXPECT_NE(request.error().hint.english().find("box_blur"), std::string::npos) << request.error().text();
}

TEST(MakeRequest, TextReplacesKernelSource) {
    TargetOptions options;
    options.target = WARPSCOPE_SOURCE_DIR "/cuda/box_blur/experiment.toml/naive";
    options.text = WARPSCOPE_SOURCE_DIR "/cuda/box_blur/tiled.cu";
    const auto request = make_request({}, options);
    ASSERT_TRUE(request) << request.error().text();
    EXPECT_EQ(request->variant, "naive");
    ASSERT_TRUE(request->text);
    EXPECT_NE(request->text->find("__shared__"), std::string::npos);
    options.text = "/nowhere/at-all.cu";
    ASSERT_FALSE(make_request({}, options));
    EXPECT_EQ(make_request({}, options).error().kind, ErrorKind::environment);
}

TEST(MakeRequest, FileTargetSelectsVariant) {
    TargetOptions options;
    options.target = WARPSCOPE_SOURCE_DIR "/tests/gpu/fault/experiment.toml/far_store";
    const auto request = make_request({}, options);
    ASSERT_TRUE(request) << request.error().text();
    EXPECT_EQ(request->variant, "far_store");
    options.target += "s";
    const auto wrong = make_request({}, options);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
    EXPECT_NE(wrong.error().message.english().find("has no variant 'far_stores'"), std::string::npos)
        << wrong.error().text();
}

} // namespace
} // namespace warpscope::cli
