// Explanation of a split warp in the window, and the actions that it offers.
#include <fmt/format.h>

#include "driver.hpp"
#include "sass/fake_assembler.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {
namespace {

TEST(Inspector, LongValueWraps) {
    scene::LaunchSetup setup = setup_of("box_blur", "gradient:50x30");
    setup.variant = "tiled"; // each thread loads one cell or two
    Start start = start_with(setup);
    start.pin = CellCoordinates{20, 20, 0};
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.says("reads: in[16][15] = ")) << driver.text();
    const auto height = [&](const char* label) { return driver.item(label).max.y - driver.item(label).min.y; };
    EXPECT_GT(height("##reads"), height("##blockIdx") + 10);
}

TEST(SplitReasons, LanesAreRanges) {
    EXPECT_EQ(lanes_text(0xffffffffu), "0 to 31");
    EXPECT_EQ(lanes_text(0x8000000fu | 0x100u), "0 to 3, 8 and 31");
}

TEST(SplitReasons, InspectorExplainsLanes) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.pin = CellCoordinates{37, 3};
    start.preferences.panes.inspector = 340;
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.says("WHY ITS WARP SPLIT")) << driver.text();
    EXPECT_TRUE(driver.says("col < width && row < height")) << driver.text();
    // A warp covers two rows of 16; only 8 columns of the third block are inside the picture.
    EXPECT_TRUE(driver.says("lanes 0 to 7 and 16 to 23")) << driver.text();
    EXPECT_TRUE(driver.says("col = 32 to 39")) << driver.text();
    EXPECT_TRUE(driver.says("col = 40 to 47")) << driver.text();
    std::string pill;
    for (const std::string& label : driver.labels())
        if (label.starts_with("show splits##line ")) pill = label;
    ASSERT_FALSE(pill.empty());
    driver.click(pill);
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    EXPECT_EQ(driver.model().painted->measure, metrics::Measure::splits);
    EXPECT_EQ(pill, fmt::format("show splits##line {}", driver.model().painted->place.line));
}

TEST(SplitReasons, InspectorNamesTheMachineForm) {
    const auto words = [](const sass::Assembler& assembler) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.assembler = assembler;
        start.pin = CellCoordinates{37, 3};
        start.preferences.panes.inspector = 340;
        Driver driver(std::move(start), 1600, 950);
        driver.settle();
        return driver.text();
    };
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != text.npos; };
    const std::string kept = words(sass::fake_assembler(true)), masked = words(sass::fake_assembler(false)),
                      without_toolkit = words({});
    EXPECT_TRUE(has(kept, "sm_90 keeps this branch")) << kept;
    EXPECT_TRUE(has(masked, "sm_90 predicates this `if`: lanes are masked, no branch")) << masked;
    EXPECT_TRUE(has(without_toolkit, "A GPU may run this without a branch (predication).")) << without_toolkit;
}

TEST(SplitReasons, CardNamesTheMachineForm) {
    const auto words = [](const sass::Assembler& assembler, ImVec2 cell) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.assembler = assembler;
        start.preferences.panes.inspector_open = false;
        Driver driver(std::move(start), 1600, 950);
        driver.settle();
        driver.move(driver.at_cell("right view", cell.x, cell.y));
        driver.settle();
        EXPECT_TRUE(driver.has("hover card")) << driver.text();
        return driver.text();
    };
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != text.npos; };
    constexpr ImVec2 split{37, 3}, whole{20, 14};
    const std::string kept = words(sass::fake_assembler(true), split),
                      masked = words(sass::fake_assembler(false), split), without_toolkit = words({}, split),
                      converged = words({}, whole);
    EXPECT_TRUE(has(kept, "line 6: sm_90 keeps this branch")) << kept;
    EXPECT_TRUE(has(masked, "line 6: sm_90 predicates this if: lanes are masked")) << masked;
    EXPECT_TRUE(has(without_toolkit, "A GPU may run this without a branch (predication).")) << without_toolkit;
    EXPECT_FALSE(has(converged, "A GPU may run this without a branch (predication).")) << converged;
}

TEST(HoverCard, DescribesCellsBesideThePin) {
    Start start = start_with(setup_of("color_to_gray", "gradient:32x32"));
    start.pin = CellCoordinates{3, 3};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    driver.move(driver.at_cell("right view", 3, 3));
    driver.settle();
    EXPECT_FALSE(driver.has("hover card")) << "the inspector describes the pin";
    driver.move(driver.at_cell("right view", 20, 9));
    driver.settle();
    EXPECT_TRUE(driver.has("hover card"));
    EXPECT_TRUE(driver.says("thread (4, 9, 0) of block (1, 0, 0)")) << driver.text();
    EXPECT_TRUE(driver.says("PINNED THREAD")) << driver.text();
}

TEST(SplitReasons, ConvergedWarpHasNoReason) {
    Start start = start_with(setup_of("color_to_gray", "gradient:32x32"));
    start.pin = CellCoordinates{3, 3};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.says("no divergence")) << driver.text();
    EXPECT_FALSE(driver.says("WHY ITS WARP SPLIT"));
}

TEST(Inspector, IdentityPrecedesArithmetic) {
    Start start = start_with(setup_of("matmul", "noise:32x32,seed=1"));
    start.pin = CellCoordinates{3, 3};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    const size_t identity = driver.text().find("threadIdx"), index = driver.text().find("INDEX");
    ASSERT_NE(identity, std::string::npos) << driver.text();
    ASSERT_NE(index, std::string::npos);
    EXPECT_LT(identity, index);
}

TEST(Inspector, ChannelsCountAsOneRead) {
    EXPECT_EQ(times_text(147, 3), "147 times (49 × 3 channels)");
    EXPECT_EQ(times_text(1, 1), "1 time");
}

TEST(SplitReasons, IdleThreadHasItsOwnReason) {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.preferences.panes.inspector = 340;
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 77.5, 50.5)); // outside the right edge
    driver.settle();
    ASSERT_NE(driver.model().selection.thread, 0u);
    const size_t own = driver.text().find("WHY THE THREAD IS IDLE"), warp = driver.text().find("WHY ITS WARP SPLIT");
    ASSERT_NE(own, std::string::npos) << driver.text();
    ASSERT_NE(warp, std::string::npos) << driver.text();
    EXPECT_LT(own, warp);
    EXPECT_TRUE(driver.says("lane 13: false, col = 77")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
