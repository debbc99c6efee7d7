// Lessons in the window. They hide the answer until the student predicts it, then show the measured answer.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <tuple>

#include "ui/code/listing.hpp"
#include "ui/dialogs/palette.hpp"
#include "ui/lesson/lesson_window.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_feature.hpp"
#include "workbench/lesson/lesson_list.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {
namespace {

bool shows(Driver& driver, render::Overlay overlay) {
    return render::has(driver.model().scene->views[1].overlays, overlay);
}

/// Marks all questions of a lesson as answered, with a wrong first try.
void answer_all(lesson::Progress& progress, const char* name) {
    for (const std::string& question : std::ranges::find(lesson_entries(), name, &LessonEntry::name)->questions)
        progress[name].answered.emplace(question, false);
}

TEST(Lesson, HidesTheAnswer) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 1));
    driver.settle();
    EXPECT_TRUE(driver.says("76 × 62 pixels, 5 × 4 blocks")) << driver.text();
    EXPECT_FALSE(driver.says("408"));
    EXPECT_FALSE(shows(driver, render::Overlay::idle_threads));
    EXPECT_FALSE(driver.has("idle##1")) << "no pill of an overlay";
    // Neither keys nor cursor reveal the answer.
    driver.key(ImGuiKey_Escape);
    driver.move(driver.at_cell("right view", 75, 61));
    driver.frames(40);
    EXPECT_FALSE(driver.says("408"));
    EXPECT_EQ(driver.model().selection.thread, 0u);
    driver.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.block.x, 16u) << "the launch stays as it is asked about";
}

TEST(Lesson, HiddenNumbersNoteCoversNoData) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 1));
    driver.settle();
    const Recorder::Item note = driver.item("hidden until the answer"), title = driver.item("##space 1");
    EXPECT_LE(note.max.y, title.max.y);
    EXPECT_GE(note.min.x, title.max.x);
}

TEST(Lesson, NumberCanBeTypedAtOnce) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 0));
    driver.settle();
    driver.click("next##lesson next");
    driver.settle();
    driver.type("408");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("Correct.")) << driver.text();
}

TEST(Lesson, PredictionRevealsTheMeasurement) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 1));
    driver.settle();
    driver.click("##lesson number");
    driver.type("400");
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("408"));
    EXPECT_TRUE(driver.says("You said 400: 8 too low.")) << driver.text();
    EXPECT_TRUE(driver.says("The corner where both meet is missing")) << "the misconception behind 400";
    EXPECT_TRUE(shows(driver, render::Overlay::idle_threads));
    EXPECT_TRUE(driver.has("idle##1"));
    driver.click("another size##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("100 × 50 pixels")) << driver.text();
    EXPECT_FALSE(driver.says("MEASURED"));
    EXPECT_FALSE(shows(driver, render::Overlay::idle_threads)) << "covered again";
}

TEST(Lesson, OwnAnswerIsShownAgain) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 1));
    driver.settle();
    EXPECT_FALSE(driver.has("show my answer##lesson"));
    driver.click("##lesson number");
    driver.type("400");
    driver.click("measure##lesson");
    driver.settle();
    driver.click("next##lesson bar");
    driver.settle();
    driver.click("##lesson back");
    driver.settle();
    EXPECT_FALSE(driver.says("408")) << "asked again";
    driver.click("show my answer##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("408"));
    EXPECT_TRUE(driver.says("You said 400")) << driver.text();
    EXPECT_TRUE(shows(driver, render::Overlay::idle_threads));
    EXPECT_FALSE(driver.model().lesson->progress.answered.at("how many"));
}

