// Keyboard use: Tab moves through the window, a ring marks the focused item, Esc returns to the picture.
#include <algorithm>
#include <set>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

/// Returns the labels of the focused item; {} if the picture has the focus.
std::vector<std::string> focused(Driver& driver) {
    if (!driver.has("key focus")) return {};
    const Recorder::Item here = driver.item("key focus");
    std::vector<std::string> names;
    for (const std::string& label : driver.labels()) {
        const Recorder::Item one = driver.item(label);
        const bool same =
            one.min.x == here.min.x && one.min.y == here.min.y && one.max.x == here.max.x && one.max.y == here.max.y;
        const std::string track = "/track"; // a slider also has items for its title and its number
        const bool slider = label.ends_with(track) && one.max.x == here.max.x && one.max.y == here.max.y;
        if (same && label != "key focus") names.push_back(label);
        if (slider) names.push_back(label.substr(0, label.size() - track.size()));
    }
    return names;
}

bool is_focused(Driver& driver, std::string_view label) {
    const auto names = focused(driver);
    return std::ranges::find(names, label) != names.end();
}

bool tab_to(Driver& driver, std::string_view label, ImGuiKeyChord by = ImGuiKey_Tab) {
    for (int k = 0; k < 120; ++k) {
        driver.key(by);
        if (is_focused(driver, label)) return true;
    }
    return false;
}

TEST(KeyFocus, TabReachesTheWholeWindow) {
    Driver driver(start_with(setup_of("box_blur", "gradient:48x32")));
    driver.settle();
    EXPECT_FALSE(driver.has("key focus")) << "the picture has the keys";
    std::set<std::string> reached;
    driver.key(ImGuiKey_Tab);
    const auto first = focused(driver);
    ASSERT_FALSE(first.empty());
    int count = 0;
    do {
        for (const std::string& name : focused(driver)) reached.insert(name);
        driver.key(ImGuiKey_Tab);
    } while (focused(driver) != first && ++count < 200);
    EXPECT_LT(count, 200) << "it goes round";
    for (const char* name :
         {"experiment", "variant", "input", "block x", "block y", "radius", "##space 0", "##space 1"})
        EXPECT_TRUE(reached.contains(name)) << name;
    const auto has = [&](std::string_view begin) {
        return std::ranges::any_of(reached, [&](const std::string& name) { return name.starts_with(begin); });
    };
    for (const char* tab : {"Source", "PTX", "Timeline", "Shared memory", "Compare", "Findings"})
        EXPECT_TRUE(has(tab)) << tab;
}

TEST(KeyFocus, EscapeReturnsArrowKeysToPicture) {
    Driver driver(start_with(setup_of("box_blur", "gradient:48x32")));
    driver.settle();
    ASSERT_EQ(driver.model().setup->settings.values.at("radius"), 3);
    ASSERT_TRUE(tab_to(driver, "radius"));
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_EQ(driver.model().result->request.settings.values.at("radius"), 4);
    driver.key(ImGuiKey_LeftArrow);
    driver.key(ImGuiKey_DownArrow);
    driver.settle();
    EXPECT_EQ(driver.model().result->request.settings.values.at("radius"), 2);
    EXPECT_FALSE(driver.model().scene->pin) << "the picture did not hear of them";
    EXPECT_TRUE(is_focused(driver, "radius"));
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.has("key focus"));
    driver.key(ImGuiKey_RightArrow);
    EXPECT_TRUE(driver.model().scene->pin);
    EXPECT_EQ(driver.model().setup->settings.values.at("radius"), 2);
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.model().scene->pin);
}

TEST(KeyFocus, EnterPressesButtonsAndMenus) {
    Driver driver(start_with(setup_of("box_blur", "gradient:48x32")));
    driver.settle();
    ASSERT_TRUE(tab_to(driver, "variant"));
    driver.key(ImGuiKey_Enter);
    driver.frames(3);
    EXPECT_FALSE(driver.has("key focus")) << "the menu has the keys";
    driver.key(ImGuiKey_DownArrow);
    ASSERT_TRUE(driver.has("chosen by keys"));
    driver.key(ImGuiKey_DownArrow);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->variant, "tiled");
    EXPECT_TRUE(is_focused(driver, "variant")) << "and back where it was opened";
    ASSERT_TRUE(tab_to(driver, "experiment", ImGuiMod_Shift | ImGuiKey_Tab));
    driver.click_at(driver.at_cell("right view", 3.5, 4.5));
    EXPECT_FALSE(driver.has("key focus")) << "a click is where the hand is now";
}

