#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"
#include "lesson/lesson.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/page_target.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/preferences_file.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/start.hpp"
#include "workbench/document/tab.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/document/time_log.hpp"
#include "workbench/document/undo_history.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/finish_jobs.hpp"

namespace warpscope::workbench {
namespace {

namespace fs = std::filesystem;

scene::LaunchSetup setup(double radius) {
    scene::LaunchSetup c;
    c.experiment = "box_blur";
    c.variant = "naive";
    c.settings.values["radius"] = radius;
    return c;
}

TEST(PageTarget, NamesExperimentAndVariant) {
    const PageTarget plain = parse_page_target("box_blur"), with_variant = parse_page_target("box_blur/tiled");
    EXPECT_EQ(plain.experiment, "box_blur");
    EXPECT_EQ(plain.variant, "");
    EXPECT_EQ(with_variant.experiment, "box_blur");
    EXPECT_EQ(with_variant.variant, "tiled");
    EXPECT_EQ(with_variant.lesson, "");
}

TEST(PageTarget, NamesLesson) {
    const PageTarget target = parse_page_target("lesson/banks");
    EXPECT_EQ(target.lesson, "banks");
    EXPECT_EQ(target.experiment, "");
}

TEST(PageTarget, NamesTheClass) {
    EXPECT_TRUE(parse_page_target("class").is_class);
    EXPECT_FALSE(parse_page_target("class/tiled").is_class);
    EXPECT_FALSE(parse_page_target("").is_class);
}

TEST(PageTarget, KeepsExperimentsCalledLesson) {
    EXPECT_EQ(parse_page_target("lesson").experiment, "lesson");
    EXPECT_EQ(parse_page_target("lessons/banks").experiment, "lessons");
    EXPECT_EQ(parse_page_target("lessons/banks").lesson, "");
}

TEST(PageTarget, IsEmptyWithoutText) {
    const PageTarget target = parse_page_target("");
    EXPECT_EQ(target.experiment + target.variant + target.lesson, "");
}

class RestoredStart : public testing::Test {
protected:
    RestoredStart() {
        start.setup = default_setup(*catalog.find("box_blur"), {});
        start.preferences.texts[text_key(catalog, *start.setup)] = "typed";
    }
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    Start start;
};

TEST_F(RestoredStart, HasTypedText) {
    note_restored(start, catalog, nullptr);
    EXPECT_EQ(start.setup->text, "typed");
    EXPECT_TRUE(start.notices.empty()); // the message comes with the scene
}

TEST_F(RestoredStart, HasTextTypedAfterTheAutosave) {
    const ScratchFolder folder;
    const std::string file_text = "__global__ void fill(int* out) { out[threadIdx.x] = 1; }\n";
    const std::filesystem::path copy = folder.path() / "fill.cu"; // of /home/me/fill.cu, in an autosaved scene
    std::ofstream(copy) << file_text;
    catalog::Catalog with_copy = catalog;
    catalog::Experiment mine = *catalog.find("box_blur");
    mine.name = "mine";
    mine.variants.resize(1);
    mine.variants.front().source = copy;
    with_copy.experiments.push_back(mine);
    start.setup->experiment = "mine";
    start.setup->variant = mine.variants.front().name;
    start.setup->text = "autosaved";
    static_cast<void>(keep_text(start.preferences, "/home/me/other/fill.cu", "other", false, origin_now("other file")));
    static_cast<void>(keep_text(start.preferences, "/home/me/fill.cu", "newest", false, origin_now(file_text)));
    const std::string aside = "earlier draft of /home/me/fill.cu";
    static_cast<void>(keep_text(start.preferences, aside, "earlier", false, origin_now(file_text)));
    note_restored(start, with_copy, nullptr);
    EXPECT_EQ(start.setup->text, "newest");
}

TEST_F(RestoredStart, TellsOfFailure) {
    const Diagnostic failure{ErrorKind::failed, msg("The scene is damaged."), {}, {}};
    note_restored(start, catalog, &failure);
    EXPECT_FALSE(start.setup->text);
    ASSERT_EQ(start.notices.size(), 1u);
    EXPECT_TRUE(start.notices.front().error);
    EXPECT_EQ(start.notices.front().hint.english(), "The scene is damaged.");
}

TEST(Redraw, KeepsLargestRequest) {
    Redraw redraw;
    while (redraw.due()) redraw.begin_frame();
    redraw.want(3);
    redraw.want(1);
    int frames = 0;
    for (; redraw.due(); ++frames) redraw.begin_frame();
    EXPECT_EQ(frames, 3);
}

TEST(TimeLog, KeepsTheNewest) {
    TimeLog log(2);
    for (const double seconds : {1.0, 2.0, 3.0}) log.add(seconds);
    EXPECT_EQ(log.values(), (std::vector<double>{2, 3}));
}

TEST(PreferencesFile, IsWrittenAfterADelay) {
    namespace fs = std::filesystem;
    const fs::path file = fs::temp_directory_path() / "warpscope-parts-test" / "settings.json";
    fs::remove_all(file.parent_path());
    Preferences now;
    {
        Worker worker({});
        PreferencesFile keeper(file, now, worker);
        const auto none = [](const Diagnostic& why) { FAIL() << why.text(); };
        now.dark = !now.dark;
        keeper.keep(now, 1, none);
        EXPECT_TRUE(keeper.waits());
        finish(worker);
        EXPECT_FALSE(fs::exists(file));
        keeper.keep(now, 1.1 + PreferencesFile::delay, none);
        finish(worker);
        EXPECT_FALSE(keeper.waits());
        now.scale = 2;
        now.beside = CodeBeside::ptx_and_machine_code;
        now.only_surviving_branches = true;
        keeper.keep_at_end(now);
    }
    const auto read = load_preferences(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, now);
    fs::remove_all(file.parent_path());
}

TEST(PreferencesFile, WriteFailureIsReportedOnce) {
    Worker worker({});
    Preferences now;
    PreferencesFile keeper("/dev/null/settings.json", now, worker);
    int told = 0;
    for (int change = 0; change < 3; ++change) {
        now.dark = !now.dark;
        keeper.keep(now, 10 * change + 1, [&](const Diagnostic&) { ++told; });
        keeper.keep(now, 10 * change + 5, [&](const Diagnostic&) { ++told; });
        finish(worker);
    }
    EXPECT_EQ(told, 1);
}

TEST(PreferencesFile, IsRetriedAfterAFailure) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "warpscope-parts-again", file = folder / "settings.json";
    fs::remove_all(folder);
    std::ofstream{folder} << "no folder";
    int told = 0;
    Preferences now;
    {
        Worker worker({});
        PreferencesFile keeper(file, now, worker);
        const auto keep = [&](double time) {
            keeper.keep(now, time, [&](const Diagnostic&) { ++told; });
            finish(worker);
        };
        now.dark = !now.dark;
        keep(1);
        keep(2 + PreferencesFile::delay);
        EXPECT_EQ(told, 1);
        fs::remove(folder);
        keep(10);
        keep(11 + PreferencesFile::pause);
        EXPECT_TRUE(fs::exists(file));
        fs::remove_all(folder);
        std::ofstream{folder} << "no folder";
        now.scale = 2;
        keep(100);
        keep(101 + PreferencesFile::delay);
        EXPECT_EQ(told, 2) << "said again after it was saved";
        fs::remove(folder);
        keeper.keep_at_end(now);
    }
    const auto read = load_preferences(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, now);
    fs::remove_all(folder);
}

TEST(Preferences, TextsWithoutUtf8AreKept) {
    Preferences p;
    p.texts["one"] = "// caf\xe9\n";
    p.texts["two"] = "// caf\xc3\xa9\n";
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->texts, p.texts);
}

