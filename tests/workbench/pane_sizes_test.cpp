// Distribution of the window's space among panes, at every size and scale.
#include "workbench/document/pane_sizes.hpp"
#include "workbench/document/presented_code.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace warpscope::workbench {
namespace {

TEST(PaneSizes, ViewsAlwaysHaveRoom) {
    for (const bool tall : {false, true})
        for (const bool asked : {false, true})
            for (const float size : {0.0f, 90.0f, 1200.0f})
                for (float width = 1; width < 2600; width += 37)
                    for (float height = 1; height < 1500; height += 29) {
                        const float scale = std::min(4.0f, largest_scale(width, height, false));
                        Panes panes;
                        panes.drawer = size;
                        panes.drawer_open = true;
                        const PaneSizes s = pane_sizes({.width = width,
                                                        .height = height,
                                                        .scale = scale,
                                                        .panes = panes,
                                                        .inspector = true,
                                                        .narrow = width < 1100 * scale,
                                                        .tall = tall,
                                                        .asked = asked});
                        ASSERT_GE(width - s.launch - s.inspector, 0.3f * width) << width << ' ' << height;
                        const float views = height - s.top_bar - s.status_bar - s.drawer;
                        ASSERT_GE(views, 0.25f * height) << width << ' ' << height;
                        ASSERT_LE(s.tabs, s.drawer);
                        ASSERT_TRUE(asked || !s.drawer_open || views >= 229 * scale) << width << ' ' << height;
                    }
}

TEST(PaneSizes, ViewsDominateAUsualWindow) {
    const PaneSizes s = pane_sizes({.width = 1280, .height = 720, .panes = {}});
    EXPECT_EQ(s.launch, 210);
    EXPECT_EQ(s.inspector, 44) << "a rail";
    EXPECT_FALSE(s.drawer_open);
    EXPECT_EQ(s.drawer, s.tabs);
    EXPECT_GT(s.top_bar, 0);
    EXPECT_GT(s.status_bar, 0);
}

TEST(PaneSizes, EveryPaneOpensAndFolds) {
    Panes panes;
    panes.drawer_open = true;
    const PaneSizes open = pane_sizes({.width = 1280, .height = 720, .panes = panes, .inspector = true});
    EXPECT_EQ(open.inspector, 310);
    EXPECT_EQ(open.drawer, 180);
    EXPECT_TRUE(open.drawer_open && open.inspector_open && open.launch_open);
    panes.launch_open = false;
    EXPECT_EQ(pane_sizes({.width = 1280, .height = 720, .panes = panes}).launch, 44);
    EXPECT_EQ(pane_sizes({.width = 1000, .height = 720, .panes = panes, .inspector = true, .narrow = true}).inspector,
              0)
        << "a tab of the drawer";
}

TEST(PaneSizes, ScaleIsLimitedByTheWindow) {
    EXPECT_EQ(largest_scale(1280, 720, false), 2);
    EXPECT_EQ(largest_scale(1920, 1080, false), 3);
    EXPECT_EQ(largest_scale(1280, 400, false), 1);
    EXPECT_EQ(largest_scale(100, 100, false), 1) << "nobody could read less";
    EXPECT_EQ(largest_scale(1280, 720, true), 3);
}

TEST(LessonPaneSizes, PictureDominatesTheWindow) {
    const PaneSizes laptop = lesson_pane_sizes({.width = 1366, .height = 768});
    EXPECT_EQ(laptop.launch, 0);
    EXPECT_EQ(laptop.drawer, 0);
    EXPECT_GE((1366 - laptop.inspector) * (768 - laptop.top_bar - laptop.status_bar), 0.6f * 1366 * 768);
    const PaneSizes presented = lesson_pane_sizes({.width = 1920, .height = 1080, .scale = 1.4f, .presented = true});
    EXPECT_GT(presented.inspector, laptop.inspector) << "the question is read from the last row";
    EXPECT_GE(1920 - presented.inspector, 0.5f * 1920);
    const PaneSizes busy =
        lesson_pane_sizes({.width = 1366, .height = 768, .launch = true, .drawer = true, .time = true, .tall = true});
    EXPECT_TRUE(busy.launch_open);
    EXPECT_TRUE(busy.drawer_open);
    EXPECT_GE(768 - busy.top_bar - busy.status_bar - busy.time_bar - busy.drawer, 200);
    const PaneSizes tiny = lesson_pane_sizes({.width = 420, .height = 300, .launch = true, .drawer = true});
    EXPECT_FALSE(tiny.launch_open);
    EXPECT_GE(420 - tiny.inspector, 200);
}

TEST(PaneSizes, UprightViewsKeepTheirShare) {
    for (float width = 320; width < 700; width += 19)
        for (float height = width + 1; height < 1400; height += 29) {
            ASSERT_TRUE(is_upright(width, height, 1));
            const PaneSizes s = pane_sizes({.width = width, .height = height, .panes = {}, .upright = true});
            const float views = height - s.top_bar - s.status_bar - s.drawer - s.time_bar;
            ASSERT_GE(views, 0.4f * height) << width << ' ' << height;
            ASSERT_EQ(s.launch + s.inspector, 0);
            ASSERT_TRUE(s.drawer_open || height < 560) << height;
        }
    Panes large;
    large.drawer = 1200;
    const PaneSizes s = pane_sizes({.width = 390, .height = 844, .panes = large, .upright = true});
    EXPECT_GE(844 - s.top_bar - s.status_bar - s.drawer - s.time_bar, 0.4f * 844);
    EXPECT_FALSE(is_upright(800, 600, 1));
    EXPECT_FALSE(is_upright(768, 1024, 1)) << "a tablet has room for panes";
    EXPECT_TRUE(is_upright(768, 1024, 2));
}

TEST(LessonPaneSizes, UprightLessonIsBelowTheViews) {
    for (const bool drawer : {false, true}) {
        const PaneSizes s = lesson_pane_sizes(
            {.width = 390, .height = 844, .launch = true, .drawer = drawer, .time = true, .upright = true});
        EXPECT_EQ(s.launch + s.inspector, 0);
        EXPECT_TRUE(s.drawer_open) << "for the sliders";
        EXPECT_GE(s.lesson, 120);
        EXPECT_GE(844 - s.top_bar - s.status_bar - s.time_bar - s.drawer - s.lesson, 0.4f * 844);
    }
}

TEST(Tabs, LaunchTabNeedsAnUprightWindow) {
    EXPECT_FALSE(is_available(info(Tab::launch), {.narrow = true}));
    EXPECT_TRUE(is_available(info(Tab::launch), {.narrow = true, .upright = true}));
    EXPECT_EQ(tab_after(Tab::findings, {.narrow = true, .upright = true}), Tab::launch);
    EXPECT_EQ(tab_after(Tab::findings, {.narrow = true}), Tab::inspector);
    EXPECT_EQ(tab_after(Tab::findings, {}), Tab::source);
}

struct Screen {
    float width = 0, height = 0;
};
constexpr Screen lecture_screens[] = {{1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}};

/// Returns the request that the window makes; if `stepped`, with a margin wide enough for the warp flags of a large
/// block.
PresentedCodeRequest request_for(const Screen& screen, bool stepped) {
    const float scale = std::max(1.4f, 1.4f * screen.height / 1080);
    return {.width = screen.width,
            .height = screen.height - 130 * scale,
            .type = 0.03f * screen.height,
            .letter = 0.6f,
            .margin_columns = 3.7f,
            .margin = (34 + (stepped ? 84.0f : 0.0f)) * scale + 14 * scale,
            .has_values = stepped,
            .min_values = 150 * scale,
            .heading = 26 * scale};
}

TEST(PresentedCode, LinesKeepColumnsOnEveryScreen) {
    for (const Screen& screen : lecture_screens)
        for (const bool stepped : {false, true}) {
            const PresentedCodeRequest request = request_for(screen, stepped);
            const PresentedCode layout = presented_code(request);
            const float text = request.width - layout.pictures - request.margin;
            EXPECT_GE(text / (request.letter * layout.type), min_presented_columns) << screen.width << stepped;
            EXPECT_GE(layout.type, min_presented_type) << screen.width << stepped;
            EXPECT_GT(layout.pictures, 0.28f * screen.width) << "the pictures stay in sight";
            EXPECT_EQ(layout.values > 0, stepped) << screen.width;
            EXPECT_FALSE(layout.values_in_tab) << screen.width;
        }
}

TEST(PresentedCode, NarrowWindowsHideThePictures) {
    PresentedCodeRequest request = request_for({800, 600}, true);
    PresentedCode layout = presented_code(request);
    EXPECT_EQ(layout.pictures, 0);
    EXPECT_EQ(layout.type, min_presented_type);
    request.height = 300;
    layout = presented_code(request);
    EXPECT_TRUE(layout.values_in_tab);
    EXPECT_EQ(layout.values, 0);
}

} // namespace
} // namespace warpscope::workbench