TEST(Lesson, ShowsAnswersFromAnEarlierSession) {
    const ScratchFolder folder;
    lesson::Progress progress;
    progress["idle_threads"].answered.emplace("how many", true);
    std::ofstream(folder.path() / "lessons.toml") << lesson::to_text(progress);
    Start start = start_lesson(lessons / "idle_threads.lesson.toml", 1);
    start.autosave_folder = folder.path();
    Driver driver(std::move(start));
    driver.settle();
    driver.click("show the answer##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("408"));
    EXPECT_TRUE(driver.says("Correct.")) << driver.text();
}

TEST(Lesson, DetectsReachedGoal) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 2));
    driver.settle();
    EXPECT_TRUE(driver.says("not yet"));
    EXPECT_FALSE(driver.says("DONE"));
    for (int i = 0; i < 12; ++i) driver.key(ImGuiMod_Shift | ImGuiKey_LeftArrow); // block width 4
    for (int i = 0; i < 8; ++i) driver.key(ImGuiMod_Shift | ImGuiKey_DownArrow);  // block height 8
    driver.settle();
    EXPECT_EQ(driver.model().setup->settings.block, (Dim3{4, 8, 1}));
    EXPECT_TRUE(driver.says("DONE")) << driver.text();
}

TEST(Lesson, AcceptsClicksOnCells) {
    Driver driver(start_lesson(lessons / "pixel_owner.lesson.toml", 2));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 40));
    ASSERT_NE(driver.model().lesson, nullptr);
    EXPECT_EQ(driver.model().lesson->prediction.cells, (std::vector<uint64_t>{40 * 76 + 20}));
    EXPECT_FALSE(driver.model().scene->pin) << "it is a prediction, nothing is pinned";
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_TRUE(driver.model().lesson->verdict);
    EXPECT_TRUE(driver.model().lesson->verdict->right);
    EXPECT_TRUE(driver.says("Correct."));
}

TEST(Lesson, CountsVotesOfAClass) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 1));
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.settle();
    for (int i = 0; i < 2; ++i) driver.key(ImGuiKey_4);
    driver.key(ImGuiKey_D);
    driver.key(ImGuiKey_B);
    driver.key(ImGuiMod_Shift | ImGuiKey_D);
    driver.key(ImGuiMod_Shift | ImGuiKey_B);
    driver.key(ImGuiKey_2);
    EXPECT_EQ(driver.model().lesson->votes, (std::vector<uint32_t>{0, 1, 0, 2}));
    EXPECT_TRUE(driver.has("vote bar 1"));
    EXPECT_FALSE(driver.has("vote bar 0")) << "a bar without length would show its rounded end";
    EXPECT_FALSE(driver.says("MEASURED"));
    driver.key(ImGuiKey_Space);
    driver.settle();
    EXPECT_TRUE(driver.says("MEASURED"));
    EXPECT_TRUE(driver.says("of 1040 warps"));
    EXPECT_EQ(driver.model().lesson->verdict->measured, "75");
    const Recorder::Item votes = driver.item("votes"), panel = driver.item("lesson");
    EXPECT_LT(votes.max.y, panel.max.y) << "in sight";
    driver.key(ImGuiKey_Space);
    driver.settle();
    EXPECT_EQ(driver.model().lesson->step, 2u);
    driver.key(ImGuiKey_PageUp);
    driver.settle();
    EXPECT_TRUE(driver.says("MEASURED"));
    EXPECT_EQ(driver.model().lesson->votes, (std::vector<uint32_t>{0, 1, 0, 2}));
    driver.click(driver.model().lesson->now().name + "##lesson step 1");
    driver.settle();
    EXPECT_FALSE(driver.says("MEASURED")) << "another class is asked";
    EXPECT_EQ(driver.model().lesson->votes, (std::vector<uint32_t>{0, 0, 0, 0}));
}