TEST(Preferences, RoundTripThroughFile) {
    Preferences p;
    p.dark = true;
    p.scale = 1.25f;
    p.panes.launch = 311;
    p.panes.launch_open = false;
    p.panes.drawer_open = p.panes.inspector_open = true;
    p.panes.alone = 1;
    p.drawer_tall = p.source_tall = true;
    p.strength = 1.5f;
    p.language = Language::chinese;
    p.figure_language = Language::english;
    p.tab = Tab::ptx;
    p.views[1] = {scene::Space::launch, "", scene::Overlay::warps | scene::Overlay::idle_threads};
    p.views[0].space = scene::Space::buffer;
    p.views[0].buffer = "N";
    remember(p, "/a/b.png");
    remember(p, "/ü/水.png");
    p.last = setup(7);
    p.link_address = "https://page.example/";
    p.last->settings.block = {32, 8, 1};
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, p);
}

TEST(Preferences, LinkAddressIsAnAddress) {
    const auto address = [](const std::string& text) {
        const auto read = from_json(R"({"link_address": ")" + text + "\"}");
        return read ? read->link_address : "damaged";
    };
    EXPECT_EQ(address("https://page.example/warpscope/"), "https://page.example/warpscope/");
    for (const char* wrong : {"", "https://page.example/#x", "a b", "https://page.ex\\nample"})
        EXPECT_EQ(address(wrong), local_page) << wrong;
    EXPECT_EQ(address(std::string(1000, 'a')), local_page);
}

