// Input faster than frames, and tooltips under a resting mouse.
#include <algorithm>
#include <chrono>

#include <imgui_internal.h>

#include "driver.hpp"
#include "ui/edit/edit_window.hpp"

namespace warpscope::ui {
namespace {

TEST(Input, ChordWithinOneFrameWorks) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const auto before = driver.model().selection;
    ImGuiIO& io = ImGui::GetIO();
    // Releases Ctrl before O, as in quick typing.
    for (const auto& [key, down] : {std::pair{ImGuiKey(ImGuiMod_Ctrl), true},
                                    {ImGuiKey_LeftCtrl, true},
                                    {ImGuiKey_O, true},
                                    {ImGuiKey(ImGuiMod_Ctrl), false},
                                    {ImGuiKey_LeftCtrl, false},
                                    {ImGuiKey_O, false}})
        io.AddKeyEvent(key, down);
    driver.frames(5);
    EXPECT_TRUE(driver.says("Open a file")) << driver.text();
    EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
    EXPECT_EQ(driver.model().selection.thread, before.thread);
}

/// Draws frames like the window's loop, until the program is idle.
void draw_until_idle(Driver& driver) {
    for (int frame = 0; frame < 200 && driver.app().idle_seconds() <= 0; ++frame) {
        driver.app().note_input(std::chrono::steady_clock::now());
        driver.frames(1);
    }
    ASSERT_GT(driver.app().idle_seconds(), 0);
}

/// On a busy machine, a click arrives while frames of the last mouse move are drawn.
TEST(Input, ShortClickOpensAVisibleMenu) {
    for (const bool at_once : {true, false}) {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        driver.settle();
        driver.move(driver.middle("variant"));
        driver.frames(30);
        draw_until_idle(driver);
        ImGuiIO& io = ImGui::GetIO();
        io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
        if (!at_once) draw_until_idle(driver);
        io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
        draw_until_idle(driver);
        const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
        ASSERT_EQ(open.Size, 1) << at_once;
        ASSERT_NE(open[0].Window, nullptr);
        EXPECT_FALSE(open[0].Window->Hidden) << "the menu has been drawn, and not only measured";
    }
}

TEST(Input, TooltipStartsWithItsSize) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.move(driver.middle("radius/track"));
    bool shown = false;
    for (int frame = 0; frame < 200; ++frame) {
        driver.frames(1);
        const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
        if (window == nullptr || !window->WasActive || window->Hidden) continue;
        shown = true;
        ASSERT_LT(window->Size.y, 120) << "frame " << frame;
    }
    EXPECT_TRUE(shown);
}

TEST(Input, KeysHideTooltipsUntilMouseMoves) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const ImVec2 at = driver.middle("##scope block");
    driver.move(at);
    const auto wait_for_tip = [&] {
        for (int frame = 0; frame < 120 && !driver.has("tooltip"); ++frame) driver.frames(1);
        return driver.has("tooltip");
    };
    ASSERT_TRUE(wait_for_tip());
    driver.key(ImGuiKey_Period);
    driver.settle();
    EXPECT_FALSE(driver.has("tooltip"));
    driver.move({at.x + 1, at.y});
    EXPECT_TRUE(wait_for_tip());
}

// The position set for a hidden tooltip must not apply to another window.
TEST(Input, HiddenTooltipMovesNoText) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::source;
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
    driver.type(" ");
    driver.settle();
    driver.move(driver.middle("revert##source"));
    for (int frame = 0; frame < 120 && !driver.has("tooltip"); ++frame) driver.frames(1);
    ASSERT_TRUE(driver.has("tooltip"));
    const Recorder::Item before = driver.item("caret");
    driver.key(ImGuiKey_RightArrow);
    driver.frames(3);
    EXPECT_FALSE(driver.has("tooltip"));
    const Recorder::Item after = driver.item("caret");
    EXPECT_FLOAT_EQ(after.min.y, before.min.y);
    EXPECT_NEAR(after.min.x, before.min.x, 20) << "one letter to the right";
}

TEST(Input, DoubleClickSelectsTheWordUnderTheMouse) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::source;
    Driver driver(start);
    open_editor(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Home);
    const Recorder::Item origin = driver.item("caret");
    driver.key(ImGuiKey_RightArrow);
    const float letter = driver.item("caret").min.x - origin.min.x, row = origin.max.y - origin.min.y;
    ASSERT_GT(letter, 2);
    const std::string text = driver.model().edited->text;
    const size_t word = text.find("(unsigned ") + 1;
    ASSERT_NE(word, 0u) << text;
    const auto line = static_cast<float>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(word), '\n'));
    const auto column = static_cast<float>(word - 1 - text.rfind('\n', word));
    const ImVec2 at{origin.min.x + (column + 0.25f) * letter, origin.min.y + (line + 0.5f) * row};
    for (int i = 0; i < 2; ++i) {
        driver.press(at);
        driver.release();
    }
    driver.type("Z");
    std::string expected = text;
    expected.replace(word, std::string_view("unsigned").size(), "Z");
    EXPECT_EQ(driver.model().edited->text, expected);
}

} // namespace
} // namespace warpscope::ui
