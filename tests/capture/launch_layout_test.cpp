#include <algorithm>

#include <gmock/gmock.h>

#include "capture/launches.hpp"

namespace warpscope::capture {
namespace {

TEST_F(Launches, LinearThreadsGetPictureRows) {
    const Program program("gray_line.cu");
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    const BufferShape &rgb = buffer(*opened, "d_rgb").shape, &gray = buffer(*opened, "d_gray").shape;
    EXPECT_EQ(rgb.shape, (Shape{90, 70, 1}));
    EXPECT_EQ(rgb.channels, 3u);
    EXPECT_EQ(gray.shape, (Shape{90, 70, 1}));
    EXPECT_EQ(gray.channels, 1u);
}

TEST_F(Launches, LoopsMatricesAndPaddingGiveRows) {
    const Program program("./layouts.cu");
    const auto shape = [](const Result<LaunchExperiment>& opened, const char* name) {
        return buffer(*opened, name).shape.seen();
    };
    const auto plain = program.open(0);
    ASSERT_TRUE(plain) << plain.error().text();
    EXPECT_EQ(shape(plain, "a"), (Shape{30, 48, 1}));
    EXPECT_EQ(shape(plain, "b"), (Shape{72, 30, 1})) << buffer(*plain, "b").shape.why.english();
    EXPECT_EQ(shape(plain, "c"), (Shape{72, 48, 1}));
    const auto tiles = program.open(1);
    ASSERT_TRUE(tiles) << tiles.error().text();
    EXPECT_EQ(shape(tiles, "ta"), (Shape{32, 64, 1}));
    EXPECT_EQ(shape(tiles, "tb"), (Shape{32, 48, 1}));
    EXPECT_EQ(shape(tiles, "tc"), (Shape{48, 64, 1}));
    for (const LaunchBuffer& one : tiles->buffers) EXPECT_EQ(one.shape.channels, 1u);
    const auto padded = program.open(2);
    ASSERT_TRUE(padded) << padded.error().text();
    EXPECT_EQ(shape(padded, "pixels"), (Shape{303, 67, 1})) << buffer(*padded, "pixels").shape.why.english();
    EXPECT_EQ(shape(padded, "grays"), (Shape{101, 67, 1}));
}

TEST_F(Launches, UserLayoutOverridesGuess) {
    const Program program("thousand_steps.cu");
    const auto opened = program.open(0, {{"d_a", {ElementType::u8, 4, 32}}});
    ASSERT_TRUE(opened) << opened.error().text();
    const LaunchBuffer& set = buffer(*opened, "d_a");
    EXPECT_TRUE(set.is_set);
    EXPECT_EQ(set.shape.shape, (Shape{32, 16, 1}));
    ASSERT_TRUE(run(opened->experiment));
}

TEST_F(Launches, PitchPaddingIsHidden) {
    const Program program("./pitched.cu");
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(buffer(*opened, "in").shape.shape, (Shape{512, 37, 1}));
    EXPECT_EQ(buffer(*opened, "in").shape.seen(), (Shape{100, 37, 1}));
    EXPECT_EQ(buffer(*opened, "out").shape.seen(), (Shape{37, 100, 1}));
    EXPECT_THAT(opened->experiment.guesses.at("basic"),
                testing::Contains(testing::Field(
                    &catalog::Guess::message,
                    testing::Property(&Message::english,
                                      "each row of 'in' ends with 412 cells of padding, which are hidden"))));
    const auto result = run(opened->experiment);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->shown().findings.empty());
    EXPECT_EQ(result->output.layout.seen(), (Shape{37, 100, 1}));
    const HostBuffer shown = without_padding(result->output);
    EXPECT_EQ(element<uint8_t>(shown, 3 * 37 + 2), static_cast<uint8_t>((2 * 100 + 3) * 7)); // row 3, column 2
    // Each row has 37 cells with owners, then padding without owners.
    const auto& maps = result->shown().maps;
    const auto map = std::ranges::find(maps, result->prepared.output_buffer, &metrics::CellMaps::buffer);
    ASSERT_NE(map, maps.end());
    EXPECT_NE(map->owner.at(512 * 99 + 36), 0u);
    EXPECT_EQ(map->owner.at(512 * 99 + 37), 0u);
    EXPECT_EQ(map->unowned, 0u);

    const auto set = program.open(0, {{"in", {ElementType::u8, 1, 512, 500}}, {"out", {ElementType::u8, 1, 512, 0}}});
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_EQ(buffer(*set, "in").shape.seen(), (Shape{12, 37, 1}));
    EXPECT_EQ(buffer(*set, "out").shape.seen(), (Shape{512, 100, 1}));
}

TEST_F(Launches, TexturesAreCaptured) {
    const Program program("./textures.cu");
    uint32_t opened = 0;
    for (uint32_t launch = 0; launch < program.record.launch_count; ++launch) {
        const auto one = program.open(launch);
        if (!one) { // textures over linear memory and three-dimensional textures are unsupported
            EXPECT_NE(one.error().message.english().find("uses a texture"), std::string::npos) << one.error().message;
            continue;
        }
        ++opened;
        const catalog::Variant& variant = one->experiment.variants.front();
        ASSERT_EQ(variant.textures.size(), 1u);
        if (buffer(*one, variant.textures[0].buffer).shape.padding > 0) { // rows with a pitch
            EXPECT_EQ(buffer(*one, variant.textures[0].buffer).shape.seen(), (Shape{33, 2, 1}));
            const auto padded = run(one->experiment);
            ASSERT_NE(padded, nullptr);
            EXPECT_TRUE(padded->shown().findings.empty());
            continue;
        }
        EXPECT_EQ(variant.textures[0].name, "texture");
        EXPECT_EQ(variant.textures[0].settings.linear, launch == 1);
        EXPECT_EQ(buffer(*one, variant.textures[0].buffer).shape.shape, (Shape{13, 7, 1}));
        const auto result = run(one->experiment);
        ASSERT_NE(result, nullptr);
        EXPECT_TRUE(result->measured->launches().back().findings.empty());
        // The first thread reads beyond the picture's corner.
        const HostBuffer out = result->measured->buffer(result->prepared.output_buffer);
        EXPECT_EQ(element_as_double(out.bytes->data(), ElementType::f32, 0), 0.0);
        EXPECT_NE(element_as_double(out.bytes->data(), ElementType::f32, 20), 0.0);
    }
    EXPECT_EQ(opened, 3u);
}

} // namespace
} // namespace warpscope::capture