TEST(Lesson, DigitsChooseAnAnswer) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 1));
    driver.settle();
    const double zoom = driver.model().camera.pixels_per_cell;
    const std::vector<lesson::Option>& options = driver.model().lesson->evaluated->options;
    const auto right = static_cast<size_t>(std::ranges::find(options, true, &lesson::Option::right) - options.begin());
    ASSERT_EQ(options.at(right).text, "75");
    driver.key(ImGuiKey_1);
    driver.frames(90); // 1.5 s: the next digit begins a number
    driver.key(ImGuiKey_7);
    driver.settle();
    EXPECT_EQ(driver.model().lesson->prediction.option, right);
    EXPECT_EQ(driver.model().camera.pixels_per_cell, zoom) << "no other action takes the key";
}

TEST(Lesson, TypedNumberIsOneAnswer) {
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 1));
    driver.settle();
    const auto chosen = [&] {
        const auto& option = driver.model().lesson->prediction.option;
        return option ? driver.model().lesson->evaluated->options.at(*option).text : "";
    };
    driver.key(ImGuiKey_3);
    driver.key(ImGuiKey_2);
    EXPECT_EQ(chosen(), "32") << "2 is an option, too";
    driver.frames(90); // 1.5 s
    driver.key(ImGuiKey_2);
    EXPECT_EQ(chosen(), "2");
}

TEST(LessonPixels, NextIsQuietUntilTheAnswer) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 1));
    driver.settle();
    const auto ground = [&] {
        const Recorder::Item next = driver.item("next##lesson bar");
        const Picture picture = driver.picture();
        const auto x = static_cast<size_t>(next.min.x + 5), y = static_cast<size_t>((next.min.y + next.max.y) / 2);
        const uint8_t* const p = &picture.rgba[4 * (y * picture.width + x)];
        return IM_COL32(p[0], p[1], p[2], 255);
    };
    EXPECT_NE(ground(), driver.model().look.colors->accent);
    click_option(driver, "75");
    driver.click("measure##lesson");
    driver.settle();
    driver.move({-1000, -1000});
    EXPECT_EQ(ground(), driver.model().look.colors->accent);
}

TEST(Lesson, OpensTheStepThatShowsWhy) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 1));
    driver.settle();
    click_option(driver, "75");
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("Correct."));
    driver.click("Why? Stop where such a warp splits; press . to go on##why");
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment.scope, scene::Scope::warp);
    EXPECT_EQ(driver.model().scene->moment.block, 12u) << "the upper right one";
    EXPECT_TRUE(driver.model().moment);
}

TEST(Lesson, TabShowsTheArrayInQuestion) {
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 2));
    driver.settle();
    click_option(driver, "1");
    driver.click("measure##lesson");
    driver.settle();
    ASSERT_TRUE(driver.model().block_view);
    const auto shown = chosen_request(*driver.model().block_view, driver.model().block_view_state);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->instruction->array, "tile_M");
    EXPECT_EQ(shown->instruction->warps[shown->warp].warp, 0u);
    EXPECT_TRUE(driver.says("tile_M: sum += tile_M")) << driver.text();
    EXPECT_TRUE(driver.says("tile_N: sum += tile_M"));
}

TEST(Lesson, ClosingRestoresTheWindow) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 0));
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "color_to_gray");
    EXPECT_TRUE(driver.model().preferences->panes.alone);
    driver.click("##lesson close");
    driver.settle();
    EXPECT_EQ(driver.model().lesson, nullptr);
    EXPECT_EQ(driver.model().setup->experiment, "box_blur");
    EXPECT_FALSE(driver.model().preferences->panes.alone);
    EXPECT_TRUE(driver.has("experiment"));
}

TEST(Lesson, InputStaysInTheLesson) {
    Start start = start_with(setup_of("vector_add", "index:8"));
    start.lesson = lessons / "halo.lesson.toml";
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.model().scene->source.input.file.ends_with("harbour-96x64.png"));
    driver.search("experiment Box blur");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().lesson, nullptr);
    ASSERT_EQ(driver.model().scene->source.experiment, "box_blur");
    EXPECT_EQ(driver.model().scene->source.input.file, catalog::default_picture().string());
    EXPECT_FALSE(driver.model().preferences->inputs.contains("box_blur"));
    for (const std::string& file : driver.model().preferences->recent) EXPECT_FALSE(file.ends_with(".png")) << file;
}

