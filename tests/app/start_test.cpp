// Initial state of the window for command line options.
#include "app/start.hpp"

#include <gtest/gtest.h>

#include "input/scratch_folder.hpp"
#include "scene/link.hpp"

namespace warpscope::app {
namespace {

class MakeStart : public ::testing::Test {
protected:
    MakeStart() {
        options.screenshot = "none.png"; // a screenshot ignores preferences
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

TEST_F(MakeStart, UserExperimentDoesNotReplaceCourse) {
    const std::filesystem::path own = write("box_blur.toml");
    options.experiment = own.string();
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    const catalog::Experiment* const course = start->catalog->find("box_blur");
    ASSERT_NE(course, nullptr);
    EXPECT_EQ(course->file.filename(), "experiment.toml");
    ASSERT_TRUE(start->setup);
    const catalog::Experiment* const chosen = start->catalog->find(start->setup->experiment);
    ASSERT_NE(chosen, nullptr);
    EXPECT_EQ(chosen->file, own);
}

TEST_F(MakeStart, CourseFileIsListedOnce) {
    options.experiment = (catalog::catalog_folder() / "box_blur" / "experiment.toml").string();
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->setup->experiment, "box_blur");
    EXPECT_EQ(start->catalog->experiments.size(), catalog::load_catalog(catalog::catalog_folder()).experiments.size());
}

TEST_F(MakeStart, LinkOpensItsScene) {
    scene::SavedScene saved;
    saved.scene.source.experiment = "box_blur";
    saved.scene.source.variant = "tiled";
    saved.scene.source.settings.values = {{"radius", 2}};
    const auto link = scene::make_link(saved, "http://127.0.0.1:8080/");
    ASSERT_TRUE(link) << link.error().text();
    options.experiment.clear();
    options.files = {link->text};
    const auto start = make_start(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->setup->variant, "tiled");
    EXPECT_EQ(start->setup->settings.values.at("radius"), 2);
    EXPECT_TRUE(start->document.arriving);
    EXPECT_EQ(start->document.file, "") << "saving asks for a name";
    EXPECT_TRUE(start->preferences.recent.empty());

    options.files = {link->text.substr(0, link->text.size() - 9)};
    const auto damaged = make_start(options);
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().text().find("The link is damaged"), std::string::npos) << damaged.error().text();
}

TEST_F(MakeStart, KeepsCompilerOptionsForReload) {
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

class WindowStart : public MakeStart {
protected:
    WindowStart() {
        options = {};
        // Isolates the test from the user's files.
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            setenv(name, folder.path().c_str(), 1);
    }
    /// Parses options as on the command line.
    Result<ui::Start> opened(std::vector<std::string> words) {
        words.insert(words.begin(), "warpscope");
        std::vector<const char*> argv;
        for (const std::string& word : words) argv.push_back(word.c_str());
        EXPECT_EQ(parse(static_cast<int>(argv.size()), argv.data(), options), std::nullopt);
        return make_start(options);
    }
};

TEST_F(WindowStart, UnreadableExperimentBecomesNotice) {
    const auto start = opened({folder.write("bad.toml", "title = \"Own\"\nsource = \n"), "--block", "9", "--pin", "1"});
    ASSERT_TRUE(start) << start.error().text();
    ASSERT_EQ(start->notices.size(), 1u);
    EXPECT_TRUE(start->notices[0].error);
    EXPECT_NE(start->notices[0].words.english().find("bad.toml:2"), std::string::npos)
        << start->notices[0].words.english();
    EXPECT_FALSE(start->first_start);
    ASSERT_TRUE(start->setup) << "the first experiment of the course opens";
    EXPECT_NE(start->setup->settings.block.x, 9u) << "the option belongs to the broken experiment";
}

TEST_F(WindowStart, MissingFileBecomesNotice) {
    const auto start = opened({(folder.path() / "missing.cu").string()});
    ASSERT_TRUE(start) << start.error().text();
    ASSERT_EQ(start->notices.size(), 1u);
    EXPECT_NE(start->notices[0].words.english().find("missing.cu"), std::string::npos)
        << start->notices[0].words.english();
}

TEST_F(WindowStart, FolderOpensLikeSlides) {
    folder.write("b.wscope", "not a scene");
    folder.write("a.wscope", "not a scene either");
    const auto start = opened({folder.path().string()});
    ASSERT_TRUE(start) << start.error().text();
    ASSERT_EQ(start->deck.size(), 2u);
    EXPECT_EQ(start->deck.front(), folder.path() / "a.wscope");
    ASSERT_FALSE(start->notices.empty()) << "the first scene is damaged; the others can still be shown";
    EXPECT_EQ(start->preferences.recent.front(), folder.path().string());
}

TEST_F(WindowStart, FolderWithoutScenesIsRefused) {
    const ScratchFolder empty;
    const auto start = opened({empty.path().string()});
    ASSERT_FALSE(start);
    EXPECT_EQ(start.error().kind, ErrorKind::usage);
}

TEST_F(WindowStart, LeavesBrokenLessonToWindow) {
    const auto lesson = opened({folder.write("bad.lesson.toml", "title = \n")});
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_EQ(lesson->lesson.filename(), "bad.lesson.toml");
    options = {};
    const auto task = opened({folder.write("task.toml", "title = \n[[gate]]\n")});
    ASSERT_TRUE(task) << task.error().text();
    EXPECT_EQ(task->assignment.filename(), "task.toml");
    options = {};
    options.screenshot = "none.png"; // opens no window
    EXPECT_FALSE(opened({(folder.path() / "bad.lesson.toml").string()}));
}

TEST_F(WindowStart, OverlaysStayWithTheirExperiment) {
    ui::Preferences kept;
    kept.views[0].overlays = *render::parse_overlays("reuse");
    ASSERT_TRUE(save_preferences(ui::preferences_file(), kept));
    const auto start = opened({"--experiment", "transpose", "--tab", "source"});
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->preferences.views[0].overlays, ui::Preferences().views[0].overlays);
}

TEST_F(WindowStart, LastSessionIsRestored) {
    ui::Preferences kept;
    kept.session = {"--experiment", write("own.toml").string(), "--pin", "3", "--moment", "block:2", "--presentation"};
    kept.views[0].space = render::Space::output;
    ASSERT_TRUE(save_preferences(ui::preferences_file(), kept));
    const auto start = resume(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->setup->experiment, "own");
    EXPECT_EQ(start->pin, (CellCoordinates{3, 0, 0}));
    EXPECT_EQ(start->moment.step, 2u);
    EXPECT_FALSE(start->uses_initial_layout) << "the views are the session's";
    EXPECT_EQ(start->preferences.views[0].space, render::Space::output);
    EXPECT_FALSE(start->presentation);

    kept.views[0].overlays = *render::parse_overlays("reuse");
    ASSERT_TRUE(save_preferences(ui::preferences_file(), kept));
    const auto again = resume(options);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->preferences.views[0].overlays, *render::parse_overlays("reuse"));

