// Sliders of the LAUNCH panel, undo, and the sentences beside them.
#include <algorithm>

#include "driver.hpp"

namespace warpscope::ui {
namespace {

constexpr auto undo_key = ImGuiMod_Ctrl | ImGuiKey_Z;
constexpr auto redo_key = ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z;

TEST(Launch, SaysWhatTheLaunchMeans) {
    Driver driver(start_with(choice_of("color_to_gray", "gradient:76x62")));
    driver.settle();
    EXPECT_TRUE(
        driver.says("5 × 4 blocks of 16 × 16 threads cover 76 × 62 pixels. 408 of 5120 threads have nothing to do."))
        << driver.text();
    EXPECT_TRUE(driver.says("A warp is two rows of a block. 31 of 160 warps diverge.")) << driver.text();
}

TEST(Launch, SaysWhichCellsNobodyWrote) {
    Choice choice = choice_of("matrix_fill", "gradient:4x4");
    choice.settings.block = {4, 4, 1};
    Driver driver(start_with(choice));
    driver.settle();
    const auto& maps = driver.model().result->shown().maps;
    const auto unowned = std::count(maps.front().owner.begin(), maps.front().owner.end(), 0u);
    ASSERT_GT(unowned, 0) << "the launch is to be too small";
    EXPECT_TRUE(driver.says(std::to_string(unowned) + " of 100 cells are written by no thread.")) << driver.text();
}

TEST(Launch, DraggingRadiusChangesTheOutput) {
    Driver driver(start_with(choice_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const HostBuffer before = driver.model().result->output;
    driver.slide("radius", 0.9f);
    driver.settle();
    EXPECT_GT(driver.model().choice->settings.values.at("radius"), 8);
    EXPECT_EQ(driver.model().result->request.settings, driver.model().choice->settings);
    EXPECT_NE(*before.bytes, *driver.model().result->output.bytes);
}

TEST(Launch, OneDragIsOneStepOfUndo) {
    Driver driver(start_with(choice_of("box_blur", "noise:37x23,seed=3")));
    driver.settle();
    const Choice start = *driver.model().choice;
    driver.slide("radius", 0.9f);
    const Choice dragged = *driver.model().choice;
    ASSERT_NE(start, dragged);
    driver.slide("block x", 0.1f);
    const Choice narrow = *driver.model().choice;
    ASSERT_NE(dragged.settings.block, narrow.settings.block);
    driver.key(undo_key);
    EXPECT_EQ(*driver.model().choice, dragged);
    driver.key(undo_key);
    EXPECT_EQ(*driver.model().choice, start);
    driver.key(undo_key); // there is nothing more to undo
    EXPECT_EQ(*driver.model().choice, start);
    driver.key(redo_key);
    EXPECT_EQ(*driver.model().choice, dragged);
    driver.settle();
    EXPECT_EQ(driver.model().result->request.settings, dragged.settings);
}

TEST(Launch, BlockStopsAt1024ThreadsAndSaysWhy) {
    Driver driver(start_with(choice_of("box_blur", "gradient:76x62")));
    driver.settle();
    driver.slide("block x", 1.0f);
    EXPECT_EQ(driver.model().choice->settings.block, (Dim3{64, 16, 1}));
    EXPECT_TRUE(driver.says("1024 × 16 would be 16384 threads. A block has at most 1024, so x stops at 64."))
        << driver.text();
    driver.slide("radius", 0.5f); // the next change clears the note
    EXPECT_FALSE(driver.says("so x stops at"));
}

TEST(Launch, ControlClickTypesANumberAndRightClickResets) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    driver.click("radius/track");
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    driver.frames(2);
    driver.type("11");
    driver.key(ImGuiKey_Enter);
    EXPECT_EQ(driver.model().choice->settings.values.at("radius"), 11);
    driver.click("radius/track", ImGuiMouseButton_Right);
    EXPECT_EQ(driver.model().choice->settings.values.at("radius"), 3);
}

TEST(Launch, KeysMoveTheSliders) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_RightBracket);
    EXPECT_EQ(driver.model().choice->settings.values.at("radius"), 4);
    driver.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    EXPECT_EQ(driver.model().choice->settings.block, (Dim3{17, 16, 1}));
}

} // namespace
} // namespace warpscope::ui
