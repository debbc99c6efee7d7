// Legend below a view, heat maps over bars, and chart marks that would hide each other.
#include <cstdlib>
#include <set>

#include "driver.hpp"

namespace warpscope::ui {
namespace {

TEST(Legend, NarrowWindowLosesNoEntry) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.pin = CellCoordinates{20, 20};
    for (scene::View& view : start.preferences.views) view.overlays = *render::parse_overlays("all");
    Driver driver(start, 700, 620);
    driver.settle();
    EXPECT_TRUE(driver.says("block (1, 1), pinned")) << "what is selected comes first\n" << driver.text();
    // Pointing at the number of omitted entries lists them.
    std::string all;
    for (const char* more : {"left more", "right more"}) {
        driver.move(driver.middle(more));
        driver.settle();
        all += driver.text();
    }
    for (const char* entry : {"20 blocks of 16 × 16", "5120 threads", "408 idle threads", "halo ", "ghost ",
                              "diverged ", "block (1, 1), pinned", "loads per cell"})
        EXPECT_NE(all.find(entry), std::string::npos) << entry << " is not in\n" << all;
}

TEST(Legend, ValueScaleOpensAHistogram) {
    Start start = start_with(setup_of("color_to_gray", "gradient:40x30"));
    for (scene::View& view : start.preferences.views) view.overlays = 0;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.says("0 to 255")) << driver.text();
    driver.click("right values");
    driver.settle();
    ASSERT_TRUE(driver.has("right histogram 0")) << driver.text();
    EXPECT_TRUE(driver.says("output: gray")) << driver.text();
    const Recorder::Item bins = driver.item("right histogram 0");
    driver.move({bins.min.x + 1, (bins.min.y + bins.max.y) / 2});
    driver.settle();
    EXPECT_TRUE(driver.says("0 to 3: ")) << driver.text();
    driver.move({bins.max.x - 1, (bins.min.y + bins.max.y) / 2});
    driver.settle();
    EXPECT_TRUE(driver.says("252 to 255: ")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(driver.has("right histogram 0"));
}

TEST(Legend, CellMenuOpensTheHistogram) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:40x30")));
    driver.settle();
    driver.click_at(driver.at_cell("left view", 5, 6), ImGuiMouseButton_Right);
    driver.settle();
    driver.click("Histogram of values##cell menu");
    driver.settle();
    EXPECT_TRUE(driver.has("left histogram 0")) << driver.text();
    EXPECT_TRUE(driver.says("input: rgb")) << "all channels together\n" << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
}

TEST(Legend, ExplainsTheWarpOutline) {
    for (const double zoom : {6.0, 30.0}) {
        Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
        start.pin = CellCoordinates{20, 22}; // thread (4, 6) of its block: warp 3
        start.zoom = zoom;
        Driver driver(std::move(start));
        driver.settle();
        EXPECT_EQ(driver.says("\nwarp 3\n"), zoom > 12) << driver.text();
        EXPECT_EQ(driver.says("block (1, 1), pinned"), zoom < 12) << driver.text();
    }
}

float room_below(Driver& driver, double rows) {
    return driver.item("right legend").min.y - driver.at_cell("right view", 0, rows).y;
}

TEST(Legend, AvoidsNarrowPicturesAndNumbers) {
    struct Case {
        const char *experiment, *input;
        double width, height;
        bool alone;
    };
    for (const Case& c :
         {Case{"color_to_gray", "gradient:40x90", 40, 90, false}, Case{"color_to_gray", "gradient:60x60", 60, 60, true},
          Case{"color_to_gray", "gradient:24x16", 24, 16, true}}) {
        Start start = start_with(setup_of(c.experiment, c.input));
        start.preferences = {};
        start.preferences.panes.alone = c.alone ? std::optional<size_t>(1) : std::nullopt;
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        const Recorder::Item view = driver.item("right view");
        constexpr float header = 42; // height of title and overlay buttons
        EXPECT_GE(driver.at_cell("right view", 0, -0.5).y, view.min.y + header - 1) << c.input;
        EXPECT_GE(room_below(driver, c.height - 0.5), -1) << c.input;
    }
}

TEST(Legend, LeavesHalfTheView) {
    for (const std::string name : {"box_blur", "color_to_gray", "matmul"}) {
        Start start = start_with(setup_of(name, "noise:64x48"));
        start.preferences.scale = 2; // as on a projector
        start.pin = CellCoordinates{5, 5};
        Driver driver(start, 1280, 720);
        driver.settle();
        const Recorder::Item view = driver.item("right view"), legend = driver.item("right legend");
        EXPECT_GT(legend.min.y - view.min.y, 220) << name;
        EXPECT_GE(legend.min.y - view.min.y, 0.6f * (view.max.y - view.min.y)) << name;
        EXPECT_GT(driver.model().camera.pixels_per_cell * 48, 150) << name << ": a thumbnail";
        EXPECT_GT(room_below(driver, 48), 0) << name;
        EXPECT_TRUE(driver.has("right more")) << name << '\n' << driver.text();
        EXPECT_FALSE(driver.has("##resize drawer")) << "the drawer is folded";
    }
}