TEST(Lesson, PaletteOpensItAndKeepsProgress) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "lesson-progress";
    std::filesystem::remove_all(folder);
    const auto start = [&] {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.autosave_folder = folder;
        return start;
    };
    {
        Driver driver(start());
        driver.settle();
        driver.search("idle threads at");
        driver.key(ImGuiKey_Enter);
        driver.settle();
        ASSERT_NE(driver.model().lesson, nullptr);
        EXPECT_EQ(driver.model().lesson->lesson->name, "idle_threads");
        driver.click("next##lesson bar");
        driver.settle();
        driver.click("##lesson number");
        driver.type("408");
        driver.key(ImGuiKey_Enter);
        driver.settle();
    }
    Driver again(start());
    again.settle();
    again.search("idle threads at");
    again.key(ImGuiKey_Enter);
    again.settle();
    ASSERT_NE(again.model().lesson, nullptr);
    EXPECT_EQ(again.model().lesson->step, 1u) << "where it was left";
    EXPECT_TRUE(again.model().lesson->progress.answered.at("how many"));
}

TEST(Lesson, CoversRevealingViews) {
    Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 0));
    driver.settle();
    EXPECT_TRUE(driver.says("hidden until you answer")) << "the result is one number";
    click_option(driver, "2080");
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_FALSE(driver.says("hidden until you answer"));
    EXPECT_FALSE(driver.model().lesson->verdict->right) << "lost updates";
    EXPECT_NE(driver.model().lesson->verdict->measured, "2080");
}

TEST(Lesson, PicturesThreadsThatCount) {
    Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 0));
    driver.settle();
    ASSERT_EQ(driver.model().scene->views[0].space, render::Space::launch);
    ASSERT_TRUE(driver.model().painted) << driver.text();
    EXPECT_EQ(driver.model().painted->place.line, 7u);
    EXPECT_FALSE(covers_view(driver.model(), 0));
    EXPECT_TRUE(covers_view(driver.model(), 1)) << "it shows the answer";
    EXPECT_FALSE(driver.says("1 finding")) << "its mark would give a hint\n" << driver.text();
}

TEST(Lesson, BarriersAreQuotedWithTheirLoop) {
    for (const auto& [step, lines] : {std::pair{0, std::vector<uint32_t>{10, 13, 18, 19}},
                                      {2, std::vector<uint32_t>{10, 13, 14, 15, 16, 18, 19}}}) {
        Driver driver(start_lesson(lessons / "one_block.lesson.toml", static_cast<size_t>(step)));
        driver.settle();
        EXPECT_EQ(driver.model().lesson->code, lines);
    }
}

TEST(Lesson, SpotlightIncludesTheSlidersLabel) {
    Driver driver(start_lesson(lessons / "one_block.lesson.toml", 4));
    driver.settle();
    const Recorder::Item ring = driver.item("lesson spotlight"), number = driver.item("block x/number");
    EXPECT_LE(ring.min.y, number.min.y);
    EXPECT_GE(ring.max.y, driver.item("block x/track").max.y);
}

TEST(Lesson, BlockSizeExerciseMarksIdleThreads) {
    Driver driver(start_lesson(lessons / "idle_threads.lesson.toml", 2));
    driver.settle();
    for (size_t view = 0; view < 2; ++view)
        EXPECT_TRUE(scene::has(driver.model().scene->views[view].overlays, scene::Overlay::idle_threads)) << view;
}

