// Structs and vectors as arguments, and names of kernels that depend on settings.
#include <gmock/gmock.h>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Arguments : public ::testing::Test {
protected:
    Result<Experiment> load(const std::string& launch) {
        folder.write("basic.cu", "");
        return load_experiment(folder.write(
            "experiment.toml", "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\ntype = \"f32\"\n"
                               "[[buffer]]\nname = \"other\"\nshape = [8]\n"
                               "[[parameter]]\nname = \"radius\"\nrange = [0, 9]\ninitial = 3\n"
                               "[[parameter]]\nname = \"gain\"\ntype = \"f32\"\nrange = [0, 1]\ninitial = 0.5\n"
                               "[[parameter]]\nname = \"number\"\nchoices = [\"float\", \"double\"]\n"
                               "[[launch]]\ngrid = [1]\n" +
                                   launch + "\n[[variant]]\nname = \"basic\"\n"));
    }
    Result<Prepared> prepared(const std::string& launch) {
        auto experiment = load(launch);
        if (!experiment) return tl::unexpected(experiment.error());
        const Variant& variant = experiment->variants.front();
        return prepare(variant, default_settings(variant), {});
    }
    std::string error_of(const std::string& launch) {
        const auto loaded = load(launch);
        EXPECT_FALSE(loaded) << launch;
        return loaded ? "" : loaded.error().text();
    }
    ScratchFolder folder;
};

double value_of(const StructArgument::Field& field) { return std::get<ScalarArgument>(field.value).value; }

TEST_F(Arguments, StructsHoldTypedFields) {
    const auto plan =
        prepared("kernel = \"k\"\nrepeat = 2\narguments = [\"out\", [\"u8:1\", \"gain\", [\"s32:radius + 1\", "
                 "\"f64:0.25\"], \"out|other\", \"u8:blocks\"]]\n");
    ASSERT_TRUE(plan) << plan.error().text();
    const auto& all = std::get<StructArgument>(plan->plan.launches.at(1).arguments.at(1));
    ASSERT_EQ(all.fields().size(), 6u);
    EXPECT_EQ(all.bytes(), 40u);
    EXPECT_EQ(value_of(all.fields()[1]), 0.5);
    EXPECT_EQ(all.fields()[1].offset, 4u);
    EXPECT_EQ(value_of(all.fields()[2]), 4);
    EXPECT_EQ(all.fields()[2].offset, 8u);
    EXPECT_EQ(value_of(all.fields()[3]), 0.25);
    EXPECT_EQ(all.fields()[3].offset, 16u);
    EXPECT_EQ(std::get<BufferArgument>(all.fields()[4].value).buffer, 1u) << "in the second launch";
    EXPECT_EQ(all.fields()[5].offset, 32u);
}

TEST_F(Arguments, PointersMayHaveOffsets) {
    const auto plan = prepared("kernel = \"k\"\nrepeat = 2\narguments = [\"out + radius\", \"out|other + 8\"]\n");
    ASSERT_TRUE(plan) << plan.error().text();
    const auto& arguments = plan->plan.launches.at(1).arguments;
    EXPECT_EQ(std::get<BufferArgument>(arguments[0]).buffer, 0u);
    EXPECT_EQ(std::get<BufferArgument>(arguments[0]).offset, 12u) << "three elements of f32";
    EXPECT_EQ(std::get<BufferArgument>(arguments[1]).buffer, 1u);
    EXPECT_EQ(std::get<BufferArgument>(arguments[1]).offset, 8u) << "elements of u8; just past the end is allowed";
    const auto beyond = prepared("kernel = \"k\"\narguments = [\"out + 3 * radius\"]\n");
    ASSERT_FALSE(beyond);
    EXPECT_THAT(beyond.error().text(), HasSubstr("'out' has 8 elements; out + 9 is outside"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"out + radios\"]\n"), HasSubstr("'radios'"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"radius + 1\"]\n"), HasSubstr("there is no buffer 'radius'"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"out + \"]\n"), HasSubstr("the offset is missing"));
}

