// Films made by the window: a child process draws the range chosen in the dialog.
#include <chrono>
#include <thread>

#include "input/scratch_folder.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

void wait_for_film(Driver& driver) {
    using Clock = std::chrono::steady_clock;
    for (const auto end = Clock::now() + std::chrono::minutes(4); !driver.app().settled() && Clock::now() < end;) {
        driver.frames();
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // leaves the core to the process of the film
    }
    EXPECT_TRUE(driver.app().settled());
}

TEST(FilmDialogPixels, StepRangeIsPreviewedAndSaved) {
    const ScratchFolder folder;
    Start start = start_with(setup_of("box_blur", "noise:40x40"));
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "tiled");
    start.film_program = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "warpscope";
    if (!std::filesystem::exists(start.film_program)) GTEST_SKIP() << "the program is not built";
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    for (int k = 0; k < 5; ++k) driver.key(ImGuiKey_Period);
    driver.settle();
    ASSERT_EQ(driver.model().scene->moment.step, 5u);
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_E);
    driver.settle();
    EXPECT_TRUE(driver.says("step by step")) << driver.text();
    driver.click("here##film to");
    driver.click("preview##film");
    wait_for_film(driver);
    EXPECT_TRUE(driver.says("frame ")) << driver.text(); // "frame 4 of 8"
    const auto name_film = [&](const char* name) {
        driver.click("##film path");
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type((folder.path() / name).string());
    };
    folder.write("old.webm", "a film");
    name_film("old.gif");
    driver.click("WebM##film");
    driver.frames(3);
    EXPECT_TRUE(driver.has("Save##film")) << "an existing film is not replaced by a click on its format";
    name_film("tile.webm");
    const std::filesystem::path file = folder.path() / "tile.webm";
    driver.click("Save##film");
    wait_for_film(driver);
    EXPECT_TRUE(driver.says("Saved")) << driver.text();
    std::error_code error;
    EXPECT_GT(std::filesystem::file_size(file, error), 2000u);
    EXPECT_FALSE(error) << error.message();
}

TEST(FilmDialog, FewBlocksHardlyMove) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:40x40")), 1366, 768);
    driver.settle();
    driver.click("##scope launch");
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_E);
    driver.settle();
    EXPECT_TRUE(driver.says("No block ends in the first ")) << driver.text();
}

TEST(FilmDialog, FailuresAreReported) {
    Start start = start_with(setup_of("color_to_gray", "gradient:40x40"));
    start.film_program = "/bin/false";
    Driver driver(start, 1366, 768);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_E);
    driver.settle();
    EXPECT_TRUE(driver.says("the launch, block by block")) << driver.text();
    driver.click("Save##film");
    wait_for_film(driver);
    EXPECT_TRUE(driver.says("The film could not be made.")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
