// Upright windows, as on phones, and the smallest usual window.
#include <fmt/format.h>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

struct Phone {
    uint32_t width = 0, height = 0;
};
constexpr Phone phones[] = {{360, 640}, {390, 844}, {412, 915}};

Start phone_start() {
    Start start = start_with(setup_of("box_blur", "gradient:120x80"));
    start.preferences.panes = {};
    start.preferences.tab = Tab::launch;
    return start;
}

float item_height(const Recorder::Item& item) { return item.max.y - item.min.y; }

TEST(Upright, PictureIsAboveTheTabs) {
    for (const Phone& size : phones) {
        Driver driver(phone_start(), size.width, size.height);
        driver.settle();
        const std::string where = fmt::format("{} x {}", size.width, size.height);
        const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
        EXPECT_TRUE(driver.model().upright) << where;
        EXPECT_FALSE(driver.has("left view")) << where;
        const Recorder::Item view = driver.item("right view"), tab = driver.item("drawer tab"),
                             time = driver.item("time bar");
        EXPECT_GE(item_height(view), 0.4f * height) << where;
        EXPECT_EQ(view.min.x, 0) << where;
        EXPECT_EQ(view.max.x, width) << where;
        EXPECT_GE(driver.item("Launch##tab").min.y, view.max.y - 0.5f) << where;
        EXPECT_GE(tab.min.y, driver.item("Launch##tab").max.y - 0.5f) << where;
        EXPECT_GE(item_height(tab), 100) << where;
        EXPECT_GE(time.min.y, tab.max.y - 0.5f) << where;
        EXPECT_LE(time.max.y, height) << where;
        EXPECT_TRUE(driver.has("radius")) << where << driver.text();
    }
}

TEST(Upright, NothingIsWiderThanTheWindow) {
    for (const Phone& size : phones)
        for (const Tab tab : {Tab::launch, Tab::inspector, Tab::findings}) {
            Start start = phone_start();
            start.preferences.tab = tab;
            Driver driver(std::move(start), size.width, size.height);
            driver.settle();
            for (const std::string& label : driver.labels()) {
                if (label.starts_with("Debug##")) continue; // ImGui's own hidden window
                const Recorder::Item item = driver.item(label);
                EXPECT_GE(item.min.x, -1) << size.width << ": " << label;
                EXPECT_LE(item.max.x, static_cast<float>(size.width) + 1) << size.width << ": " << label;
            }
        }
}

TEST(Upright, FoldedMenuHasTheToolbar) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    EXPECT_FALSE(driver.has("file"));
    driver.click("##folded");
    driver.frames(3);
    EXPECT_TRUE(driver.has("Save scene…")) << driver.text();
    EXPECT_TRUE(driver.has("Scale…##folded"));
    driver.click("Language##folded");
    driver.frames(3);
    EXPECT_FALSE(driver.has("Save scene…"));
    EXPECT_TRUE(driver.has("ru##language")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.click("##folded");
    driver.frames(3);
    driver.click("Input…##folded");
    driver.frames(3);
    EXPECT_TRUE(driver.has("noise##pattern")) << driver.text();
    driver.key(ImGuiKey_Escape);
}

TEST(Upright, TabsReachAllPanels) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    driver.click("Source##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("__global__ void box_blur")) << driver.text();
    EXPECT_FALSE(driver.has("radius"));
    driver.click("Source##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("__global__ void box_blur")) << "the drawer stays open";
    driver.click("more##tabs");
    driver.frames(3);
    driver.click("Findings 0##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("Nothing found.")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_L);
    driver.settle();
    EXPECT_TRUE(driver.has("radius")) << driver.text();
}

TEST(Upright, ViewButtonShowsBothViews) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    driver.click("##alone 1");
    driver.settle();
    EXPECT_TRUE(driver.has("left view"));
    EXPECT_TRUE(driver.has("right view"));
    driver.click("##alone 0");
    driver.settle();
    EXPECT_TRUE(driver.has("left view"));
    EXPECT_FALSE(driver.has("right view"));
}

TEST(Upright, PinnedThreadIsDescribed) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 15));
    driver.move({-1000, -1000});
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pinned);
    EXPECT_TRUE(driver.has("hover card")) << driver.text();
    driver.click("Inspector##tab");
    driver.settle();
    EXPECT_FALSE(driver.has("hover card")) << "the inspector describes it";
}

TEST(Upright, TurnedPhoneHasPanes) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    driver.resize(844, 390);
    driver.settle();
    EXPECT_FALSE(driver.model().upright);
    EXPECT_FALSE(driver.has("Launch##tab"));
    EXPECT_TRUE(driver.has("radius")) << driver.text();
    EXPECT_TRUE(driver.has("file"));
}

TEST(Window, SmallestWindowHasEveryControl) {
    Start start = phone_start();
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start), 800, 600);
    driver.settle();
    for (const std::string_view label :
         {"file", "experiment", "variant", "input", "##theme", "language", "?##keys", "block x", "radius", "left view",
          "right view", "##time play", "##scope block", "Inspector##tab", "Source##tab", "more##tabs", "##drawer"}) {
        ASSERT_TRUE(driver.has(label)) << label << driver.text();
        const Recorder::Item item = driver.item(label);
        EXPECT_GE(item.min.x, 0) << label;
        EXPECT_GE(item.min.y, 0) << label;
        EXPECT_LE(item.max.x, 800) << label;
        EXPECT_LE(item.max.y, 600) << label;
    }
}

TEST(Upright, TargetsFitFingers) {
    Driver driver(phone_start(), 390, 844);
    driver.app().set_touch(true);
    driver.settle();
    const float around = 2 * ImGui::GetStyle().TouchExtraPadding.y;
    for (const std::string_view label : {"##folded", "experiment", "Source##tab", "##time play", "radius"})
        EXPECT_GE(item_height(driver.item(label)) + around, 40) << label;
    driver.click("##folded");
    driver.frames(3);
    EXPECT_GE(item_height(driver.item("Scale…##folded")), 40);
    driver.key(ImGuiKey_Escape);
}

TEST(Upright, CardLeavesForCellMenu) {
    Driver driver(phone_start(), 390, 844);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 60, 40), ImGuiMouseButton_Right);
    driver.settle();
    ASSERT_TRUE(driver.has("Copy its value##cell menu")) << driver.text();
    EXPECT_FALSE(driver.has("hover card")) << "it would cover the first items";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_TRUE(driver.model().selection.pinned);
    EXPECT_TRUE(driver.has("hover card")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
