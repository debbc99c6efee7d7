// The parts of the window's state, each by itself: none of them needs a window or OpenGL.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "ui/gpu/study_tasks.hpp"
#include "ui/state/block_view_maker.hpp"
#include "ui/state/code_focus.hpp"
#include "ui/state/legal_values.hpp"
#include "ui/state/notices.hpp"
#include "ui/state/pinned_run.hpp"
#include "ui/state/pointing.hpp"
#include "ui/state/preferences_file.hpp"
#include "ui/state/program/program_job.hpp"
#include "ui/state/redraw.hpp"
#include "ui/state/time_log.hpp"
#include "ui/state/view_camera.hpp"
#include "ui/state/window_state.hpp"

namespace warpscope::ui {
namespace {

void finish(Worker& worker) {
    while (!worker.idle()) {
        worker.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

catalog::Experiment experiment() {
    const catalog::Catalog all = catalog::load_catalog(catalog::catalog_folder());
    return *all.find("box_blur");
}

TEST(Redraw, KeepsTheLargestWish) {
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

TEST(Notices, AreShownOnceAndGoAway) {
    Notices notices;
    notices.say(0, false, "saved");
    notices.say(1, true, "broken", "mend it");
    notices.say(2, false, "saved"); // again: the newest, and once
    ASSERT_EQ(notices.shown().size(), 2u);
    EXPECT_EQ(notices.shown()[1].words, "saved");
    notices.expire(10); // errors stay longer
    ASSERT_EQ(notices.shown().size(), 1u);
    EXPECT_EQ(notices.shown()[0].hint, "mend it");
    notices.dismiss(notices.shown()[0].id);
    EXPECT_TRUE(notices.shown().empty());
    for (int i = 0; i < 9; ++i) notices.say(20, false, std::to_string(i));
    EXPECT_EQ(notices.shown().size(), 4u);
    EXPECT_EQ(notices.shown().back().words, "8");
}

TEST(ViewCamera, GlidesToItsTargetUntilTheUserTakesIt) {
    ViewCamera view;
    const scene::Camera target{{10, 20}, 4};
    EXPECT_FALSE(view.follow(target, 0.01, true)); // the first time it jumps
    EXPECT_EQ(view.now.pixels_per_cell, 4);
    const scene::Camera next{{10, 20}, 8};
    EXPECT_TRUE(view.follow(next, 0.01, true));
    EXPECT_GT(view.now.pixels_per_cell, 4);
    EXPECT_LT(view.now.pixels_per_cell, 8);
    EXPECT_FALSE(view.follow(next, 0.01, false));
    EXPECT_EQ(view.now.pixels_per_cell, 8);
    view.note_widths(100, 50); // views of another size
    EXPECT_TRUE(view.jump);
}

TEST(Pointing, PrefersWhatIsPinned) {
    Pointing pointing;
    scene::Scene scene;
    EXPECT_FALSE(pointing.spot(scene));
    pointing.hover = scene::Spot{render::Space::output, {1, 2}};
    EXPECT_EQ(pointing.spot(scene), pointing.hover);
    scene.pin = scene::Spot{render::Space::launch, {3, 4}};
    EXPECT_EQ(pointing.spot(scene), scene.pin);
}

TEST(CodeFocus, BringsALineIntoSightForAFewFramesThatShowIt) {
    CodeFocus focus;
    Model model;
    focus.go_to(12);
    for (int frame = 0; frame < 5; ++frame) focus.fill(model, false); // no text yet
    EXPECT_EQ(model.goto_line, 12u);
    for (int frame = 0; frame < 4; ++frame) focus.fill(model, true);
    EXPECT_FALSE(model.goto_line);
    EXPECT_EQ(model.marked_line, 12u); // it stays marked
    CodePlace place;
    place.ptx_line = 7;
    focus.scroll_to(place);
    focus.fill(model, true);
    EXPECT_FALSE(model.goto_line);
    EXPECT_EQ(model.goto_ptx, 7u);
}

TEST(CodeFocus, ForgetsLinesOfOtherKernels) {
    session::RunResult run;
    auto of = std::make_shared<catalog::Experiment>(experiment());
    run.request.experiment = of;
    run.request.variant = of->variants[0].name;
    run.source = "text";
    ASSERT_GT(of->variants.size(), 1u);
    const catalog::Variant &shown = of->variants[0], &other = of->variants[1];
    CodeFocus focus;
    std::optional<PaintedCode> painted = PaintedCode{};
    scene::Notes notes;
    focus.note_painted(&other);
    focus.keep_for(run, &other, false, painted, notes); // it is the chosen one's, whose run has not come yet
    EXPECT_TRUE(painted);
    focus.keep_for(run, &shown, false, painted, notes);
    EXPECT_FALSE(painted);
}

TEST(WindowState, SeesATabOnlyWhileTheDrawerIsOpen) {
    WindowState window;
    Preferences preferences;
    preferences.tab = Tab::epochs;
    window.sizes.drawer_open = false;
    EXPECT_FALSE(window.seen(Tab::epochs, preferences));
    window.sizes.drawer_open = true;
    EXPECT_TRUE(window.seen(Tab::epochs, preferences));
    EXPECT_FALSE(window.seen(Tab::charts, preferences));
    const float plain = window.wished_scale(preferences);
    window.presentation = true;
    EXPECT_FALSE(window.seen(Tab::epochs, preferences));
    EXPECT_GT(window.wished_scale(preferences), plain);
    const float views = window.wished_scale(preferences);
    window.drawer_large = true;
    EXPECT_TRUE(window.seen(Tab::epochs, preferences));
    EXPECT_GT(window.wished_scale(preferences), views);
}

TEST(PreferencesFile, IsWrittenSomeTimeAfterAChange) {
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
        keeper.keep_at_end(now);
    }
    const auto read = load_preferences(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, now);
    fs::remove_all(file.parent_path());
}

TEST(PreferencesFile, SaysOnceThatItCannotBeWritten) {
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

TEST(PreferencesFile, IsTriedAgainAfterAFailure) {
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

TEST(LegalValues, WaitForTheShapeOfTheInput) {
    const catalog::Experiment blur = experiment();
    const catalog::Variant& variant = blur.variants.front();
    Worker worker({});
    Redraw redraw;
    LegalValues legal(worker, redraw);
    const scene::Source choice = default_choice(blur, "picture.png");
    legal.update(choice, variant, nullptr, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // nothing is known of the picture yet
    auto run = std::make_shared<session::RunResult>();
    run->request.input = choice.input;
    run->input.layout.shape = {64, 64, 1};
    legal.update(choice, variant, run, DeviceLimits{});
    EXPECT_FALSE(worker.idle());
    finish(worker);
    legal.update(choice, variant, run, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // the same question
}

TEST(PinnedRun, ForgetsItsComparisonWithTheRun) {
    Worker worker({});
    Redraw redraw;
    PinnedRun pinned(worker, redraw);
    const auto run = std::make_shared<session::RunResult>();
    pinned.compare_with(run); // nothing is pinned
    EXPECT_TRUE(worker.idle());
    pinned.pin(run);
    pinned.set_side_by_side(true);
    EXPECT_EQ(pinned.now().result, run);
    EXPECT_TRUE(pinned.now().side_by_side);
    pinned.forget();
    EXPECT_FALSE(pinned.now().result);
    EXPECT_FALSE(pinned.now().side_by_side);
    EXPECT_TRUE(pinned.ready());
}

TEST(BuildWords, AreReadAsTheyAreTyped) {
    EXPECT_EQ(words_of(" -I 'two words'  -DN=\"a b\"c "), (std::vector<std::string>{"-I", "two words", "-DN=a bc"}));
    std::string line;
    const std::vector<std::string> words{"-DT=\"hi\"", "-DC='x'", "-I/two words", "more.cu", ""};
    for (const std::string& word : words) {
        const auto typed = typed_word(word);
        ASSERT_TRUE(typed) << word;
        line += *typed + " ";
    }
    EXPECT_EQ(words_of(line), words);
    EXPECT_FALSE(typed_word("-DT=\"it's\""));
}

TEST(StudyTasks, DoNothingWithoutAGpu) {
    Worker worker({});
    Redraw redraw;
    Runs runs;
    StudyTasks study(GpuAccess(nullptr), session::DeviceChoice::emulator, runs, worker, redraw, {});
    study.set_overlays(true);
    study.note_device(false, {});
    EXPECT_EQ(study.now().why_not, "the GPU was not asked for");
    EXPECT_FALSE(study.now().overlays);
    study.start_next(false, true);
    EXPECT_TRUE(worker.idle());
    EXPECT_TRUE(runs.answered()); // nothing was asked for
}

} // namespace
} // namespace warpscope::ui
