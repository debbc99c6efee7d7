// Share of the window that the pictures fill.
#include "driver.hpp"

namespace warpscope::ui {
namespace {

struct Window {
    uint32_t width = 0, height = 0;
    double share = 0; // minimum share of the pictures
};

/// Starts with a picture of 3:2 that leaves no thread idle.
Start start_with_photo() {
    Start start = start_with(setup_of("color_to_gray", "gradient:96x64"));
    start.preferences = {};
    return start;
}

/// Returns the share of the window that pictures of 96 x 64 cells fill in `views`. Expects the whole pictures to be
/// visible.
double share_of_pictures(Driver& driver, std::initializer_list<std::string_view> views, double width, double height) {
    double pixels = 0;
    for (const std::string_view view : views) {
        const Recorder::Item area = driver.item(view);
        const ImVec2 first = driver.at_cell(view, -0.5, -0.5), end = driver.at_cell(view, 95.5, 63.5);
        EXPECT_GE(first.x, area.min.x);
        EXPECT_GE(first.y, area.min.y);
        EXPECT_LE(end.x, area.max.x);
        EXPECT_LE(end.y, area.max.y);
        pixels += double{end.x - first.x} * double{end.y - first.y};
    }
    return pixels / (width * height);
}

TEST(PictureSize, PicturesHaveRoomBesideSliders) {
    for (const Window& w : {Window{1366, 768, 0.36}, {1600, 950, 0.38}, {2560, 1440, 0.45}}) {
        Driver driver(start_with_photo(), w.width, w.height);
        driver.settle();
        EXPECT_TRUE(driver.has("block x/track")) << "the launch's sliders are there";
        EXPECT_GE(share_of_pictures(driver, {"left view", "right view"}, w.width, w.height), w.share) << w.width;
    }
}

TEST(PictureSize, PresentationEnlargesPictures) {
    for (const Window& w : {Window{1366, 768, 0.54}, {1600, 950, 0.54}, {2560, 1440, 0.54}}) {
        Start start = start_with_photo();
        start.presentation = true;
        Driver driver(start, w.width, w.height);
        driver.settle();
        EXPECT_TRUE(driver.has("block x/track")) << "sliders stay";
        EXPECT_TRUE(driver.says("threads per block")) << "and so does the caption";
        EXPECT_GE(share_of_pictures(driver, {"left view", "right view"}, w.width, w.height), w.share) << w.width;
    }
}

TEST(PictureSize, SingleViewIsLarge) {
    for (const Window& w : {Window{1366, 768, 0.55}, {1600, 950, 0.55}, {2560, 1440, 0.55}}) {
        Driver driver(start_with_photo(), w.width, w.height);
        driver.settle();
        driver.click("##alone 1");
        driver.settle();
        EXPECT_FALSE(driver.has("left view"));
        EXPECT_GE(share_of_pictures(driver, {"right view"}, w.width, w.height), w.share) << w.width;
        driver.click("##alone 1");
        driver.settle();
        EXPECT_TRUE(driver.has("left view"));
    }
}

TEST(PictureSize, ViewsUseFoldedPanes) {
    Start start = start_with_photo();
    start.preferences.panes.launch_open = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    const auto share = [&] {
        driver.settle();
        return share_of_pictures(driver, {"left view", "right view"}, 1366, 768);
    };
    const double with_sliders = share();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_L);
    const double without = share();
    EXPECT_GT(without, 1.15 * with_sliders);
    EXPECT_FALSE(driver.has("block x/track"));
    EXPECT_FALSE(driver.model().preferences->panes.launch_open) << "which is remembered";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_I);
    EXPECT_LT(share(), without) << "the inspector takes room";
    EXPECT_TRUE(driver.says("THE LAUNCH"));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_I);
    EXPECT_NEAR(share(), without, 1e-6);
}

TEST(PictureSize, PinOpensTheInspector) {
    Driver driver(start_with_photo(), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("THE LAUNCH"));
    driver.move(driver.at_cell("right view", 20, 20));
    driver.settle();
    EXPECT_TRUE(driver.says("row 20, col 20")) << "a card at the cursor\n" << driver.text();
    EXPECT_TRUE(driver.says("warp ")) << driver.text();
    EXPECT_FALSE(driver.says("THREAD UNDER THE CURSOR")) << "the inspector stays folded";
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.settle();
    EXPECT_TRUE(driver.says("PINNED THREAD")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_I);
    driver.settle();
    EXPECT_FALSE(driver.says("PINNED THREAD")) << "folded by hand although something is pinned";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 30, 20));
    driver.settle();
    EXPECT_TRUE(driver.says("PINNED THREAD")) << "the next pin opens it again";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.model().inspector_open);
}

TEST(PictureSize, WidePicturesAreStacked) {
    Start start = start_with(setup_of("color_to_gray", "gradient:400x60"));
    start.preferences = {};
    Driver driver(start, 1366, 768);
    driver.settle();
    const Recorder::Item upper = driver.item("left view"), lower = driver.item("right view");
    EXPECT_EQ(upper.min.x, lower.min.x);
    EXPECT_GT(lower.min.y, upper.max.y);
    EXPECT_GT(driver.model().camera.pixels_per_cell * 400, 0.95 * double{upper.max.x - upper.min.x});
}

} // namespace
} // namespace warpscope::ui
