// Values that sliders show as illegal: exact limits, and the same reason as the launch gives.
#include <gmock/gmock.h>

#include "catalog/legal.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::HasSubstr;

const Variant& shipped(const char* experiment, const char* variant) {
    static const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    return *catalog.find(experiment)->find(variant);
}

TEST(LegalValues, BlockStopsAtTooManyThreads) {
    const Variant& variant = shipped("box_blur", "naive");
    const auto spans = illegal_values(variant, default_settings(variant), {76, 62, 1}, {{}, 0});
    ASSERT_EQ(spans.size(), 1u); // with 16 threads in y, a block has at most 64 in x
    EXPECT_EQ(spans[0].first, 65);
    EXPECT_EQ(spans[0].last, 1024);
    EXPECT_EQ(spans[0].why, "A block of 65 x 16 x 1 has 1040 threads; the device allows at most 1024 per block.");
}

TEST(LegalValues, RadiusStopsAtSharedMemoryLimit) {
    const Variant& variant = shipped("box_blur", "tiled");
    Settings settings = default_settings(variant);
    settings.block = {1024, 1, 1};
    const auto spans = illegal_values(variant, settings, {76, 62, 1}, {"radius"});
    ASSERT_EQ(spans.size(), 1u);
    // A block needs 3 bytes for each of (1024 + 2 r)(1 + 2 r) pixels: 46710 bytes for r = 7, 53040 for r = 8. The limit
    // is 49152.
    EXPECT_EQ(spans[0].first, 8);
    EXPECT_EQ(spans[0].last, 16);
    EXPECT_THAT(spans[0].why, HasSubstr("53040 bytes"));
    settings.block = {16, 16, 1};
    EXPECT_TRUE(illegal_values(variant, settings, {76, 62, 1}, {"radius"}).empty());
}

TEST(LegalValues, TileWithoutOutputIsIllegal) {
    Variant variant = shipped("convolution", "tiled");
    for (Parameter& p : variant.parameters)
        if (p.name == "IN_TILE_DIM") p.minimum = 4; // the shipped slider excludes these values
    Settings settings = default_settings(variant);
    settings.values["FILTER_RADIUS"] = 4;
    const auto spans = illegal_values(variant, settings, {50, 40, 1}, {"IN_TILE_DIM"});
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_EQ(spans[0].first, 4);
    EXPECT_EQ(spans[0].last, 8); // a tile of 8 has no interior for a radius of 4
    EXPECT_FALSE(spans[0].why.empty());
}

TEST(LegalValues, IllegalValuesMaySurroundLegalOnes) {
    Variant variant = shipped("matrix_fill", "basic");
    variant.launches[0].grid = {"blocks_x - 9", "1"};
    variant.launches[0].shared = "2048 * blocks_x";
    const auto spans = illegal_values(variant, default_settings(variant), {}, {"blocks_x"});
    ASSERT_EQ(spans.size(), 2u);
    EXPECT_EQ(spans[0].first, 1);
    EXPECT_EQ(spans[0].last, 9);
    EXPECT_THAT(spans[0].why, HasSubstr("must be at least 1"));
    EXPECT_EQ(spans[1].first, 25);
    EXPECT_EQ(spans[1].last, 64);
}

TEST(LegalValues, FindsLimitsAmongMillions) {
    Variant variant = shipped("monte_carlo_pi", "per_hit");
    variant.launches[0].shared = "samples / 7";
    const auto spans = illegal_values(variant, default_settings(variant), {}, {"samples"});
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_EQ(spans[0].first, 7 * 49153);
    EXPECT_EQ(spans[0].last, 10'000'000);
}

TEST(LegalValues, HandlesImpossibleAndUnlimitedSliders) {
    Variant museum = shipped("bug_museum", "block_of_2048");
    museum.findings.clear(); // an expected finding would allow planning the launch
    EXPECT_FALSE(check_settings(museum, default_settings(museum), {}));
    Variant variant = shipped("box_blur", "naive");
    variant.launches[0].grid = {"0"};
    const auto spans = illegal_values(variant, default_settings(variant), {76, 62, 1}, {"radius"});
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_EQ(spans[0].first, 0);
    EXPECT_EQ(spans[0].last, 16);
    const Variant& gray = shipped("histogram", "global");
    EXPECT_TRUE(illegal_values(gray, default_settings(gray), {76, 62, 1}, {"NUM_BINS"}).empty());
}

TEST(LegalValues, ShippedSlidersAgreeWithPrepare) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    for (const Experiment& experiment : catalog.experiments)
        for (const Variant& variant : experiment.variants) {
            const Settings settings = default_settings(variant);
            const Shape shape{24, 18, 1};
            HostBuffer input;
            if (const BufferSpec* main = main_input(variant)) {
                input::InputSpec spec;
                spec.shape = shape;
                input = input::generate(spec, main->type, main->channels);
            }
            const auto legal = [&](const std::string& slider, double value) {
                Settings moved = settings;
                if (slider == "block x")
                    moved.block.x = static_cast<uint32_t>(value);
                else if (slider == "block y")
                    moved.block.y = static_cast<uint32_t>(value);
                else if (slider == "block z")
                    moved.block.z = static_cast<uint32_t>(value);
                else
                    moved.values[slider] = value;
                return prepare(variant, moved, input).has_value();
            };
            for (const auto& [slider, spans] : all_illegal_values(variant, settings, shape))
                for (const IllegalSpan& span : spans) {
                    EXPECT_FALSE(legal(slider, span.first)) << experiment.name << " " << slider;
                    EXPECT_FALSE(legal(slider, span.last)) << experiment.name << " " << slider;
                    if (slider.starts_with("block") && span.first > 1) {
                        EXPECT_TRUE(legal(slider, span.first - 1)) << experiment.name << " " << slider;
                    }
                }
        }
}

} // namespace
} // namespace warpscope::catalog
