#include <bit>
#include <gmock/gmock.h>

#include "catalog/load_fixture.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(ExperimentFile, ReadsEveryKey) {
    const auto loaded = load(sample_file);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->name, folder.path().filename().string());
    EXPECT_EQ(loaded->title, "Sample");
    EXPECT_EQ(loaded->topic, "Tests");
    EXPECT_EQ(loaded->order, 7);
    EXPECT_EQ(loaded->default_input, "gradient:8x8");
    ASSERT_EQ(loaded->variants.size(), 2u);
    const Variant& one = loaded->variants[0];
    EXPECT_EQ(one.title, "one");
    EXPECT_EQ(one.source, folder.path() / "one.cu");
    EXPECT_EQ(one.block, (Dim3{8, 4, 1}));
    EXPECT_EQ(one.block_dimensions, 2u);
    EXPECT_FALSE(one.races);
    EXPECT_EQ(one.budget, 5000u);
    ASSERT_EQ(one.parameters.size(), 2u);
    EXPECT_EQ(one.parameters[0].help, "How far.");
    EXPECT_EQ(one.parameters[0].initial, 3);
    EXPECT_TRUE(one.parameters[1].is_definition);
    EXPECT_EQ(one.parameters[1].step, 2);
    ASSERT_EQ(one.buffers.size(), 2u);
    EXPECT_TRUE(one.buffers[0].is_main_input);
    EXPECT_EQ(one.buffers[0].channels, 3u);
    EXPECT_EQ(one.buffers[1].type, ElementType::f32);
    EXPECT_EQ(one.buffers[1].height, "height + radius");
    EXPECT_EQ(one.buffers[1].depth, "1");
    EXPECT_EQ(one.buffers[1].contents, "-1.5");
    EXPECT_EQ(one.buffers[0].owners, Owners::one); // default value
    EXPECT_EQ(one.buffers[1].owners, Owners::many);
    EXPECT_TRUE(one.findings.empty());
    EXPECT_THAT(one.symbols.at(0).values, ElementsAre(1, 2.5, -3));
    ASSERT_EQ(one.launches.size(), 1u);
    EXPECT_THAT(one.launches[0].grid, ElementsAre("ceil_div(width, block.x)", "2"));
    EXPECT_EQ(one.launches[0].repeat, "radius");
    ASSERT_TRUE(one.window);
    EXPECT_EQ(one.window->left, "radius");
    EXPECT_EQ(one.window->up, "0");
    EXPECT_EQ(one.window->front, "0");
    ASSERT_TRUE(one.arrangement);
    EXPECT_EQ(one.arrangement->left, "in");
    EXPECT_EQ(one.arrangement->above, "");
    EXPECT_EQ(one.arrangement->center, "out");
    const Variant& two = loaded->variants[1];
    EXPECT_EQ(two.parameters[0].maximum, 4); // replaced by the variant
    EXPECT_EQ(two.parameters[0].initial, 1); // default: the minimum
    EXPECT_EQ(two.parameters[1].name, "TILE");
    ASSERT_EQ(two.launches.size(), 1u);
    EXPECT_EQ(two.launches[0].kernel, "other");
    EXPECT_THAT(two.launches[0].block, ElementsAre("32", "2"));
    EXPECT_EQ(two.captions.size(), 2u);
    EXPECT_TRUE(two.races);
    EXPECT_THAT(two.findings, ElementsAre("race_global"));
    EXPECT_EQ(two.budget, 5000u);
}

TEST_F(ExperimentFile, OlderSpellingOfCenterIsRead) {
    std::string text = sample_file;
    text.replace(text.find("center ="), 8, "centre =");
    const auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text();
    ASSERT_TRUE(loaded->variants.at(0).arrangement);
    EXPECT_EQ(loaded->variants[0].arrangement->center, "out");
}

TEST_F(ExperimentFile, VariantOverridesRacesAndBudget) {
    std::string text = sample_file;
    text.replace(text.find("budget = 5000"), 13, "races = true");
    text.replace(text.rfind("races = true"), 12, "races = false\nbudget = 7");
    const auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_TRUE(loaded->variants[0].races);
    EXPECT_FALSE(loaded->variants[0].budget);
    EXPECT_FALSE(loaded->variants[1].races);
    EXPECT_EQ(loaded->variants[1].budget, 7u);
}

TEST_F(ExperimentFile, VariantOverridesArchitecture) {
    EXPECT_EQ(load(sample_file)->variants[0].arch, "");
    std::string text = sample_file;
    text.replace(text.find("budget = 5000"), 13, "arch = \"compute_80\"");
    text.replace(text.rfind("races = true"), 12, "arch = \"compute_90a\"");
    const auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->variants[0].arch, "compute_80");
    EXPECT_EQ(loaded->variants[1].arch, "compute_90a");
}

TEST_F(ExperimentFile, EveryOwnerCountHasAName) {
    for (const auto& [name, owners] : {std::pair{"one", Owners::one},
                                       {"at_most_one", Owners::at_most_one},
                                       {"many", Owners::many},
                                       {"any", Owners::any}}) {
        std::string text = sample_file;
        text.replace(text.find("\"many\""), 6, std::string("\"") + name + "\"");
        const auto loaded = load(text);
        ASSERT_TRUE(loaded) << loaded.error().text();
        EXPECT_EQ(loaded->variants[0].buffers[1].owners, owners) << name;
    }
}

