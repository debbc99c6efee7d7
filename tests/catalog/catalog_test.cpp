#include <gmock/gmock.h>
#include <set>
#include <stdlib.h>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::HasSubstr;

constexpr const char* minimal = "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n"
                                "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\"]\n"
                                "[[variant]]\nname = \"basic\"\n";

TEST(Catalog, ShippedExperimentsAreSound) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    for (const Diagnostic& problem : catalog.problems) ADD_FAILURE() << problem.text();
    for (const char* name : {"color_to_gray", "box_blur"}) ASSERT_NE(catalog.find(name), nullptr);
    std::set<int> orders;
    for (const Experiment& experiment : catalog.experiments) {
        EXPECT_TRUE(orders.insert(experiment.order).second) << experiment.name << " repeats an order";
        EXPECT_FALSE(experiment.title.empty()) << experiment.name;
        EXPECT_FALSE(experiment.topic.empty()) << experiment.name;
        EXPECT_TRUE(experiment.summary.ends_with('.')) << experiment.name;
        for (const Variant& variant : experiment.variants) {
            EXPECT_TRUE(variant.summary.ends_with('.')) << experiment.name << "/" << variant.name;
            EXPECT_TRUE(read_source(variant)) << experiment.name << "/" << variant.name;
        }
        EXPECT_TRUE(experiment.default_input.empty() || main_input(experiment.variants.front()) != nullptr);
    }
    const Experiment& blur = *catalog.find("box_blur");
    EXPECT_EQ(blur.find(""), blur.find("naive"));
    EXPECT_EQ(blur.find("no such"), nullptr);
    EXPECT_EQ(blur.default_input, "picture");
    ASSERT_EQ(blur.find("")->parameters.size(), 1u);
    EXPECT_EQ(blur.find("")->parameters[0].maximum, 16);
}

TEST(Catalog, BrokenFileDoesNotHideOthers) {
    const ScratchFolder folder;
    folder.write("good/experiment.toml", minimal);
    folder.write("good/basic.cu", "");
    folder.write("broken/experiment.toml", "title = \n");
    folder.write("twin/experiment.toml", std::string("name = \"good\"\n") + minimal);
    folder.write("twin/basic.cu", "");
    folder.write("no_experiment/readme.txt", "");
    const Catalog catalog = load_catalog(folder.path());
    ASSERT_EQ(catalog.experiments.size(), 1u);
    EXPECT_EQ(catalog.experiments[0].name, "good");
    ASSERT_EQ(catalog.problems.size(), 2u);
    EXPECT_THAT(catalog.problems[0].text(), HasSubstr("broken/experiment.toml:1:"));
    EXPECT_THAT(catalog.problems[1].text(), HasSubstr("'good' is taken"));
}

TEST(Catalog, SortsByOrderThenName) {
    const ScratchFolder folder;
    for (const auto& [name, order] : {std::pair{"b", 2}, {"a", 2}, {"z", 1}}) {
        folder.write(std::string(name) + "/experiment.toml", "order = " + std::to_string(order) + "\n" + minimal);
        folder.write(std::string(name) + "/basic.cu", "");
    }
    const Catalog catalog = load_catalog(folder.path());
    ASSERT_EQ(catalog.experiments.size(), 3u);
    EXPECT_EQ(catalog.experiments[0].name, "z");
    EXPECT_EQ(catalog.experiments[1].name, "a");
    EXPECT_EQ(catalog.experiments[2].name, "b");
}

TEST(Catalog, EmptyFolderIsAProblem) {
    const ScratchFolder folder;
    for (const auto& path : {folder.path(), folder.path() / "missing"}) {
        const Catalog catalog = load_catalog(path);
        EXPECT_TRUE(catalog.experiments.empty());
        ASSERT_EQ(catalog.problems.size(), 1u);
        EXPECT_THAT(catalog.problems[0].text(), HasSubstr("WARPSCOPE_CUDA_DIR"));
    }
}

TEST(Catalog, EnvironmentOverridesFolder) {
    ::unsetenv("WARPSCOPE_CUDA_DIR");
    EXPECT_FALSE(load_catalog(catalog_folder()).experiments.empty());
    EXPECT_EQ(default_picture().filename(), "harbour.png");
    ::setenv("WARPSCOPE_CUDA_DIR", "/somewhere/else", 1);
    EXPECT_EQ(catalog_folder(), "/somewhere/else");
    ::unsetenv("WARPSCOPE_CUDA_DIR");
}

TEST(Catalog, NamesMissingSource) {
    Variant variant;
    variant.source = "/nowhere/k.cu";
    const auto source = read_source(variant);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().kind, ErrorKind::environment);
    EXPECT_THAT(source.error().message, HasSubstr("/nowhere/k.cu"));
}

} // namespace
} // namespace warpscope::catalog
