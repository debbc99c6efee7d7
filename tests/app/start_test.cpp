// What the window starts with, of the command line's options.
#include "app/start.hpp"

#include <gtest/gtest.h>

#include "input/scratch_folder.hpp"

namespace warpscope::app {
namespace {

class MakeStart : public ::testing::Test {
protected:
    MakeStart() {
        options.screenshot = "none.png"; // nothing is remembered
        options.experiment = write("own.toml").string();
    }
    std::filesystem::path write(const std::string& name) {
        folder.write("own.cu", "__global__ void fill(int* out) { out[threadIdx.x] = 1; }\n");
        return folder.write(name, "title = \"Own\"\ntopic = \"Mine\"\nsummary = \"Fills.\"\nsource = \"own.cu\"\n"
                                  "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"s32\"\nshape = [\"8\"]\n"
                                  "[[launch]]\nkernel = \"fill\"\ngrid = [\"1\"]\nblock = [\"8\"]\n"
                                  "arguments = [\"out\"]\n");
    }

    ScratchFolder folder;
    Options options;
};

TEST_F(MakeStart, AnExperimentWithTheNameOfTheCoursesDoesNotTakeItsPlace) {
    const std::filesystem::path own = write("box_blur.toml");
    options.experiment = own.string();
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    const catalog::Experiment* const course = start->catalog->find("box_blur");
    ASSERT_NE(course, nullptr);
    EXPECT_EQ(course->file.filename(), "experiment.toml");
    ASSERT_TRUE(start->choice);
    const catalog::Experiment* const chosen = start->catalog->find(start->choice->experiment);
    ASSERT_NE(chosen, nullptr);
    EXPECT_EQ(chosen->file, own);
}

TEST_F(MakeStart, TheCoursesOwnFileIsNotListedTwice) {
    options.experiment = (catalog::catalog_folder() / "box_blur" / "experiment.toml").string();
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->choice->experiment, "box_blur");
    EXPECT_EQ(start->catalog->experiments.size(), catalog::load_catalog(catalog::catalog_folder()).experiments.size());
}

TEST_F(MakeStart, FoldersAndDefinitionsAreKeptForReadingTheFileAgain) {
    EXPECT_TRUE(make_start(options)->source_options.experiment.empty());
    options.include_folders = {"here"};
    options.definitions = {"N=7"};
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->source_options.experiment, folder.path() / "own.toml");
    EXPECT_EQ(start->source_options.include_folders, std::vector<std::filesystem::path>{"here"});
    ASSERT_EQ(start->source_options.definitions.size(), 1u);
    EXPECT_EQ(start->source_options.definitions.front().second, "7");
    EXPECT_EQ(start->catalog->find("own")->variants.front().definitions, start->source_options.definitions);
}

} // namespace
} // namespace warpscope::app
