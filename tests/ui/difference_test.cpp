// Views that show the difference of two buffers.
#include <filesystem>

#include <fmt/format.h>

#include "driver.hpp"
#include "insight/cells.hpp"

namespace warpscope::ui {
namespace {

void choose_difference(Driver& driver, std::string_view item) {
    driver.click("##space 1");
    driver.frames(3);
    ASSERT_TRUE(driver.has(item)) << driver.text();
    driver.click(item);
    driver.settle();
}

TEST(Difference, SubtractsAnotherBuffer) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    choose_difference(driver, "Difference from in");
    EXPECT_EQ(driver.model().scene->views[1].reference.buffer, "in");
    const auto difference = driver.model().differences[1];
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->cells, 40u * 30);
    EXPECT_GT(difference->different, 0u);
    EXPECT_TRUE(driver.says("out minus in: ")) << driver.text();
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "difference.wscope";
    std::filesystem::remove(file);
    driver.save_scene(file);
    EXPECT_NE(contents(file).find("\nminus = \"in\"\n"), std::string::npos);
    choose_difference(driver, "Show values");
    EXPECT_FALSE(driver.model().differences[1]);
    EXPECT_FALSE(driver.says("out minus in: ")) << driver.text();
}

TEST(Difference, TitleAndHistogramAreOfDifference) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    for (scene::View& view : start.preferences.views) view.overlays = 0; // keeps the legend in place
    Driver driver(std::move(start));
    driver.settle();
    choose_difference(driver, "Difference from in");
    EXPECT_FALSE(driver.says("out - in")) << driver.text();
    driver.click_at(driver.at_cell("right view", 5, 5), ImGuiMouseButton_Right);
    driver.frames(3);
    driver.click("Histogram of values##cell menu");
    driver.settle();
    ASSERT_TRUE(driver.has("right histogram 0")) << driver.text();
    EXPECT_TRUE(driver.says("out - in")) << driver.text();
    EXPECT_TRUE(driver.says("1200 values, at most ")) << driver.text();
    const auto overlays = driver.model().scene->views[1].overlays;
    driver.key(ImGuiKey_D);
    driver.settle();
    EXPECT_NE(driver.model().scene->views[1].overlays, overlays) << "the card leaves the keys to the window";
    EXPECT_TRUE(driver.has("right histogram 0")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.has("right histogram 0"));
    driver.click("right difference");
    driver.settle();
    driver.click("##close histogram");
    driver.settle();
    EXPECT_FALSE(driver.has("right histogram 0"));
    driver.click("right difference");
    driver.settle();
    EXPECT_TRUE(driver.has("right histogram 0")) << "by its legend\n" << driver.text();
}

TEST(Difference, NamesBothValuesOfACell) {
    Driver driver(start_with(setup_of("matrix_add", "gradient:20x14")));
    driver.settle();
    choose_difference(driver, "Difference from a");
    const auto difference = driver.model().differences[1];
    ASSERT_TRUE(difference);
    driver.move(driver.at_cell("right view", 9, 5));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed);
    const uint64_t cell = driver.model().selection.pointed->index;
    const std::string words = fmt::format("{} − {} = {:.4g}", insight::cell_text(difference->values, cell),
                                          insight::cell_text(difference->reference, cell), difference->at(cell));
    EXPECT_TRUE(driver.says(words)) << words << "\n" << driver.text();
}

TEST(Difference, SubtractsTheBaseline) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_C);
    driver.settle();
    driver.click("##space 1");
    driver.frames(3);
    EXPECT_FALSE(driver.has("Difference from the baseline")) << "the current run is the baseline";
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    driver.key(ImGuiKey_RightBracket); // a larger radius
    driver.settle();
    ASSERT_NE(driver.model().result, driver.model().baseline.result);
    choose_difference(driver, "Difference from the baseline");
    ASSERT_TRUE(driver.model().differences[1]);
    EXPECT_TRUE(driver.says("out minus baseline: ")) << driver.text();
    EXPECT_FALSE(driver.says("warps diverged")) << "its color would look like larger values";
    driver.key(ImGuiKey_RightBracket);
    driver.settle();
    const auto next = driver.model().differences[1];
    ASSERT_TRUE(next);
    EXPECT_EQ(next->values.bytes, driver.model().result->output.bytes) << "it follows the newest run";
    driver.key(ImGuiKey_C); // now the current run is the baseline
    driver.settle();
    EXPECT_FALSE(driver.model().differences[1]);
    EXPECT_TRUE(driver.says("the baseline is missing or equal to this launch")) << driver.text();
}

TEST(Difference, OtherBufferShowsItsValues) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    choose_difference(driver, "Difference from in");
    driver.click("##space 1");
    driver.frames(3);
    driver.click("input: in");
    driver.settle();
    EXPECT_FALSE(driver.model().scene->views[1].reference.any());
    EXPECT_FALSE(driver.model().differences[1]);
}

TEST(Difference, EndsWithItsExperiment) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    choose_difference(driver, "Difference from in");
    ASSERT_TRUE(driver.model().scene->views[1].reference.any());
    driver.search("color to gray");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().setup->experiment, "color_to_gray");
    EXPECT_FALSE(driver.model().scene->views[1].reference.any());
}

TEST(Palette, FindsDifferenceAndHistogram) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("difference from in");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].reference.buffer, "in");
    driver.search("histogram of values");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.has("left histogram 0") || driver.has("right histogram 0")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