TEST(Lesson, TextDoesNotRevealTheAnswer) {
    for (const char* name : {"second_barrier", "barrier_in_branch", "shared_not_zero"}) {
        Driver driver(start_lesson(lessons / (std::string(name) + ".lesson.toml"), 0));
        driver.settle();
        ASSERT_EQ(driver.model().lesson->phase, LessonPhase::reading) << name;
        EXPECT_FALSE(driver.says("hidden until")) << name << " shows its data\n" << driver.text();
        EXPECT_FALSE(driver.says("Findings 1") || driver.says("1 finding")) << name;
    }
    Driver driver(start_lesson(lessons / "more_is_not_faster.lesson.toml", 3));
    driver.settle();
    EXPECT_FALSE(driver.says("5840")) << "idle threads are asked for\n" << driver.text();
}

TEST(Lesson, TextThatNamesATabShowsIt) {
    Driver driver(start_lesson(lessons / "shared_not_zero.lesson.toml", 3));
    driver.settle();
    ASSERT_EQ(driver.model().lesson->phase, LessonPhase::reading);
    EXPECT_TRUE(driver.has("Shared memory##tab")) << driver.text();
    EXPECT_FALSE(driver.says("hidden until")) << driver.text();
}

TEST(Lesson, ClassReadsTheQuestionsContext) {
    for (const auto& [name, step, words] : {std::tuple("it_ran", size_t{2}, "Another picture, 52"),
                                            {"which_warps_split", size_t{1}, "share one stream"}}) {
        Start start = start_lesson(lessons / (std::string(name) + ".lesson.toml"), step);
        start.presentation = true;
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        driver.frames(4);
        EXPECT_TRUE(driver.says(words)) << driver.text();
        EXPECT_LE(driver.item("measure##lesson").max.y, driver.item("lesson").max.y) << name << ": it is in sight";
    }
}

TEST(Lesson, QuestionAboutALoopQuotesIt) {
    Driver driver(start_lesson(lessons / "second_barrier.lesson.toml", 1));
    driver.settle();
    EXPECT_TRUE(driver.says("for (int start = 0; start < inner; start += TILE_DIM) {")) << driver.text();
    EXPECT_TRUE(driver.says("more overlays and numbers appear when you answer")) << driver.text();
    EXPECT_TRUE(driver.says("…")) << "for the lines that are left out";
}

TEST(Lesson, HidesRevealingComments) {
    Driver driver(start_lesson(lessons / "it_ran.lesson.toml", 3));
    driver.settle();
    EXPECT_TRUE(driver.says("out[pixel] = 255 - in[pixel];")) << driver.text();
    EXPECT_FALSE(driver.says("BUG"));
    driver.click("line 8##lesson");
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("Correct."));
    EXPECT_TRUE(driver.says("BUG"));
}

TEST(Lesson, DragMarksLanes) {
    Driver driver(start_lesson(lesson_of_tiles(), 1), 1366, 768);
    driver.settle();
    const auto lane = [&](int number) { return driver.middle("lane " + std::to_string(number) + "##lesson"); };
    driver.drag(lane(0), lane(3));
    EXPECT_EQ(driver.model().lesson->prediction.lanes, 0xfu);
    driver.drag(lane(3), lane(2));
    EXPECT_EQ(driver.model().lesson->prediction.lanes, 0x3u) << "from a marked one it takes away";
    driver.click_at(lane(16));
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
    driver.click_at(lane(20));
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
    driver.frames(2);
    EXPECT_EQ(driver.model().lesson->prediction.lanes, 0x1f0003u);
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("You marked 0, 1, 16 to 20. Missing: ")) << driver.text();
    EXPECT_TRUE(driver.says(" Wrong: ")) << driver.text();
}

TEST(Lesson, QuotesWholeLongLines) {
    Driver driver(start_lesson(lesson_of_tiles(), 0), 1366, 768);
    driver.settle();
    std::vector<float> heights;
    const auto lines = insight::split_lines(driver.model().result->source);
    float short_line = 0, long_line = 0;
    for (const uint32_t line : driver.model().lesson->code) {
        const Recorder::Item item = driver.item("quoted line " + std::to_string(line));
        (lines[line - 1].size() > 80 ? long_line : short_line) = item.max.y - item.min.y;
    }
    EXPECT_GT(short_line, 10);
    EXPECT_GE(long_line, 2 * short_line) << "it goes on in a further row";
}

