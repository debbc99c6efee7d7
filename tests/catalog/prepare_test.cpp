#include <gmock/gmock.h>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

HostBuffer picture(uint32_t width, uint32_t height) {
    input::InputSpec spec;
    spec.shape = {width, height, 1};
    return input::generate(spec, ElementType::u8, 3);
}

class PreparedRun : public ::testing::Test {
protected:
    Variant variant(const std::string& text) {
        folder.write("basic.cu", "");
        auto loaded = load_experiment(folder.write("experiment.toml", text + "[[variant]]\nname = \"basic\"\n"));
        EXPECT_TRUE(loaded) << loaded.error().text();
        return loaded ? loaded->variants.front() : Variant{};
    }
    ScratchFolder folder;
};

const std::string image_parts = "[[buffer]]\nname = \"in\"\nrole = \"input\"\nmain = true\nchannels = 3\n"
                                "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [\"width\", \"height\"]\n";

TEST_F(PreparedRun, ColorToGrayMatchesTextbook) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const Variant& variant = *catalog.find("color_to_gray")->find("basic");
    const auto prepared = prepare(variant, default_settings(variant), picture(76, 62));
    ASSERT_TRUE(prepared) << prepared.error().text();
    ASSERT_EQ(prepared->plan.launches.size(), 1u);
    const PlannedLaunch& launch = prepared->plan.launches[0];
    EXPECT_EQ(launch.config.grid, (Dim3{5, 4, 1}));
    EXPECT_EQ(launch.config.block, (Dim3{16, 16, 1}));
    EXPECT_EQ(launch.config.threads(), 5120u);
    ASSERT_EQ(launch.arguments.size(), 4u);
    EXPECT_EQ(std::get<BufferArgument>(launch.arguments[0]).buffer, prepared->output_buffer);
    EXPECT_EQ(std::get<BufferArgument>(launch.arguments[1]).buffer, prepared->input_buffer);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[2]).value, 76);
    EXPECT_EQ(prepared->plan.buffers[prepared->output_buffer].layout.shape, (Shape{76, 62, 1}));
    EXPECT_EQ(prepared->plan.buffers[prepared->output_buffer].initial, nullptr);
    EXPECT_EQ(prepared->captions.size(), 2u);
}

TEST_F(PreparedRun, BoxBlurFollowsItsSlider) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const Variant& variant = *catalog.find("box_blur")->find("naive");
    Settings settings = default_settings(variant);
    settings.values["radius"] = 7;
    settings.block = {33, 1, 1};
    const auto prepared = prepare(variant, settings, picture(1, 5));
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_EQ(prepared->plan.launches[0].config.grid, (Dim3{1, 5, 1}));
    ASSERT_TRUE(prepared->window);
    EXPECT_EQ(prepared->window->left, 7);
    EXPECT_EQ(prepared->window->down, 7);
    EXPECT_EQ(prepared->window->back, 0);
    const auto& radius = std::get<ScalarArgument>(prepared->plan.launches[0].arguments[4]);
    EXPECT_EQ(radius.name, "radius");
    EXPECT_EQ(radius.value, 7);
    EXPECT_EQ(prepared->captions[0], "A window has 15 x 15 pixels; at a corner of the image, only 5 of them exist.");
}

TEST_F(PreparedRun, ConditionOmitsCaptions) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const Variant& variant = *catalog.find("box_blur")->find("tiled");
    Settings settings = default_settings(variant);
    settings.values["radius"] = 0;
    const auto prepared = prepare(variant, settings, picture(16, 16));
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_THAT(prepared->captions, testing::Each(testing::IsEmpty()));
}

