// Lessons that show two launches side by side.
#include <gtest/gtest.h>

#include "ui/lesson/lesson_window.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {
namespace {

TEST(LessonComparison, ShowsPicturesAndCodeOfBoth) {
    for (const bool presented : {false, true}) {
        Start start = start_lesson(lessons / "every_if.lesson.toml", 3);
        start.presentation = presented;
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        const Baseline& pinned = driver.model().baseline;
        ASSERT_TRUE(pinned.side_by_side && pinned.result);
        EXPECT_EQ(pinned.result->variant().name, "simple");
        EXPECT_EQ(driver.model().result->variant().name, "convergent");
        for (const char* words : {"threadIdx.x % stride == 0", "if (i + stride < count)"})
            EXPECT_TRUE(driver.says(words)) << words << "\n" << driver.text();
        driver.click("next##lesson bar");
        driver.settle();
        EXPECT_FALSE(driver.model().baseline.result) << "it belongs to its step";
    }
}

TEST(LessonComparison, HighlightsCellsOfBoth) {
    Driver driver(start_lesson(lessons / "coalescing.lesson.toml", 2), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("32 cells in question"));
    driver.click("##lesson option 0"); // options are sorted by name
    driver.click("measure##lesson");
    driver.settle();
    const LessonView& view = *driver.model().lesson;
    EXPECT_EQ(driver.has("wrong answer"), !view.evaluated->options[0].right) << "a mark, not only a color";
    ASSERT_TRUE(view.highlighted && view.highlighted_in_other_run);
    EXPECT_TRUE(view.highlighted->has(1) && !view.highlighted->has(32));
    EXPECT_TRUE(!view.highlighted_in_other_run->has(1) && view.highlighted_in_other_run->has(31 * 8));
    size_t legends = 0;
    const std::string text = driver.text();
    for (size_t at = 0; (at = text.find("32 cells in question", at)) != std::string::npos; ++at) ++legends;
    EXPECT_EQ(legends, 2u) << text;
    driver.click("another size##lesson");
    driver.settle();
    EXPECT_TRUE(driver.model().baseline.side_by_side);
    EXPECT_EQ(driver.model().baseline.result->request.settings.values.at("COARSE_FACTOR"), 16);
}

TEST(LessonComparison, LeavesNothingPinned) {
    Driver driver(start_lesson(lessons / "every_if.lesson.toml", 3), 1366, 768);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.result);
    driver.click("##lesson close");
    driver.settle();
    EXPECT_FALSE(driver.model().baseline.result);
}

} // namespace
} // namespace warpscope::ui