TEST(Lesson, LanesFollowTheBlockShape) {
    Driver driver(start_lesson(lesson_of_tiles(), 1), 1366, 768);
    driver.settle();
    const auto left = [&](int lane) { return driver.item("lane " + std::to_string(lane) + "##lesson").min; };
    EXPECT_EQ(left(16).x, left(0).x) << "the block is 16 threads wide";
    EXPECT_EQ(left(15).y, left(0).y);
    EXPECT_GT(left(16).y, left(15).y);
    const Recorder::Item last = driver.item("lane 15##lesson"), panel = driver.item("lesson");
    EXPECT_LT(last.max.x, panel.max.x);
    EXPECT_TRUE(driver.says("Each row is a row of the block.")) << driver.text();
}

TEST(Lesson, CoalescingHighlightsAWarpsCells) {
    Driver driver(start_lesson(lessons / "coalescing.lesson.toml", 1), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("32 cells in question"));
    click_option(driver, "32");
    driver.click("measure##lesson");
    driver.settle();
    ASSERT_TRUE(driver.model().lesson->highlighted);
    EXPECT_EQ(driver.model().lesson->highlighted->count(), 32u);
    EXPECT_TRUE(driver.says("32 cells in question")) << "the legend\n" << driver.text();
}

TEST(Lesson, MeasuredNumberNeedsNoScrolling) {
    for (const auto& [name, step] : {std::pair{"coalescing", 1}, {"which_warps_split", 1}, {"idle_threads", 1}}) {
        Start start = start_lesson(lessons / (std::string(name) + ".lesson.toml"), static_cast<size_t>(step));
        start.presentation = true;
        start.lesson_answer = "tell";
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        const Recorder::Item number = driver.item("measured"), panel = driver.item("lesson");
        EXPECT_GE(number.min.y, panel.min.y) << name;
        EXPECT_LT(number.max.y, panel.max.y - 100) << name << ": and some of its explanation";
    }
}

TEST(Lesson, ListMarksCompletedLessons) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "lesson-taken";
    std::filesystem::create_directories(folder);
    lesson::Progress progress;
    answer_all(progress, "idle_threads");
    progress["halo"].step = 1;
    std::ofstream(folder / "lessons.toml") << lesson::to_text(progress);
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.autosave_folder = folder;
    start.first_start = true;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("1 completed.")) << driver.text();
    std::string taken, begun;
    for (const PaletteEntry& entry : palette_entries(driver.model(), "lesson")) {
        if (entry.detail.ends_with(" · done")) taken += entry.title;
        if (entry.detail.ends_with(" · in progress")) begun += entry.title;
    }
    const auto title = [](const char* name) {
        return std::ranges::find(lesson_entries(), name, &LessonEntry::name)->title;
    };
    EXPECT_EQ(taken, title("idle_threads"));
    EXPECT_EQ(begun, title("halo"));
    std::filesystem::remove_all(folder);
}

TEST(Lesson, PageListsLessonsWithProgress) {
    const ScratchFolder folder;
    lesson::Progress progress;
    answer_all(progress, "idle_threads");
    progress["halo"].step = 1;
    std::ofstream(folder.path() / "lessons.toml") << lesson::to_text(progress);
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.autosave_folder = folder.path();
    start.first_start = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.click("##tile lessons");
    driver.settle();
    const LessonEntry& first = lesson_entries().front();
    EXPECT_TRUE(driver.says("1. " + first.title)) << driver.text();
    EXPECT_TRUE(driver.says("not started")) << driver.text();
    EXPECT_TRUE(driver.says("1 of " + std::to_string(lesson_entries().size()) + " lessons done")) << driver.text();
    EXPECT_TRUE(driver.says("done: 0 of ")) << driver.text();
    EXPECT_TRUE(driver.says("0 of 5 answered")) << driver.text();
    driver.click("##lesson halo");
    driver.settle();
    ASSERT_NE(driver.model().lesson, nullptr);
    EXPECT_EQ(driver.model().lesson->lesson->name, "halo");
    EXPECT_EQ(driver.model().lesson->step, 1u) << "it continues";
    EXPECT_FALSE(driver.says("not started"));
}