    kept.session = {"--experiment", "nothing-of-that-name"};
    ASSERT_TRUE(save_preferences(ui::preferences_file(), kept));
    const auto without = resume(options);
    ASSERT_TRUE(without) << without.error().text();
    EXPECT_EQ(without->setup->experiment, "box_blur");
    ASSERT_EQ(without->notices.size(), 1u);
    EXPECT_EQ(without->notices[0].words.english(), "Your last session could not be restored.");
}

TEST_F(WindowStart, SessionOfOwnKernelKeepsDraft) {
    const std::filesystem::path file = folder.write(
        "mine.cu", "__global__ void fill(int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }\n");
    const std::string draft = "__global__ void fill(int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 2; }\n";
    ui::Preferences kept;
    kept.session = {"--experiment", file.string() + ":fill", "--edited"};
    kept.texts[std::filesystem::weakly_canonical(file).string()] = draft;
    kept.texts_newest = {std::filesystem::weakly_canonical(file).string()};
    ASSERT_TRUE(save_preferences(ui::preferences_file(), kept));
    const auto start = resume(options);
    ASSERT_TRUE(start) << start.error().text();
    EXPECT_EQ(start->catalog->find(start->setup->experiment)->file, file);
    EXPECT_EQ(start->setup->text, draft);

    std::filesystem::remove(file);
    const auto without = resume({});
    ASSERT_TRUE(without) << without.error().text();
    ASSERT_EQ(without->notices.size(), 1u);
    EXPECT_NE(without->notices[0].words.english().find("mine.cu"), std::string::npos);
}

} // namespace
} // namespace warpscope::app
