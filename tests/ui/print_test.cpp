// What the window writes for print, and assignments that it opens.
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "driver.hpp"
#include "export/carried_scene.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Print : public testing::Test {
protected:
    Print()
        : folder(fs::path(testing::TempDir()) / ("warpscope-print-test-" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~Print() override { fs::remove_all(folder); }

    /// Ctrl+E, the format, the name.
    void save(Driver& driver, const std::string& format, const fs::path& file) {
        driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
        driver.frames(3);
        driver.click(format + "##format");
        driver.click("##save path");
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type(file.string());
        driver.click("Save##save");
        driver.settle();
    }

    fs::path folder;
};

TEST_F(Print, APictureThatIsThereIsReplacedOnlyByAButtonThatSaysSo) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "SVG", folder / "a.svg");
    const std::string before = contents(folder / "a.svg");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "a.svg").string());
    EXPECT_FALSE(driver.has("Save##save"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(contents(folder / "a.svg"), before);
    driver.frames(2);
    EXPECT_TRUE(driver.has("Replace##save")) << "Enter replaces nothing";
}

TEST_F(Print, APictureIsNotReplacedByANameWithoutItsEnding) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    std::ofstream(folder / "fig.png") << "of the user's";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "fig").string());
    EXPECT_TRUE(driver.has("Replace##save"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(contents(folder / "fig.png"), "of the user's");
}

TEST_F(Print, TheDialogWritesAnSvgOfAViewThatOpensTheScene) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "SVG", folder / "a.svg");
    const std::string svg = contents(folder / "a.svg");
    ASSERT_FALSE(svg.empty()) << driver.text();
    EXPECT_NE(svg.find("<g id=\"output-blocks\""), std::string::npos);
    EXPECT_NE(svg.find("<g id=\"output-legend\""), std::string::npos);
    EXPECT_NE(svg.find("</text>"), std::string::npos);
    EXPECT_EQ(svg.find("<g id=\"input"), std::string::npos) << "the right view only";
    EXPECT_EQ(svg.find("<image"), std::string::npos) << "1200 cells are shapes";
    const auto scene = exporting::find_svg_scene(svg);
    ASSERT_TRUE(scene && *scene);
    EXPECT_NE((*scene)->find("gradient:40x30"), std::string::npos);
    // The window is drawn as before.
    driver.frames(2);
    EXPECT_TRUE(driver.says("Saved "));
}

TEST_F(Print, TheDialogWritesAPdf) {
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "PDF", folder / "a.pdf");
    const auto scene = exporting::find_pdf_scene(contents(folder / "a.pdf"));
    ASSERT_TRUE(scene && *scene) << driver.text();
    EXPECT_NE((*scene)->find("box_blur"), std::string::npos);
}

TEST_F(Print, AnSvgIsOpenedAndOneWithoutASceneIsRefused) {
    const fs::path file = folder / "own.svg";
    {
        Driver driver(start_with(choice_of("color_to_gray", "gradient:40x30")));
        driver.settle();
        save(driver, "SVG", file);
    }
    Driver driver(start_with(choice_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().choice->experiment, "color_to_gray");
    EXPECT_TRUE(driver.says("numbers reproduced")) << driver.text();
    std::ofstream(folder / "bare.svg") << "<svg/>";
    driver.app().open_files({folder / "bare.svg"});
    driver.settle();
    EXPECT_TRUE(driver.says("bare.svg carries no scene")) << driver.text();
}

TEST(AssignmentInTheWindow, GatesTurnGreenWhileTheKernelIsWritten) {
    Start start = start_with(choice_of("box_blur", "gradient:40x30"));
    start.assignment = WARPSCOPE_SOURCE_DIR "/assets/assignments/transpose.toml";
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_EQ(driver.model().choice->experiment, "transpose");
    EXPECT_TRUE(driver.says("Transpose without bank conflicts")) << driver.text();
    EXPECT_TRUE(driver.says("right: passed")) << driver.text();
    EXPECT_TRUE(driver.says("coalesced: not passed"));
    EXPECT_TRUE(driver.says("no bank conflicts: not passed"));
    EXPECT_TRUE(driver.says("shared.requests is 0, asked: more than 0"));
    EXPECT_TRUE(driver.says("2 of 4 gates, 6 of 10 points"));
    ASSERT_TRUE(driver.model().edited->open);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    ImGui::SetClipboardText(contents(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu").c_str());
    driver.key(ImGuiMod_Ctrl | ImGuiKey_V);
    driver.settle();
    EXPECT_TRUE(driver.says("4 of 4 gates, 10 of 10 points")) << driver.text();
    driver.click("Close assignment");
    driver.frames(3);
    EXPECT_FALSE(driver.says("4 of 4 gates"));
}

} // namespace
} // namespace warpscope::ui
