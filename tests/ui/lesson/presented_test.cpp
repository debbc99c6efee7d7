// Questions to a class: counting hands, keys, and room for the question.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "ui/lesson/lesson_window.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {
namespace {

TEST(PresentedLesson, WrongVotesAreExplained) {
    Driver driver(start_lesson(lessons / "which_warps_split.lesson.toml", 1));
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.settle();
    const std::vector<lesson::Option> options = driver.model().lesson->evaluated->options;
    ASSERT_EQ(options.size(), 4u);
    const auto hand = [&](size_t option) { driver.key(static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(option))); };
    const auto right = static_cast<size_t>(std::ranges::find(options, true, &lesson::Option::right) - options.begin());
    const size_t wrong = (right + 1) % 4, other = (right + 2) % 4;
    for (const size_t option : {right, right, right, wrong, wrong, other}) hand(option);
    driver.key(ImGuiKey_Space);
    driver.settle();
    const lesson::Verdict& verdict = *driver.model().lesson->verdict;
    EXPECT_FALSE(verdict.right) << "three of six";
    EXPECT_EQ(verdict.means,
              "3 of 6 answers are right. **Why not \"" + options[wrong].text + "\"?** " + options[wrong].means);
    EXPECT_FALSE(driver.says("Correct."));
}

std::filesystem::path lesson_of_a_number(const std::string& name, const std::string& keys) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / (name + ".lesson.toml");
    std::ofstream(file) << "title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\nrun = \"matmul/tiled\"\n"
                        << "input = \"noise:64x48\"\n"
                        << keys << "[step.question]\nkind = \"number\"\nask = \"How many threads?\"\n"
                        << "answer = \"threads\"\nexplain = \"So.\"\n";
    return file;
}

TEST(PresentedLesson, NarrowFindingIsNotCut) {
    Start start = start_lesson(lessons / "second_barrier.lesson.toml", 2);
    start.presentation = true;
    start.lesson_answer = "tell";
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    const Recorder::Item line = driver.item("line 16##this line 0"), show = driver.item("show##0");
    EXPECT_GT(show.min.y, line.max.y - 5) << "in a row of its own";
    EXPECT_NEAR(show.min.x, line.min.x, 1);
}

TEST(PresentedLesson, FunctionKeyWorksWhileTyping) {
    Driver driver(start_lesson(lesson_of_a_number("keys", ""), 0));
    driver.settle();
    driver.click("##lesson number");
    driver.type("12");
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_TRUE(driver.model().presentation);
    EXPECT_EQ(driver.model().lesson->typed, "12");
}

TEST(PresentedLesson, KernelLeavesRoomForTheQuestion) {
    for (const bool presented : {false, true}) {
        Driver driver(start_lesson(lesson_of_a_number("code", "code = true\n"), 0), 1366, 768);
        driver.settle();
        if (presented) driver.key(ImGuiKey_F11);
        driver.settle();
        driver.frames(3);
        const Recorder::Item panel = driver.item("lesson"), first = driver.item("quoted line 1"),
                             measure = driver.item("measure##lesson");
        EXPECT_GT(first.min.y, panel.min.y + 40) << "the question stands above: " << presented;
        EXPECT_LE(measure.max.y, panel.max.y) << presented;
    }
}

} // namespace
} // namespace warpscope::ui