TEST_F(Arguments, VectorsUseCudaAlignment) {
    const auto plan = prepared("kernel = \"k\"\narguments = [\"f32x3:1, radius,-0.5\", \"u8x4:min(1, 2), 2, 3, 4\", "
                               "\"f64x4:1,2,3,4\", [\"u8:7\", \"f32x2:1,2\"], \"s16x1:4\"]\n");
    ASSERT_TRUE(plan) << plan.error().text();
    const auto& arguments = plan->plan.launches.front().arguments;
    const auto vector = [&](size_t i) -> const StructArgument& { return std::get<StructArgument>(arguments.at(i)); };
    EXPECT_EQ(vector(0).bytes(), 12u);
    EXPECT_EQ(vector(0).alignment(), 4u);
    EXPECT_EQ(value_of(vector(0).fields()[1]), 3);
    EXPECT_EQ(value_of(vector(0).fields()[2]), -0.5);
    EXPECT_EQ(vector(1).alignment(), 4u);
    EXPECT_EQ(value_of(vector(1).fields()[0]), 1);
    EXPECT_EQ(vector(2).alignment(), 16u);
    EXPECT_EQ(vector(3).bytes(), 16u);
    EXPECT_EQ(vector(3).fields()[1].offset, 8u);
    EXPECT_EQ(vector(4).bytes(), 2u);
}

TEST_F(Arguments, MistakesAreExplained) {
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [[\"s32:width\"]]"),
                HasSubstr("'width' in \"width\" is not known"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [[\"nobody\"]]"), HasSubstr("'nobody'"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [5]"), HasSubstr("must be text, or for a struct an array"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [[]]"), HasSubstr("must be text, or for a struct an array"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = \"out\""), HasSubstr("it must be an array"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"f32x3:1,2\"]"), HasSubstr("2 values for a vector of 3"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"f32x5:1\"]"), HasSubstr("'f32x5' is not a type"));
    EXPECT_THAT(error_of("kernel = \"k\"\narguments = [\"f31x3:1,2,3\"]"), HasSubstr("'f31x3' is not a type"));
    EXPECT_THAT(error_of("kernel = \"k<{radios}>\""), HasSubstr("'radios'"));
    EXPECT_THAT(error_of("kernel = \"k<{radius>\""), HasSubstr("brace"));
}

TEST_F(Arguments, SettingsSelectTemplateInstance) {
    const auto plan = prepared("kernel = \"image::blur<{number}, {2*radius + 1}>\"\nrepeat = 3\n");
    ASSERT_TRUE(plan) << plan.error().text();
    EXPECT_EQ(plan->plan.launches.front().kernel, "image::blur<float, 7>");
    EXPECT_THAT(plan->instances, ElementsAre("image::blur<float, 7>"));
    EXPECT_THAT(prepared("kernel = \"blur<float>(float*, P<2>)\"")->instances,
                ElementsAre("blur<float>(float*, P<2>)"));
    EXPECT_THAT(prepared("kernel = \"blur<float, 3> (float*, P<2>)\"")->instances,
                ElementsAre("blur<float, 3>(float*, P<2>)"));
    EXPECT_THAT(prepared("kernel = \"void blur<(2 > 1)>(float*)\"")->instances, ElementsAre("blur<(2 > 1)>(float*)"));
    EXPECT_THAT(prepared("kernel = \"blur(P<2>)\"")->instances, ElementsAre());
    EXPECT_THAT(prepared("kernel = \"blur\"")->instances, ElementsAre());
}

TEST_F(Arguments, EachLaunchUsesItsOwnBlock) {
    const auto plan = prepared("kernel = \"blur<{block.x}>\"\nblock = [32]\nshared = \"block.x\"\n"
                               "[[launch]]\nkernel = \"blur<{block.x}>\"\ngrid = [1]\nrepeat = \"block.x / 8\"\n");
    ASSERT_TRUE(plan) << plan.error().text();
    EXPECT_EQ(plan->plan.launches.front().config.dynamic_shared_bytes, 32u);
    EXPECT_EQ(plan->plan.launches.front().kernel, "blur<32>");
    EXPECT_EQ(plan->plan.launches.size(), 3u) << "repeats follow the user's block of 16";
    EXPECT_EQ(plan->plan.launches.back().kernel, "blur<16>");
    EXPECT_THAT(plan->instances, ElementsAre("blur<32>", "blur<16>"));
}

TEST_F(Arguments, OtherInstancesNeedCompilation) {
    const auto by = [&](const char* kernel) { return *prepared(std::string("kernel = \"") + kernel + "\""); };
    EXPECT_TRUE(compile_alike(by("blur<float, 3>(float*)"), by("void blur<float, 3> (float*)")));
    EXPECT_FALSE(compile_alike(by("blur<float, 3>(int*)"), by("blur<float, 3>(float*)")))
        << "instances of different templates";
    EXPECT_FALSE(compile_alike(by("blur<float, 3>"), by("blur<float, 5>")));
}

} // namespace
} // namespace warpscope::catalog