TEST_F(PreparedRun, IllegalLaunchesAreExplained) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const Variant& variant = *catalog.find("box_blur")->find("naive");
    const auto message = [&](Dim3 block, double radius) {
        Settings settings = default_settings(variant);
        settings.block = block;
        settings.values["radius"] = radius;
        const auto prepared = prepare(variant, settings, picture(8, 8));
        EXPECT_FALSE(prepared);
        if (!prepared) {
            EXPECT_EQ(prepared.error().kind, ErrorKind::usage);
        }
        return prepared ? "" : prepared.error().text();
    };
    EXPECT_THAT(message({64, 32, 1}, 3), HasSubstr("2048 threads"));
    EXPECT_THAT(message({0, 16, 1}, 3), HasSubstr("at least one thread"));
    EXPECT_THAT(message({1, 1, 128}, 3), HasSubstr("limit"));
    EXPECT_THAT(message({16, 16, 1}, 17), HasSubstr("radius goes from 0 to 16"));
    EXPECT_THAT(message({16, 16, 1}, 1.5), HasSubstr("whole number"));
    EXPECT_FALSE(prepare(variant, default_settings(variant), HostBuffer{}));
    EXPECT_FALSE(prepare(variant, default_settings(variant), input::generate({}, ElementType::u8, 1)));
}

TEST_F(PreparedRun, PassesDefinitionsAndFloatScalars) {
    const Variant v = variant(
        "captions = [\"sigma {sigma}\"]\n"
        "[[parameter]]\nname = \"TILE\"\nrange = [1, 64]\ninitial = 16\ndefinition = true\n"
        "[[parameter]]\nname = \"GAIN\"\nrange = [0, 4]\ninitial = 2\ndefinition = true\ntype = \"f32\"\n"
        "[[parameter]]\nname = \"FINE\"\nrange = [0, 4]\ninitial = 0.1\ndefinition = true\ntype = \"f64\"\n"
        "[[parameter]]\nname = \"sigma\"\nrange = [0, 4]\ninitial = 0.75\ntype = \"f32\"\n" +
        image_parts +
        "[[launch]]\nkernel = \"k\"\ngrid = [\"cells / TILE\"]\nblock = [\"TILE\", 2]\nshared = \"4*TILE*block.y\"\n"
        "arguments = [\"sigma\", \"f64:0.5\", \"u64:threads\", \"f32:blocks\"]\n");
    const auto prepared = prepare(v, default_settings(v), picture(8, 8));
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_THAT(prepared->defines,
                ElementsAre(Pair("TILE", "16"), Pair("GAIN", "2.00000000f"), Pair("FINE", "0.10000000000000001")));
    const PlannedLaunch& launch = prepared->plan.launches[0];
    EXPECT_EQ(launch.config.block, (Dim3{16, 2, 1}));
    EXPECT_EQ(launch.config.grid, (Dim3{4, 1, 1}));
    EXPECT_EQ(launch.config.dynamic_shared_bytes, 128u);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[0]).value, 0.75);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[1]).type, ElementType::f64);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[2]).value, 128);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[3]).value, 4);
    EXPECT_THAT(prepared->captions, ElementsAre("sigma 0.75"));
}

TEST_F(PreparedRun, RepeatedLaunchesAlternateBuffers) {
    const Variant v = variant("[[parameter]]\nname = \"steps\"\nrange = [0, 10]\ninitial = 3\n" + image_parts +
                              "[[buffer]]\nname = \"other\"\nshape = [\"width\"]\n"
                              "[[launch]]\nkernel = \"a\"\ngrid = [1]\narguments = [\"out|other\", \"other|out\", "
                              "\"s32:iteration\"]\nrepeat = \"steps\"\n"
                              "[[launch]]\nkernel = \"b\"\ngrid = [\"1 + width\"]\narguments = [\"s32:iteration\"]\n");
    const auto prepared = prepare(v, default_settings(v), picture(4, 4));
    ASSERT_TRUE(prepared) << prepared.error().text();
    ASSERT_EQ(prepared->plan.launches.size(), 4u);
    for (uint32_t i = 0; i < 3; ++i) {
        const auto& arguments = prepared->plan.launches[i].arguments;
        EXPECT_EQ(std::get<BufferArgument>(arguments[0]).buffer, i % 2 == 0 ? 1u : 2u);
        EXPECT_EQ(std::get<BufferArgument>(arguments[1]).buffer, i % 2 == 0 ? 2u : 1u);
        EXPECT_EQ(std::get<ScalarArgument>(arguments[2]).value, i);
    }
    EXPECT_EQ(prepared->plan.launches[3].kernel, "b");
    Settings none = default_settings(v);
    none.values["steps"] = 0;
    EXPECT_EQ(prepare(v, none, picture(4, 4))->plan.launches.size(), 1u);
}

