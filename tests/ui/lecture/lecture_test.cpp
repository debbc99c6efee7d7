// Problems that a lecturer reported after using the window.
#include <fstream>
#include <thread>

#include "input/scratch_folder.hpp"
#include "ui/driver.hpp"
#include "ui/edit/edit_window.hpp"

namespace warpscope::ui {
namespace {

bool within(ImVec2 at, const Recorder::Item& area) {
    return at.x >= area.min.x && at.x <= area.max.x && at.y >= area.min.y && at.y <= area.max.y;
}

TEST(LectureWindow, FittedPictureHoldsIdleThreads) {
    scene::LaunchSetup setup = setup_of("color_to_gray", "gradient:76x62");
    setup.settings.block = {64, 16, 1};
    Driver driver(start_with(setup), 1366, 768);
    driver.settle();
    ASSERT_TRUE(render::has(driver.model().scene->views[1].overlays, render::Overlay::idle_threads));
    const Recorder::Item view = driver.item("right view");
    EXPECT_TRUE(within(driver.at_cell("right view", 127, 63), view)) << "2 blocks of 64 are 128 wide, the data is 76";
    driver.key(ImGuiKey_F);
    driver.settle();
    EXPECT_TRUE(within(driver.at_cell("right view", 127, 63), view));
}

TEST(LectureWindow, BlockNumbersStartAtZero) {
    Start start = start_with(setup_of("reduction", "index:2048"));
    start.preferences.tab = Tab::epochs;
    start.is_drawer_requested = true;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.says("(blocks 0 to 3)")) << driver.text();
}

TEST(LectureWindow, ThreadWindowUsesKernelNames) {
    scene::LaunchSetup setup = setup_of("matmul", "noise:64x48");
    setup.variant = "tiled";
    Driver driver(start_with(setup), 1366, 768);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 26, 23));
    driver.settle();
    EXPECT_TRUE(driver.says("M[23][10] = ")) << driver.text();
    EXPECT_FALSE(driver.says("noise[")) << driver.text();
    EXPECT_TRUE(driver.says("tx = threadIdx.x = 10\n")) << driver.text();
    EXPECT_FALSE(driver.says("10 = 10")) << driver.text();
}

TEST(LectureWindow, IndexFormulasAreNotTruncated) {
    scene::LaunchSetup setup = setup_of("index_formulas", "index:12x8x3");
    setup = with_variant(setup, *start_with(setup).catalog->find("index_formulas"), "three_d");
    Driver driver(start_with(setup), 1366, 768);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5, 5));
    driver.settle();
    EXPECT_TRUE(driver.says("column_major = ")) << driver.text();
    for (const std::string& cut : driver.cut()) EXPECT_EQ(cut.find("_major"), std::string::npos) << cut;
}

TEST(LectureWindow, CanceledRunRestoresTheSetting) {
    Driver driver(start_with(setup_of("box_blur", "gradient:1024x1024")), 1366, 768);
    driver.settle();
    for (int i = 0; i < 5; ++i) driver.key(ImGuiKey_RightBracket);
    ASSERT_TRUE(driver.model().busy) << "a million windows of 17 x 17";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Period);
    driver.frames(2);
    EXPECT_TRUE(driver.says("Canceled. Showing Radius 3 again.")) << driver.text();
}

TEST(LectureWindow, OwnSaveIsNoExternalChange) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "own.cu")
        << "__global__ void fill(int* out) {\n    out[threadIdx.x] = threadIdx.x;\n}\n";
    std::ofstream(folder.path() / "own.toml")
        << "title = \"Own\"\ntopic = \"Mine\"\nsummary = \"Fills.\"\n[[buffer]]\nname = \"out\"\nrole = "
           "\"output\"\ntype = \"s32\"\nshape = [\"8\"]\n[[launch]]\nkernel = \"fill\"\ngrid = [\"1\"]\nblock = "
           "[\"8\"]\narguments = [\"out\"]\n";
    Start start = start_with_file(folder.path() / "own.toml");
    start.preferences.tab = Tab::source;
    start.is_drawer_requested = true;
    Driver driver(std::move(start), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, 2);
    driver.key(ImGuiKey_LeftArrow);
    driver.type(" + 5");
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_T);
    driver.settle();
    ASSERT_TRUE(driver.has("Replace##text")) << "asked once, before the file is lost";
    EXPECT_TRUE(driver.model().edited->changed());
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_FALSE(driver.model().edited->changed()) << "Enter presses the button";
    // The program polls the file every 400 ms and reports a change at the second poll.
    for (int i = 0; i < 40; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        driver.frames(1);
        EXPECT_FALSE(driver.says("has changed"));
    }
    driver.settle();
    EXPECT_TRUE(driver.model().edited->can_undo);
    EXPECT_EQ(driver.model().edited->caret, text_of(driver).find(" + 5") + 4) << "the caret stays";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(text_of(driver).find(" + 5"), std::string::npos);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_T);
    driver.settle();
    EXPECT_FALSE(driver.has("Replace##text")) << "not a second time";
    EXPECT_FALSE(driver.model().edited->changed());
}

TEST(LectureWindow, UserFileCanBeSavedElsewhere) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_T);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##text path"));
    EXPECT_NEAR(driver.item("Save##text").max.x, driver.item("##text path").max.x, 1);
    driver.key(ImGuiKey_Escape);
}

TEST(LectureWindow, HomeGoesToTheFirstLetter) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, 3);
    driver.key(ImGuiKey_Home);
    driver.type("/");
    EXPECT_NE(text_of(driver).find("\n    /int col"), std::string::npos) << text_of(driver);
    driver.key(ImGuiKey_Backspace);
    driver.key(ImGuiKey_Home);
    driver.type("/");
    EXPECT_NE(text_of(driver).find("\n/    int col"), std::string::npos) << text_of(driver);
}

TEST(LectureWindow, PointingKeepsTheLegendInPlace) {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.presentation = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    const float before = driver.item("right legend").min.y;
    driver.move(driver.at_cell("right view", 11, 31));
    driver.settle();
    ASSERT_TRUE(driver.has("hover card"));
    EXPECT_FLOAT_EQ(driver.item("right legend").min.y, before);
}

TEST(LectureWindow, PresentedNumbersAreLarge) {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.presentation = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    const Recorder::Item number = driver.item("block x/number");
    EXPECT_GE(number.max.y - number.min.y, 0.03 * 768 - 0.1);
}

TEST(LectureWindow, CardDoesNotCoverItsCell) {
    Start start = start_with(setup_of("color_to_gray", "gradient:76x62"));
    start.presentation = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 70, 8));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pinned);
    ASSERT_TRUE(driver.has("hover card"));
    EXPECT_FALSE(within(driver.at_cell("right view", 70, 8), driver.item("hover card")));
    EXPECT_FALSE(within(driver.at_cell("left view", 70, 8), driver.item("hover card")));
}

} // namespace
} // namespace warpscope::ui