TEST(Lesson, FileMistakesAreReported) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "wrong.lesson.toml";
    std::ofstream(file)
        << "title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\nrun = \"box_blur/naive\"\ntext = \"{nothing}\"\n";
    Driver driver(start_lesson(file, 0));
    driver.settle();
    EXPECT_TRUE(driver.says("wrong.lesson.toml:6")) << driver.text();
    EXPECT_TRUE(driver.says("'nothing' is not known")) << driver.text();
}

TEST(Lesson, InvalidFileOpensNoLesson) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "none.lesson.toml";
    std::ofstream(file) << "title = \"T\"\n[[step]\n";
    Driver driver(start_lesson(file, 0));
    driver.settle();
    EXPECT_EQ(driver.model().lesson, nullptr);
    EXPECT_TRUE(driver.says("none.lesson.toml:2")) << driver.text();
    EXPECT_TRUE(driver.says("lesson --check FILE")) << driver.text();
}

TEST(Lesson, ReopeningRereadsNeighborFiles) {
    const ScratchFolder folder;
    namespace fs = std::filesystem;
    fs::copy(WARPSCOPE_SOURCE_DIR "/cuda/transpose", folder.path(), fs::copy_options::recursive);
    const auto contents = [](const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const auto change = [&](const std::string& name, const std::string& from, const std::string& to) {
        std::string text = contents(folder.path() / name);
        ASSERT_NE(text.find(from), std::string::npos);
        static_cast<void>(folder.write(name, text.replace(text.find(from), from.size(), to)));
    };
    change("experiment.toml", "title = \"Transpose\"", "name = \"own\"\ntitle = \"This year\"");
    const fs::path lesson = folder.write("a.lesson.toml", "title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\n"
                                                          "run = \"experiment.toml/naive_row\"\n"
                                                          "input = \"index:32x32\"\ntext = \"{blocks} blocks\"\n");
    Driver driver(start_lesson(lesson, 0));
    driver.settle();
    ASSERT_TRUE(driver.says("4 blocks")) << driver.text();
    EXPECT_EQ(driver.model().experiment->title, "This year");
    change("experiment.toml", "This year", "Next year");
    change("naive_row.cu", "{", "{ // changed\n");
    driver.app().open_files({lesson});
    driver.settle();
    EXPECT_EQ(driver.model().experiment->title, "Next year");
    ASSERT_TRUE(driver.model().result);
    EXPECT_NE(driver.model().result->source.find("// changed"), std::string::npos);
    EXPECT_EQ(driver.model().lesson->run, driver.model().result) << "the words are of that launch";
    EXPECT_EQ(driver.model().result->request.experiment->title, "Next year");
}

TEST(Lesson, SpotlightsExist) {
    for (const auto& entry : std::filesystem::directory_iterator(lessons)) {
        if (!lesson::is_lesson_file(entry.path())) continue;
        const auto read = lesson::read_lesson(entry.path());
        ASSERT_TRUE(read) << read.error().text();
        for (size_t step = 0; step < read->steps.size(); ++step) {
            if (read->steps[step].spotlight.empty()) continue;
            Driver driver(start_lesson(entry.path(), step));
            driver.settle();
            EXPECT_TRUE(driver.has_shown(read->steps[step].spotlight))
                << entry.path() << ": " << read->steps[step].spotlight;
        }
    }
}

} // namespace
} // namespace warpscope::ui