TEST_F(PreparedRun, FileMakesLaunchCooperative) {
    const Variant v = variant(image_parts + "[[launch]]\nkernel = \"a\"\ngrid = [3]\ncooperative = true\n"
                                            "[[launch]]\nkernel = \"b\"\ngrid = [3]\n");
    const auto prepared = prepare(v, default_settings(v), picture(4, 4));
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_TRUE(prepared->plan.launches[0].config.cooperative);
    EXPECT_FALSE(prepared->plan.launches[1].config.cooperative);
}

TEST_F(PreparedRun, LoopLaunchesAlternate) {
    const std::string loop = "loop = \"sweep\"\n";
    const Variant v =
        variant("[[parameter]]\nname = \"steps\"\nrange = [0, 10]\ninitial = 3\n" + image_parts +
                "[[buffer]]\nname = \"other\"\nshape = [\"width\"]\n"
                "[[launch]]\nkernel = \"first\"\ngrid = [1]\n"
                "[[launch]]\nkernel = \"red\"\ngrid = [\"1 + round\"]\narguments = [\"out|other\", \"s32:round\"]\n"
                "rounds = \"steps\"\n" +
                loop + "[[launch]]\nkernel = \"black\"\ngrid = [1]\narguments = [\"s32:iteration\"]\nrepeat = 2\n" +
                loop + "[[launch]]\nkernel = \"odd\"\ngrid = [1]\nrepeat = \"round % 2\"\n" + loop +
                "[[launch]]\nkernel = \"last\"\ngrid = [1]\n");
    const auto prepared = prepare(v, default_settings(v), picture(4, 4));
    ASSERT_TRUE(prepared) << prepared.error().text();
    const std::vector<PlannedLaunch>& launches = prepared->plan.launches;
    std::string order;
    for (const PlannedLaunch& launch : launches) order += launch.kernel + " ";
    EXPECT_EQ(order, "first red black black red black black odd red black black last ");
    EXPECT_EQ(launches[8].config.grid.x, 3u);
    EXPECT_EQ(std::get<ScalarArgument>(launches[8].arguments[1]).value, 2);
    EXPECT_EQ(std::get<BufferArgument>(launches[4].arguments[0]).buffer, 2u); // second repetition
    EXPECT_EQ(std::get<ScalarArgument>(launches[10].arguments[0]).value, 5);  // sixth launch of kernel "black"
    Settings none = default_settings(v);
    none.values["steps"] = 0;
    EXPECT_EQ(prepare(v, none, picture(4, 4))->plan.launches.size(), 2u);
}

TEST_F(PreparedRun, FillsBufferContents) {
    folder.write("three.csv", "1 2 3");
    const auto buffer = [](const char* name, const char* rest) {
        return std::string("[[buffer]]\nname = \"") + name + "\"\n" + rest + "\n";
    };
    const Variant v = variant(buffer("number", "type = \"s32\"\nshape = [2, 2]\ncontents = 7") +
                              buffer("pattern", "type = \"f32\"\nshape = [4]\ncontents = \"index\"") +
                              buffer("seeded", "type = \"u8\"\nshape = [4]\ncontents = \"noise,seed=5\"") +
                              buffer("sized", "type = \"u8\"\nshape = [4]\ncontents = \"noise:4,seed=5\"") +
                              buffer("file", "type = \"f64\"\nshape = [3]\ncontents = \"three.csv\"") +
                              buffer("out", "role = \"output\"\nshape = [1]") +
                              "[[symbol]]\nname = \"w\"\ntype = \"s16\"\nvalues = [1, -2]\n"
                              "[[symbol]]\nname = \"copy\"\nbuffer = \"pattern\"\n"
                              "[[launch]]\nkernel = \"k\"\ngrid = [1]\n");
    const auto prepared = prepare(v, default_settings(v), {});
    ASSERT_TRUE(prepared) << prepared.error().text();
    const auto element = [&](uint32_t buffer_index, uint64_t i) {
        const PlannedBuffer& planned = prepared->plan.buffers[buffer_index];
        return element_as_double(planned.initial->data(), planned.layout.type, i);
    };
    EXPECT_EQ(element(0, 3), 7);
    EXPECT_EQ(element(1, 3), 3);
    EXPECT_EQ(*prepared->plan.buffers[2].initial, *prepared->plan.buffers[3].initial);
    EXPECT_EQ(element(4, 2), 3);
    EXPECT_EQ(prepared->plan.buffers[5].initial, nullptr);
    ASSERT_EQ(prepared->plan.symbols.size(), 2u);
    EXPECT_EQ(element_as_double(prepared->plan.symbols[0].contents->data(), ElementType::s16, 1), -2);
    EXPECT_EQ(prepared->plan.symbols[1].contents, prepared->plan.buffers[1].initial);
}

