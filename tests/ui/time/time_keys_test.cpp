// Time keys without a target, keys that come faster than frames, and tooltips of values.
#include <map>

#include <imgui_internal.h>

#include "ui/driver.hpp"
#include "ui/model/actions.hpp"

namespace warpscope::ui {
namespace {

Driver naive_blur() { return Driver(start_with(setup_of("box_blur", "noise:40x40")), 1366, 768); }

TEST(TimeKeys, MissingMarkIsReported) {
    Driver driver = naive_blur();
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    const uint64_t step = driver.model().scene->moment.step;
    driver.key(ImGuiKey_N); // the kernel has no barrier
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment.step, step);
    EXPECT_TRUE(driver.says("There is no barrier after this step.")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_X);
    driver.settle();
    EXPECT_TRUE(driver.says("No warp diverges before this step.")) << driver.text();
    driver.click("##scope warp");
    driver.settle();
    driver.key(ImGuiKey_U);
    driver.settle();
    EXPECT_TRUE(driver.says("This warp has no bank conflict after this step.")) << driver.text();
}

TEST(TimeKeys, OpeningDrawerKeepsTheBar) {
    Start start = start_with(setup_of("matmul", "noise:64x64"));
    start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    const Recorder::Item before = driver.item("time bar");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    ASSERT_TRUE(driver.model().drawer_open);
    EXPECT_EQ(driver.item("time bar").min.y, before.min.y) << "the drawer is open";
    driver.click("Data flow##tab");
    driver.settle();
    EXPECT_EQ(driver.item("time bar").min.y, before.min.y) << "a taller tab";
    driver.click("##scope block");
    driver.settle();
    EXPECT_EQ(driver.item("time bar").min.y, before.min.y) << "within a block";
}

/// Arrow keys control the time bar while it has the focus, else the views. Each key has one meaning per context.
TEST(TimeKeys, KeysAreUniquePerContext) {
    for (const bool time_bar : {false, true}) {
        std::map<ImGuiKeyChord, std::string> known;
        const auto add = [&](ImGuiKeyChord chord, const ActionInfo& action) {
            if (chord == 0) return;
            const auto [before, fresh] = known.emplace(chord, action.title);
            EXPECT_TRUE(fresh) << key_text(action) << ": " << before->second << ", and " << action.title;
        };
        for (const ActionInfo& action : actions()) {
            if (KeyConditions{.time_bar = time_bar}.takes_first_key(action.context)) add(action.chord, action);
            add(action.other, action);
            if (time_bar) add(action.in_time_bar, action);
        }
        EXPECT_GT(known.size(), 60u);
        EXPECT_TRUE(known.contains(ImGuiKey_Space));
    }
}

/// Between two frames, B is pressed, Ctrl is released, then B is released. The action is Ctrl+B, not B.
TEST(TimeKeys, QuickChordWorks) {
    Driver driver = naive_blur();
    driver.settle();
    const auto overlays = driver.model().scene->views.front().overlays;
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_LeftCtrl, true);
    driver.frames();
    io.AddKeyEvent(ImGuiKey_B, true);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    io.AddKeyEvent(ImGuiKey_LeftCtrl, false);
    io.AddKeyEvent(ImGuiKey_B, false);
    driver.frames(3);
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment.scope, scene::Scope::launch);
    EXPECT_EQ(driver.model().scene->views.front().overlays, overlays);
    EXPECT_FALSE(io.KeyCtrl);
    EXPECT_FALSE(ImGui::IsKeyDown(ImGuiKey_B));
}

/// A tooltip has its own size from its second frame on, not the previous tooltip's size.
TEST(TimeKeys, TooltipFitsItsWords) {
    Driver driver = naive_blur();
    driver.settle();
    driver.move(driver.middle("##scope warp"));
    driver.settle();
    driver.move(driver.middle("##scope launch"));
    const auto height = [] {
        const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
        return window != nullptr && window->Active ? window->Size.y : 0.0f;
    };
    for (int k = 0; k < 120 && height() == 0; ++k) driver.frames();
    driver.frames();
    const float early = height();
    driver.settle();
    EXPECT_GT(early, 0);
    EXPECT_EQ(height(), early);
}

TEST(TimeKeys, SliderTooltipAvoidsNumbers) {
    Driver driver = naive_blur();
    driver.settle();
    driver.move(driver.middle("block x/track"));
    const auto shown = [] {
        const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
        return window != nullptr && window->Active ? window->Rect() : ImRect();
    };
    for (int k = 0; k < 120 && shown().GetWidth() <= 0; ++k) driver.frames();
    driver.frames();
    const ImRect tip = shown();
    ASSERT_GT(tip.GetWidth(), 0);
    for (const char* const number : {"block x/number", "block y/number", "radius/number"}) {
        const Recorder::Item item = driver.item(number);
        EXPECT_FALSE(tip.Overlaps(ImRect(item.min, item.max))) << number;
    }
}

} // namespace
} // namespace warpscope::ui
