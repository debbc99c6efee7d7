// Menus by mouse and keys; they must fit on the screen.
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

Start blur_of(const std::string& input) { return start_with(setup_of("box_blur", input)); }

TEST(Menu, CellMenuStaysOnScreen) {
    Driver driver(blur_of("gradient:76x62"), 1366, 768);
    driver.settle();
    for (const double row : {20.0, 58.0}) {
        driver.click_at(driver.at_cell("right view", 70, row), ImGuiMouseButton_Right);
        driver.settle(); // waits for the trace of the cell's block, which adds entries to the menu
        driver.frames(3);
        ASSERT_TRUE(driver.has("Export figure…##cell menu"));
        EXPECT_LE(driver.item("Export figure…##cell menu").max.y, 768) << row;
        EXPECT_GE(driver.item("Copy its value##cell menu").min.y, 0) << row;
        driver.key(ImGuiKey_Escape);
    }
}

TEST(Menu, TallMenuScrolls) {
    Driver driver(blur_of("gradient:40x30"), 1366, 500);
    driver.settle();
    const Recorder::Item button = driver.item("experiment");
    driver.click("experiment");
    driver.frames(3);
    const auto lowest = [&] {
        float y = 0;
        for (const std::string& label : driver.labels())
            if (label.find("##experiment ") != std::string::npos) y = std::max(y, driver.item(label).max.y);
        return y;
    };
    const float before = lowest();
    driver.wheel({(button.min.x + button.max.x) / 2, 300}, -4);
    driver.frames(20);
    EXPECT_GT(before, 500) << "there is more than the window holds";
    EXPECT_LT(lowest(), before);
    driver.key(ImGuiKey_Escape);
}

TEST(MenuKeys, ArrowsChooseAnEntry) {
    Driver driver(blur_of("gradient:40x30"), 1366, 768);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5, 6));
    driver.settle();
    const metrics::ThreadId pinned = driver.model().selection.thread;
    driver.click("variant");
    driver.frames(3);
    EXPECT_FALSE(driver.has("chosen by keys"));
    driver.key(ImGuiKey_DownArrow);
    ASSERT_TRUE(driver.has("chosen by keys")) << "the first press shows which entry it is";
    const float first = driver.item("chosen by keys").min.y;
    driver.key(ImGuiKey_DownArrow);
    EXPECT_GT(driver.item("chosen by keys").min.y, first);
    EXPECT_EQ(driver.model().selection.thread, pinned) << "arrows are the menu's";
    const std::string second = driver.model().experiment->variants[1].name;
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().variant->name, second);
    // The arrow keys control the views again.
    driver.click_at(driver.at_cell("right view", 5, 6));
    driver.settle();
    const metrics::ThreadId before = driver.model().selection.thread;
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_NE(driver.model().selection.thread, before);
}

TEST(MenuKeys, LeftAndRightChangeMenus) {
    Driver driver(blur_of("gradient:40x30"), 1366, 768);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5, 6));
    driver.settle();
    const auto shows = [&](const char* menu) {
        for (const std::string& label : driver.labels())
            if (label.find(std::string("##") + menu) != std::string::npos) return true;
        return false;
    };
    driver.key(ImGuiKey_F10);
    driver.frames(3);
    EXPECT_TRUE(shows("experiment "));
    EXPECT_TRUE(driver.has("chosen by keys"));
    driver.key(ImGuiKey_RightArrow);
    driver.frames(3);
    EXPECT_FALSE(shows("experiment "));
    EXPECT_TRUE(shows("variant "));
    EXPECT_TRUE(driver.has("chosen by keys"));
    driver.key(ImGuiKey_RightArrow);
    driver.frames(3);
    EXPECT_TRUE(shows("pattern"));
    driver.key(ImGuiKey_LeftArrow);
    driver.frames(3);
    EXPECT_TRUE(shows("variant "));
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(shows("variant "));
    EXPECT_TRUE(driver.model().selection.pinned) << "Esc was the menu's";
    driver.key(ImGuiKey_F10);
    driver.frames(3);
    driver.key(ImGuiKey_F10);
    driver.frames(3);
    EXPECT_FALSE(shows("experiment ")) << "the same key closes it";
}

TEST(MenuKeys, PaletteReplacesAMenu) {
    Driver driver(blur_of("gradient:40x30"), 1366, 768);
    driver.settle();
    driver.click("variant");
    driver.frames(3);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.frames(3);
    EXPECT_TRUE(driver.has("##palette"));
    driver.type("theme");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.model().preferences->dark);
}

} // namespace
} // namespace warpscope::ui