TEST(KeyFocusPixels, RingIsVisibleInBothThemes) {
    for (const bool dark : {false, true}) {
        Start start = start_with(setup_of("box_blur", "gradient:48x32"));
        start.preferences.dark = dark;
        Driver driver(std::move(start));
        driver.settle();
        const Picture before = driver.picture();
        ASSERT_TRUE(tab_to(driver, "variant"));
        const Recorder::Item here = driver.item("key focus");
        const Picture after = driver.picture();
        ASSERT_EQ(before.width, after.width);
        // Returns the pixel `x` to the left of the item, at half its height.
        const auto at = [&](const Picture& picture, int x) {
            const size_t pixel = static_cast<size_t>(static_cast<int>((here.min.y + here.max.y) / 2)) * picture.width +
                                 static_cast<size_t>(static_cast<int>(here.min.x) - x);
            const uint8_t* const p = &picture.rgba[4 * pixel];
            return IM_COL32(p[0], p[1], p[2], 255);
        };
        double max = 0;
        for (int x = 1; x < 6; ++x) max = std::max(max, contrast(at(before, x), at(after, x)));
        EXPECT_GT(max, 3) << "dark: " << dark;
    }
}

TEST(KeyFocus, ArrowKeysMovePaneEdges) {
    Driver driver(start_with(setup_of("box_blur", "gradient:48x32")));
    driver.settle();
    const float left = driver.item("left view").min.x, bottom = driver.item("left view").max.y;
    ASSERT_TRUE(tab_to(driver, "##resize launch"));
    driver.key(ImGuiKey_RightArrow);
    driver.frames(2);
    EXPECT_GT(driver.item("left view").min.x, left + 5);
    EXPECT_TRUE(is_focused(driver, "##resize launch")) << "it stays under the keys";
    driver.key(ImGuiKey_LeftArrow);
    driver.frames(2);
    EXPECT_EQ(driver.item("left view").min.x, left);
    ASSERT_TRUE(tab_to(driver, "##resize drawer"));
    driver.key(ImGuiKey_UpArrow);
    driver.frames(2);
    EXPECT_LT(driver.item("left view").max.y, bottom - 5);
}

TEST(KeyFocus, ArrowKeysMoveTheMap) {
    Start start = start_with(setup_of("box_blur", "gradient:300x200"));
    start.zoom = 12;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.has("left map"));
    const render::Point before = driver.model().camera.center;
    ASSERT_TRUE(tab_to(driver, "left map"));
    driver.key(ImGuiKey_RightArrow);
    driver.key(ImGuiKey_UpArrow);
    driver.settle();
    EXPECT_GT(driver.model().camera.center.x, before.x);
    EXPECT_LT(driver.model().camera.center.y, before.y);
    EXPECT_FALSE(driver.model().scene->pin) << "the picture did not hear of them";
}

TEST(KeyFocus, ArrowKeysZoomTheTimeline) {
    Start start = start_with(setup_of("box_blur", "gradient:48x32"));
    start.preferences.tab = Tab::timeline;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.has("timeline##area"));
    ASSERT_TRUE(tab_to(driver, "timeline##area"));
    EXPECT_EQ(driver.model().block_view_state.timeline.width, 0) << "result";
    for (int k = 0; k < 6; ++k) driver.key(ImGuiKey_UpArrow);
    driver.settle();
    const Strip zoomed = driver.model().block_view_state.timeline;
    EXPECT_GT(zoomed.width, 0);
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_GT(driver.model().block_view_state.timeline.first, zoomed.first);
}

} // namespace
} // namespace warpscope::ui