TEST_F(PreparedRun, SharesEqualContents) {
    folder.write("two.csv", "1 2");
    const Variant v =
        variant("[[parameter]]\nname = \"n\"\nrange = [1, 9]\ninitial = 4\n"
                "[[buffer]]\nname = \"number\"\nshape = [4]\ncontents = 7\n"
                "[[buffer]]\nname = \"pattern\"\nshape = [4]\ncontents = \"noise\"\n"
                "[[buffer]]\nname = \"resized\"\nshape = [\"n\"]\ncontents = \"noise\"\n"
                "[[buffer]]\nname = \"file\"\ntype = \"f64\"\nshape = [2]\ncontents = \"two.csv\"\n"
                "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [1]\n[[launch]]\nkernel = \"k\"\ngrid = [1]\n");
    Settings settings = default_settings(v);
    const auto before = prepare(v, settings, {});
    ASSERT_TRUE(before) << before.error().text();
    folder.write("two.csv", "3 4");
    settings.values["n"] = 5;
    const auto after = prepare(v, settings, {}, {}, &*before);
    ASSERT_TRUE(after) << after.error().text();
    const auto &old = before->plan.buffers, &now = after->plan.buffers;
    EXPECT_EQ(now[0].initial, old[0].initial);
    EXPECT_EQ(now[1].initial, old[1].initial);
    EXPECT_EQ(now[2].initial->size(), 5u);
    EXPECT_EQ(element_as_double(now[3].initial->data(), ElementType::f64, 1), 4); // the file is read again
    EXPECT_EQ(now[4].initial, nullptr);
}

TEST_F(PreparedRun, InvalidSettingsAreExplained) {
    const auto message = [&](const std::string& launch, const std::string& more = "") {
        const Variant v = variant("[[parameter]]\nname = \"n\"\nrange = [-5, 2000000000]\ninitial = 0\n" + image_parts +
                                  more + launch);
        const auto prepared = prepare(v, default_settings(v), picture(4, 4));
        EXPECT_FALSE(prepared);
        return prepared ? "" : prepared.error().text();
    };
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [\"n\"]\n"), HasSubstr("the grid (n) comes out as 0"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [\"4 / n\"]\n"), HasSubstr("divides by zero"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\nshared = \"n - 1\"\n"), HasSubstr("-1 bytes"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\nshared = 50000\n"),
                HasSubstr("50000 bytes of shared memory"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\nrepeat = \"n\"\n"),
                HasSubstr("no kernel is launched"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\nrepeat = 2000000\n"), HasSubstr("2000000 times"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1, 70000]\n"),
                HasSubstr("larger than the device's limit"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\n", "[[buffer]]\nname = \"b\"\nshape = [\"n\"]\n"),
                HasSubstr("the size of 'b'"));
    EXPECT_THAT(
        message("[[launch]]\nkernel = \"k\"\ngrid = [1]\n", "[[buffer]]\nname = \"b\"\nshape = [100000, 100000]\n"),
        HasSubstr("GiB"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\n",
                        "[[buffer]]\nname = \"b\"\nshape = [5]\ncontents = \"noise:4\"\n"),
                HasSubstr("has 4 x 1 x 1 cells"));
    EXPECT_THAT(message("[[launch]]\nkernel = \"k\"\ngrid = [1]\n", "[window]\nbuffer = \"in\"\nreach = \"n - 1\"\n"),
                HasSubstr("comes out as -1"));
}

} // namespace
} // namespace warpscope::catalog