TEST(Legend, PinRenewsTheFit) {
    Driver driver(start_with(setup_of("matmul", "noise:64x48")), 1280, 720);
    driver.settle();
    EXPECT_GT(room_below(driver, 48), 0);
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.move({-1000, -1000});
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pinned);
    EXPECT_GT(room_below(driver, 48), 0);
    EXPECT_GT(driver.item("left legend").min.y - driver.at_cell("left view", 0, 48).y, 18) << "P's name has room, too";
    // After the user has zoomed, a click must not move the camera.
    driver.wheel(driver.middle("right view"), 1);
    const render::Camera zoomed = driver.model().camera;
    driver.click_at(driver.middle("right view"));
    driver.settle();
    EXPECT_EQ(driver.model().camera.pixels_per_cell, zoomed.pixels_per_cell);
    EXPECT_EQ(driver.model().camera.center.y, zoomed.center.y);
}

TEST(Legend, PictureEndsAboveTheLegend) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.zoom = 30;
    Driver driver(start);
    driver.settle();
    const Recorder::Item view = driver.item("right view");
    const float middle = (view.min.x + view.max.x) / 2;
    driver.move({middle, view.max.y - 82}); // a cell just above the legend's two rows
    driver.settle();                        // the legend grows for a pointed cell and must not flicker
    driver.move({middle, view.min.y + 50});
    driver.settle();
    EXPECT_NE(driver.model().selection.thread, 0u);
    driver.move({middle, view.max.y - 20});
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 0u) << "no cell lies under the legend";
}

TEST(BarPixels, AtomicsColorTheHistogram) {
    Driver driver(start_with(setup_of("histogram", "gradient:64x64")), 1440, 800);
    driver.settle();
    ASSERT_TRUE(driver.has("atomics##1")) << driver.text(); // overlay button of the right view, which shows bars
    EXPECT_FALSE(driver.has("blocks##1"));
    const Picture before = driver.picture();
    driver.click("atomics##1");
    driver.move({-1000, -1000});
    driver.settle();
    EXPECT_TRUE(driver.says("atomic operations per cell")) << driver.text();
    const Picture after = driver.picture();
    // The bars have several colors instead of one.
    const Recorder::Item view = driver.item("right view");
    const auto colors = [&](const Picture& picture) {
        std::set<uint32_t> found;
        for (auto y = static_cast<uint32_t>(view.min.y) + 60; y < static_cast<uint32_t>(view.max.y) - 80; ++y)
            for (auto x = static_cast<uint32_t>(view.min.x) + 80; x < static_cast<uint32_t>(view.max.x) - 30; ++x) {
                const uint8_t* p = &picture.rgba[4 * (size_t{y} * picture.width + x)];
                if (std::abs(p[0] - p[2]) > 40) found.insert(p[0] / 16 << 16 | p[1] / 16 << 8 | p[2] / 16); // not gray
            }
        return found.size();
    };
    EXPECT_GT(colors(after), colors(before) + 2);
}

TEST(ChartMarkPixels, EqualSeriesAreAllVisible) {
    Start start = start_with(setup_of("scan", "index:64"));
    start.preferences.tab = Tab::charts;
    start.preferences.chart = "work";
    start.preferences.panes.drawer = 500;
    Driver driver(start, 1300, 900);
    driver.settle();
    ASSERT_TRUE(driver.model().chart.chart) << driver.text();
    // The first two series, blue and vermilion, have equal values: two variants of Kogge-Stone make the same additions.
    const auto& series = driver.model().chart.chart->series;
    ASSERT_GE(series.size(), 2u);
    EXPECT_EQ(series[0].points[5].y, series[1].points[5].y);
    const Recorder::Item plot = driver.item("chart");
    const Picture picture = driver.picture();
    size_t blue = 0, vermilion = 0;
    for (auto y = static_cast<uint32_t>(plot.min.y); y < static_cast<uint32_t>(plot.max.y); ++y)
        for (auto x = static_cast<uint32_t>(plot.min.x); x < static_cast<uint32_t>(plot.max.x); ++x) {
            const uint8_t* p = &picture.rgba[4 * (size_t{y} * picture.width + x)];
            blue += p[0] == 0x00 && p[1] == 0x72 && p[2] == 0xb2 ? 1 : 0;
            vermilion += p[0] == 0xd5 && p[1] == 0x5e && p[2] == 0x00 ? 1 : 0;
        }
    // Each series has ten marks of radius 4 with blended edges.
    EXPECT_GT(blue, 200u);
    EXPECT_GT(vermilion, 300u);
}

} // namespace
} // namespace warpscope::ui
