// Charts in the window: available charts, automatic sweeps, values under the cursor.
#include "driver.hpp"
#include "ui/widgets/chart_axis.hpp"

namespace warpscope::ui {
namespace {

Start charts_of(const std::string& experiment, const std::string& input, const std::string& chart) {
    Start start = start_with(setup_of(experiment, input));
    start.preferences.tab = Tab::charts;
    start.preferences.chart = chart;
    return start;
}

TEST(ChartsWindow, SweepRunsAndIsDrawn) {
    Driver driver(charts_of("reduction", "index:64", "work"), 1120, 640);
    driver.settle();
    const auto& state = driver.model().chart;
    ASSERT_TRUE(state.chart) << driver.text();
    EXPECT_EQ(state.progress.done, state.progress.total);
    EXPECT_TRUE(driver.says("additions")) << driver.text();
    EXPECT_TRUE(driver.says("minimum: N − 1")) << driver.text();
    EXPECT_TRUE(driver.says("Measured on the emulator") || driver.says("Marks are measured")) << driver.text();
}

TEST(ChartsWindow, HoverNamesTheLine) {
    Driver driver(charts_of("box_blur", "gradient:40x30", "lines"), 1120, 640);
    driver.settle();
    const Recorder::Item plot = driver.item("chart");
    bool said = false;
    for (int i = 1; i < 12 && !said; ++i) {
        driver.move({plot.min.x + (plot.max.x - plot.min.x) * static_cast<float>(i) / 12, plot.max.y - 4});
        driver.frames(2);
        said = driver.says("of 32 lanes active");
    }
    EXPECT_TRUE(said) << driver.text();
}

TEST(ChartsWindow, RooflineNamesPublishedPeaks) {
    Driver driver(charts_of("convolution", "noise:24x24", "roofline"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("The roof is drawn from published figures")) << driver.text();
    EXPECT_TRUE(driver.says("The emulator cannot measure speed")) << driver.text();
}

TEST(ChartsWindow, FontsHaveExponentSigns) {
    Driver driver(charts_of("reduction", "index:64", "work"), 1120, 640);
    driver.frames();
    const Fonts& fonts = driver.model().look.fonts;
    if (!fonts.note.empty()) GTEST_SKIP() << fonts.note;
    for (ImFont* font : {fonts.text, fonts.mono, fonts.mono_strong})
        for (const ImWchar sign : {0x207b, 0x2070, 0x2074, 0x00b7}) // superscript minus, zero and four; middle dot
            EXPECT_TRUE(font->IsGlyphInFont(sign)) << sign;
}

TEST(ChartScale, PlacesValuesAndTicks) {
    const ChartScale linear = ChartScale::linear(0, 100);
    EXPECT_DOUBLE_EQ(linear.place(0), 0);
    EXPECT_GT(linear.place(100), 0.9);
    const auto ticks = linear.ticks(0.25);
    ASSERT_GE(ticks.size(), 2u);
    EXPECT_EQ(ticks[1].text, "50");
    const ChartScale log = ChartScale::logarithmic(1, 10000, true);
    EXPECT_LT(log.place(0), log.place(1));
    EXPECT_NEAR(log.place(100) - log.place(1), log.place(10000) - log.place(100), 1e-9);
    EXPECT_EQ(log.ticks(0.2).front().text, "0");
    EXPECT_EQ(chart_number(12500), "12\u00a0500");
    EXPECT_EQ(chart_number(3e-7), "3·10⁻⁷");
    for (double share : {0.001, 0.1, 0.9, 5.0}) EXPECT_FALSE(log.ticks(share).empty());
    EXPECT_FALSE(ChartScale::linear(5, 5).ticks(0.1).empty());
    EXPECT_EQ(ChartScale::linear(1.5, 17.5, 0).ticks(0.05).front().text, "2") << "lines start at 1";
}

} // namespace
} // namespace warpscope::ui