TEST_F(ExperimentFile, SingleKernelNeedsNoVariant) {
    folder.write("mine.cu", "");
    const auto loaded =
        load_experiment(folder.write("mine.toml", "title = \"Mine\"\n[block]\nx = 64\n"
                                                  "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n"
                                                  "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\"]\n"));
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->name, "mine");
    ASSERT_EQ(loaded->variants.size(), 1u);
    EXPECT_EQ(loaded->variants[0].name, "basic");
    EXPECT_EQ(loaded->variants[0].source, folder.path() / "mine.cu");
    EXPECT_EQ(loaded->variants[0].block_dimensions, 1u);
}

TEST_F(ExperimentFile, UnusedBlockHasNoSliders) {
    folder.write("mine.cu", "");
    const auto sliders = [&](const std::string& launch) {
        const auto loaded =
            load_experiment(folder.write("mine.toml", "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n"
                                                      "[[launch]]\nkernel = \"k\"\n" +
                                                          launch));
        EXPECT_TRUE(loaded) << loaded.error().text();
        return loaded ? loaded->variants[0].block_dimensions : 99;
    };
    EXPECT_EQ(sliders("grid = [1]\nblock = [32]\narguments = [\"out\"]\n"), 0u);
    EXPECT_EQ(sliders("grid = [1]\narguments = [\"out\"]\n"), 2u);
    EXPECT_EQ(sliders("grid = [1]\nblock = [\"2*block.x\"]\narguments = [\"out\"]\n"), 2u);
    EXPECT_EQ(sliders("grid = [1]\nblock = [32]\nrepeat = \"block.x\"\n"), 2u);
    // Here block.x is the launch's fixed block, which no slider changes.
    EXPECT_EQ(sliders("grid = [\"block.x\"]\nblock = [32]\narguments = [\"out\", [\"s32:block.x\"]]\n"), 0u);
}

TEST_F(ExperimentFile, TexturesNeedMatchingInputs) {
    folder.write("mine.cu", "");
    const auto read = [&](const std::string& input, const std::string& texture) {
        return load_experiment(folder.write(
            "mine.toml", "[[buffer]]\nname = \"in\"\nrole = \"input\"\nshape = [8, 4]\ncontents = 1\n" + input +
                             "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n[[texture]]\n" + texture +
                             "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\", \"image\"]\n"));
    };
    const std::string named = "name = \"image\"\nbuffer = \"in\"\n";
    const auto good =
        read("type = \"f32\"\n", named + "filter = \"linear\"\naddress = \"border\"\nborder = [2, 0.5]\n");
    ASSERT_TRUE(good) << good.error().text();
    const TextureSpec& texture = good->variants[0].textures.at(0);
    EXPECT_TRUE(texture.settings.linear);
    EXPECT_EQ(texture.settings.address[1], AddressMode::border);
    EXPECT_EQ(texture.settings.border, (std::array<float, 4>{2, 0.5f, 0, 0}));
    // As in CUDA, the border of a texture that is read as integers holds integer bits.
    TextureSpec whole;
    whole.settings.border = {255, -1, 0, 0};
    const auto bits = std::bit_cast<std::array<uint32_t, 4>>(whole.settings_for(ElementType::s32).border);
    EXPECT_EQ(bits, (std::array<uint32_t, 4>{255, 0xffffffff, 0, 0}));
    EXPECT_EQ(whole.settings_for(ElementType::f32).border, whole.settings.border);
    EXPECT_EQ(integer_of_border(whole.settings_for(ElementType::s16).border[1], true), -1);
    const auto wrong = [&](const std::string& input, const std::string& keys) {
        const auto loaded = read(input, keys);
        return loaded ? std::string() : loaded.error().text();
    };
    EXPECT_THAT(wrong("", named + "filter = \"cubic\"\n"), HasSubstr("'cubic' is not a filter"));
    EXPECT_THAT(wrong("", named + "address = \"clam\"\n"), HasSubstr("did you mean 'clamp'?"));
    EXPECT_THAT(wrong("", named + "filter = \"linear\"\n"), HasSubstr("gives floating-point numbers"));
    EXPECT_THAT(wrong("type = \"f32\"\n", named + "normalized_values = true\n"), HasSubstr("8 and 16 bits"));
    EXPECT_THAT(wrong("channels = 3\n", named), HasSubstr("three channels"));
    EXPECT_THAT(wrong("", named + "address = \"border\"\nborder = [0.5]\n"), HasSubstr("whole numbers"));
    EXPECT_THAT(wrong("", "name = \"image\"\nbuffer = \"out\"\n"), HasSubstr("is not an input"));
    EXPECT_THAT(wrong("", "name = \"image\"\nbuffer = \"inn\"\n"), HasSubstr("did you mean 'in'?"));
    EXPECT_THAT(wrong("", "name = \"in\"\nbuffer = \"in\"\n"), HasSubstr("also the name of a buffer"));
}

} // namespace
} // namespace warpscope::catalog
