#include <gtest/gtest.h>

#include "input/scratch_folder.hpp"
#include "workbench/compare/pinned_run.hpp"
#include "workbench/document/notices.hpp"
#include "workbench/document/window_state.hpp"
#include "workbench/editing/code_focus.hpp"
#include "workbench/gpu/study_tasks.hpp"
#include "workbench/lesson/lesson_list.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::workbench {
namespace {

catalog::Experiment blur() {
    const catalog::Catalog all = catalog::load_catalog(catalog::catalog_folder());
    return *all.find("box_blur");
}

TEST(Notices, AreShownOnceAndExpire) {
    Notices notices;
    notices.say(0, false, "saved");
    notices.say(1, true, "broken", "mend it");
    notices.say(2, false, "saved"); // a repeated message becomes the newest
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
    notices.say(21, true, "Cannot write");
    notices.forget_errors();
    EXPECT_EQ(notices.shown().size(), 3u);
    EXPECT_FALSE(notices.shown().back().error);
}

TEST(CodeFocus, ScrollsForAFewFrames) {
    CodeFocus focus;
    EditingModel model;
    focus.go_to(12);
    for (int frame = 0; frame < 5; ++frame) focus.fill(model, false); // no text yet
    EXPECT_EQ(model.goto_line, 12u);
    for (int frame = 0; frame < 4; ++frame) focus.fill(model, true);
    EXPECT_FALSE(model.goto_line);
    EXPECT_EQ(model.marked_line, 12u); // the line stays marked
    CodePlace place;
    place.ptx_line = 7;
    focus.scroll_to(place);
    focus.fill(model, true);
    EXPECT_FALSE(model.goto_line);
    EXPECT_EQ(model.goto_ptx, 7u);
    EXPECT_FALSE(model.goto_machine_line);
    focus.scroll_to(place, 31);
    focus.fill(model, true);
    EXPECT_EQ(model.goto_machine_line, 31u);
    focus.go_to(12);
    focus.fill(model, true);
    EXPECT_FALSE(model.goto_machine_line);
}

TEST(CodeFocus, ForgetsLinesOfOtherKernels) {
    session::RunResult run;
    auto of = std::make_shared<catalog::Experiment>(blur());
    run.request.experiment = of;
    run.request.variant = of->variants[0].name;
    run.source = "text";
    ASSERT_GT(of->variants.size(), 1u);
    const catalog::Variant &shown = of->variants[0], &other = of->variants[1];
    CodeFocus focus;
    std::optional<PaintedCode> painted = PaintedCode{};
    scene::Notes notes;
    focus.note_painted(&other);
    focus.keep_for(run, &other, false, painted, notes); // `other` is chosen, but its run has not ended yet
    EXPECT_TRUE(painted);
    focus.keep_for(run, &shown, false, painted, notes);
    EXPECT_FALSE(painted);
}

TEST(WindowState, ClosedDrawerHidesItsTab) {
    WindowState window;
    Preferences preferences;
    preferences.tab = Tab::epochs;
    window.sizes.drawer_open = false;
    EXPECT_FALSE(window.seen(Tab::epochs, preferences));
    window.sizes.drawer_open = true;
    EXPECT_TRUE(window.seen(Tab::epochs, preferences));
    EXPECT_FALSE(window.seen(Tab::charts, preferences));
    const float plain = window.preferred_scale(preferences, 1080);
    window.presentation = true;
    EXPECT_FALSE(window.seen(Tab::epochs, preferences));
    EXPECT_GT(window.preferred_scale(preferences, 1080), plain);
    const float views = window.preferred_scale(preferences, 1080);
    window.drawer_large = true;
    EXPECT_TRUE(window.seen(Tab::epochs, preferences));
    EXPECT_GT(window.preferred_scale(preferences, 1080), views);
    EXPECT_EQ(window.preferred_scale(preferences, 2160), 2 * window.preferred_scale(preferences, 1080))
        << "a hall sees the whole screen";
    preferences.scale = 1;
    EXPECT_EQ(window.preferred_scale(preferences, 2160), window.preferred_scale(preferences, 1080))
        << "the user's choice";
}

TEST(PinnedRun, ForgetsComparisonWithTheRun) {
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

TEST(StudyTasks, DoNothingWithoutAGpu) {
    Worker worker({});
    Redraw redraw;
    Runs runs;
    StudyTasks study(GpuAccess(nullptr), session::DeviceChoice::emulator, runs, worker, redraw, {});
    study.set_overlays(true);
    study.note_device(false, {});
    EXPECT_EQ(study.now().unavailable_reason, "the GPU was not requested");
    EXPECT_FALSE(study.now().overlays);
    study.start_next(false, true);
    EXPECT_TRUE(worker.idle());
    EXPECT_TRUE(runs.answered()); // no request was made
}

LessonEntry three_questions() {
    LessonEntry entry;
    entry.name = "three";
    entry.questions = {"first", "second", "third"};
    return entry;
}

TEST(LessonStatus, SkippedQuestionsAreNotDone) {
    using Phase = LessonStatus::Phase;
    const LessonEntry entry = three_questions();
    EXPECT_EQ(lesson_status(entry, nullptr).phase, Phase::not_started);
    lesson::Progress progress;
    EXPECT_EQ(lesson_status(entry, &progress).phase, Phase::not_started);
    progress["three"].answered = {{"first", true}, {"third", false}};
    progress["three"].finished = true;
    const LessonStatus skipped = lesson_status(entry, &progress);
    EXPECT_EQ(skipped.phase, Phase::in_progress);
    EXPECT_EQ(skipped.answered, 2u);
    EXPECT_EQ(skipped.questions, 3u);
    progress["three"].answered.emplace("second", false);
    EXPECT_EQ(lesson_status(entry, &progress).phase, Phase::done);
}

TEST(LessonStatus, LatestUnfinishedLessonIsResumed) {
    const auto entry_of = [](std::string name, std::vector<std::string> questions) {
        LessonEntry entry;
        entry.name = std::move(name);
        entry.questions = std::move(questions);
        return entry;
    };
    const std::vector entries{entry_of("first", {"a", "b"}), entry_of("second", {"a", "b"}), entry_of("done", {"a"}),
                              entry_of("never opened", {"a"})};
    EXPECT_EQ(find_lesson_to_resume(entries, nullptr), nullptr);
    lesson::Progress progress;
    progress["first"].visit = 1;
    progress["second"].visit = 2;
    progress["done"].answered = {{"a", true}};
    progress["done"].visit = 3;
    ASSERT_NE(find_lesson_to_resume(entries, &progress), nullptr);
    EXPECT_EQ(find_lesson_to_resume(entries, &progress)->name, "second");
    progress["first"].visit = 4;
    EXPECT_EQ(find_lesson_to_resume(entries, &progress)->name, "first");
}

TEST(LessonStatus, CountsFirstCorrectAnswers) {
    lesson::Progress progress;
    progress["three"].answered = {{"first", true}, {"second", false}, {"renamed since", true}};
    const LessonStatus status = lesson_status(three_questions(), &progress);
    EXPECT_EQ(status.answered, 2u);
    EXPECT_EQ(status.correct, 1u);
}

TEST(LessonView, SkippedQuestionIsNotPassed) {
    auto lesson = std::make_shared<lesson::Lesson>();
    for (const char* name : {"text", "skipped", "answered", "shown"}) lesson->steps.emplace_back().name = name;
    lesson->steps[1].question.emplace();
    lesson->steps[2].question.emplace();
    LessonView view;
    view.lesson = lesson;
    view.step = 3;
    view.progress.answered.emplace("answered", false);
    EXPECT_TRUE(view.is_passed(0));
    EXPECT_FALSE(view.is_passed(1));
    EXPECT_TRUE(view.is_passed(2));
}

TEST(LessonList, EntriesHavePictureAndQuestions) {
    ASSERT_FALSE(lesson_entries().empty());
    for (const LessonEntry& entry : lesson_entries()) {
        EXPECT_FALSE(entry.questions.empty()) << entry.name;
        EXPECT_EQ(entry.summary.find('`'), std::string::npos) << "drawn as plain text: " << entry.summary;
        EXPECT_TRUE(std::filesystem::exists(entry.picture)) << "run scripts/make_gallery.sh: " << entry.picture;
    }
}
} // namespace
} // namespace warpscope::workbench
