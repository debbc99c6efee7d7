#include <gmock/gmock.h>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::HasSubstr;

Variant sample() {
    Variant variant;
    variant.name = "naive";
    variant.block = {8, 4, 1};
    Parameter radius;
    radius.name = "radius";
    radius.maximum = 16;
    radius.initial = 3;
    Parameter sigma;
    sigma.name = "sigma";
    sigma.type = ElementType::f32;
    sigma.minimum = 0.5;
    sigma.maximum = 4;
    sigma.initial = 1.5;
    variant.parameters = {radius, sigma};
    return variant;
}

TEST(Settings, DefaultsComeFromTheFile) {
    const Settings settings = default_settings(sample());
    EXPECT_EQ(settings.block, (Dim3{8, 4, 1}));
    EXPECT_EQ(settings.values.at("radius"), 3);
    EXPECT_EQ(settings.values.at("sigma"), 1.5);
}

TEST(Settings, AssignmentsChangeValues) {
    Settings settings = default_settings(sample());
    EXPECT_TRUE(apply_setting(sample(), settings, "radius=16"));
    EXPECT_TRUE(apply_setting(sample(), settings, "sigma=0.75"));
    EXPECT_EQ(settings.values.at("radius"), 16);
    EXPECT_EQ(settings.values.at("sigma"), 0.75);
    EXPECT_TRUE(apply_setting(sample(), settings, "radius=0"));
    EXPECT_TRUE(apply_setting(sample(), settings, "radius=2e0"));
}

TEST(Settings, ChoicesAcceptNames) {
    Variant variant = sample();
    Parameter border;
    border.name = "BORDER";
    border.maximum = 2;
    border.choices = {"copy", "clamp", "mirror"};
    variant.parameters.push_back(border);
    Settings settings = default_settings(variant);
    EXPECT_TRUE(apply_setting(variant, settings, "BORDER=mirror"));
    EXPECT_EQ(settings.values.at("BORDER"), 2);
    EXPECT_TRUE(apply_setting(variant, settings, "BORDER=1"));
    EXPECT_EQ(settings.values.at("BORDER"), 1);
    EXPECT_EQ(value_text(border, 1), "clamp");
    EXPECT_EQ(value_text(sample().parameters[1], 1.5), "1.5");
    const auto wrong = apply_setting(variant, settings, "BORDER=miror");
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().text(), HasSubstr("did you mean 'mirror'?"));
}

std::string refusal(std::string_view text) {
    Settings settings = default_settings(sample());
    const Settings before = settings;
    const auto applied = apply_setting(sample(), settings, text);
    EXPECT_FALSE(applied) << text;
    EXPECT_EQ(settings, before);
    if (applied) return {};
    EXPECT_EQ(applied.error().kind, ErrorKind::usage);
    return applied.error().text();
}

TEST(Settings, MistakesSuggestValidValues) {
    EXPECT_THAT(refusal("radius=17"), HasSubstr("radius goes from 0 to 16"));
    EXPECT_THAT(refusal("radius=-1"), HasSubstr("radius goes from 0 to 16"));
    EXPECT_THAT(refusal("sigma=0.1"), HasSubstr("sigma goes from 0.5 to 4"));
    EXPECT_THAT(refusal("radius=1.5"), HasSubstr("whole number"));
    EXPECT_THAT(refusal("radius=three"), HasSubstr("'three' is not a number"));
    EXPECT_THAT(refusal("radius=nan"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("radius=inf"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("radius="), HasSubstr("not a number"));
    EXPECT_THAT(refusal("radius=3 "), HasSubstr("not a number"));
    EXPECT_THAT(refusal("raduis=3"), HasSubstr("did you mean 'radius'?"));
    EXPECT_THAT(refusal("zzzzzz=3"), HasSubstr("it has: radius, sigma"));
    EXPECT_THAT(refusal("radius"), HasSubstr("NAME=VALUE"));
    EXPECT_THAT(refusal("=3"), HasSubstr("NAME=VALUE"));
    EXPECT_THAT(refusal(""), HasSubstr("NAME=VALUE"));
}

} // namespace
} // namespace warpscope::catalog