TEST(Preferences, OnlyDamagedEntriesAreDropped) {
    EXPECT_FALSE(from_json(""));
    EXPECT_FALSE(from_json("{\"theme\": "));
    EXPECT_FALSE(from_json("[1, 2]"));
    const auto odd = from_json(R"({"theme": 5, "scale": -3, "panes": [], "recent": [1, "/x.png"], "views": {"a": 1},
                                   "window": {"width": "wide", "height": 1e99}, "tab": "nowhere", "last": 7})");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->scale, 0);
    EXPECT_EQ(odd->panes, Panes{});
    EXPECT_EQ(odd->recent, std::vector<std::string>{"/x.png"});
    EXPECT_EQ(odd->window, WindowPlace{});
    EXPECT_FALSE(odd->last);
}

TEST(Preferences, FileErrorsNameTheFile) {
    EXPECT_TRUE(load_preferences("/nowhere/at/all.json")); // the file does not exist yet
    const auto saved = save_preferences("/dev/null/settings.json", {});
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.english().find("/dev/null"), std::string::npos) << saved.error().message;
    EXPECT_FALSE(save_preferences({}, {}));
    const fs::path file = fs::temp_directory_path() / "warpscope-preferences-test" / "settings.json";
    ASSERT_TRUE(save_preferences(file, {}));
    std::ofstream(file) << "{ broken";
    const auto loaded = load_preferences(file);
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.english().find(file.string()), std::string::npos);
    fs::remove_all(file.parent_path());
}

TEST(Preferences, RecentFilesAreFewAndSorted) {
    Preferences p;
    for (int i = 0; i < 30; ++i) remember(p, "/" + std::to_string(i));
    remember(p, "/20");
    EXPECT_EQ(p.recent.size(), max_recent);
    EXPECT_EQ(p.recent.front(), "/20");
    EXPECT_EQ(std::count(p.recent.begin(), p.recent.end(), "/20"), 1);
}

TEST(History, GesturesAreSingleSteps) {
    History history;
    scene::LaunchSetup now = setup(0);
    auto change = [&](double radius, const std::string& gesture) {
        history.record({now}, gesture);
        now = setup(radius);
    };
    change(1, "drag");
    change(2, "drag");
    history.end_gesture();
    change(3, "drag");
    now = history.undo({now}).source;
    EXPECT_EQ(now, setup(2));
    now = history.undo({now}).source;
    EXPECT_EQ(now, setup(0));
    EXPECT_FALSE(history.can_undo());
    now = history.redo({now}).source;
    EXPECT_EQ(now, setup(2));
    change(9, "");
    EXPECT_FALSE(history.can_redo());
}

TEST(Tabs, MatchTabsOfLessons) {
    std::vector<std::string_view> of_drawer;
    for (const TabInfo& tab : tabs())
        if (!tab.has(only_narrow)) of_drawer.push_back(tab.name);
    const auto of_lessons = lesson::tab_names();
    EXPECT_EQ(std::vector<std::string_view>(of_lessons.begin(), of_lessons.end()), of_drawer);
}

TEST(KeptTexts, OldestTextsAreDropped) {
    Preferences p;
    const std::string large(max_text_bytes / 2, 'x');
    EXPECT_TRUE(keep_text(p, "a/one", large, true).empty());
    EXPECT_TRUE(keep_text(p, "b/two", large, false).empty());
    EXPECT_TRUE(keep_text(p, "a/one", large, true).empty()) << "now it is the newest";
    EXPECT_EQ(keep_text(p, "c/three", "int a;", false), std::vector<std::string>{"b/two"});
    EXPECT_EQ(p.texts.size(), 2u);
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, p);
    EXPECT_EQ(read->untrusted_texts, std::set<std::string>{"a/one"});
    EXPECT_EQ(read->texts_newest, (std::vector<std::string>{"c/three", "a/one"}));
    EXPECT_TRUE(keep_text(p, "a/one", "typed anew", false).empty());
    EXPECT_TRUE(p.untrusted_texts.empty()) << "it is the user's own";
    forget_text(p, "a/one");
    EXPECT_EQ(p.texts_newest, std::vector<std::string>{"c/three"});
}

TEST(Preferences, KeepProgramsWithRaceCheck) {
    Preferences p;
    p.checked_programs = {"/b/sum.cu", "/a/sobel.cu"};
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->checked_programs, p.checked_programs);
}

} // namespace
} // namespace warpscope::workbench
