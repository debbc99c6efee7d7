// Places where an edited text is saved: next to its kernel, in scenes, in the user's files.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "edit_window.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

TEST(KernelEditor, EditedTextReturnsAndReverts) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    const std::string original = text_of(driver);
    narrow_the_loop(driver);
    const std::string narrow = text_of(driver);
    driver.key(ImGuiKey_Escape);
    const catalog::Variant& other = driver.model().experiment->variants[1];
    const std::string first = driver.model().setup->variant;
    const auto choose = [&](const catalog::Variant& variant) {
        driver.click("variant");
        driver.frames(3);
        driver.click(variant.title + "##variant " + variant.name);
        driver.settle();
    };
    choose(other);
    ASSERT_EQ(driver.model().setup->variant, other.name);
    EXPECT_FALSE(driver.model().setup->text);
    choose(*driver.model().experiment->find(first));
    EXPECT_EQ(text_of(driver), narrow);
    EXPECT_EQ(driver.model().result->source, narrow);
    driver.click("revert##source");
    driver.settle();
    EXPECT_EQ(driver.model().result->source, original);
}

TEST(KernelEditor, SceneCarriesTheText) {
    const fs::path file = fs::temp_directory_path() / ("edited-" + std::to_string(::getpid()) + ".wscope");
    std::string narrow;
    {
        Driver driver(blur(), 1366, 768);
        driver.settle();
        driver.key(ImGuiKey_F2);
        driver.settle();
        narrow_the_loop(driver);
        narrow = text_of(driver);
        driver.key(ImGuiKey_Escape);
        driver.save_scene(file);
    }
    Driver driver(blur(), 1366, 768);
    driver.settle();
    EXPECT_NE(driver.model().result->source, narrow);
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().result->source, narrow);
    EXPECT_EQ(driver.model().setup->text, narrow);
    EXPECT_TRUE(driver.says("numbers are as saved")) << driver.text();
    fs::remove(file);
}

TEST(KernelEditor, CourseTextBecomesAUserFile) {
    const fs::path file = fs::temp_directory_path() / ("edited-" + std::to_string(::getpid()) + ".cu");
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##text path"));
    driver.click("##text path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##text");
    driver.settle();
    std::ifstream stream(file, std::ios::binary);
    EXPECT_EQ(std::string((std::istreambuf_iterator<char>(stream)), {}), text_of(driver));
    EXPECT_TRUE(driver.model().edited->changed()) << "the course's own file stays";
    fs::remove(file);
}

TEST(KernelEditor, SceneKeyWorksAfterEscape) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.key(ImGuiKey_Escape);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.frames(3);
    EXPECT_TRUE(driver.has("##scene path")) << driver.text();
    EXPECT_FALSE(driver.has("##text path"));
}

TEST(KernelEditor, SceneKeyWorksWhileTyping) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
    driver.frames(3);
    EXPECT_TRUE(driver.has("##scene path")) << driver.text();
    EXPECT_FALSE(driver.has("##text path"));
}

TEST(KernelEditor, FileMenuNamesTheSceneKey) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    driver.click("file");
    driver.frames(3);
    EXPECT_TRUE(driver.says("Ctrl+Shift+S")) << driver.text();
}

TEST(KernelEditor, UserFileIsSavedInPlace) {
    const fs::path folder = fs::temp_directory_path() / ("edited-own-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "own.cu", std::ios::binary)
        << "__global__ void fill(int* out) {\r\n    out[threadIdx.x] = threadIdx.x;\r\n}\r\n";
    std::ofstream(folder / "own.toml")
        << "title = \"Own\"\ntopic = \"Mine\"\nsummary = \"Fills.\"\n[[buffer]]\nname = \"out\"\nrole = "
           "\"output\"\ntype = \"s32\"\nshape = [\"8\"]\n[[launch]]\nkernel = \"fill\"\ngrid = [\"1\"]\nblock = "
           "[\"8\"]\narguments = [\"out\"]\n";
    Start start = start_with_file(folder / "own.toml");
    start.preferences.tab = Tab::source;
    start.is_drawer_requested = true;
    {
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        driver.key(ImGuiKey_F2);
        driver.settle();
        go_to_end_of(driver, 2);
        driver.key(ImGuiKey_LeftArrow);
        driver.type(" + 5");
        driver.settle();
        EXPECT_TRUE(driver.model().edited->changed());
        driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
        driver.settle();
        driver.click("Replace##text");
        driver.settle();
        EXPECT_FALSE(driver.model().edited->changed());
        std::ifstream stream(folder / "own.cu", std::ios::binary);
        const std::string written((std::istreambuf_iterator<char>(stream)), {});
        EXPECT_EQ(written, "__global__ void fill(int* out) {\r\n    out[threadIdx.x] = threadIdx.x + 5;\r\n}\r\n");
        driver.type("1");
        driver.settle();
        EXPECT_NE(driver.model().edited->text.find("threadIdx.x + 51;"), std::string::npos)
            << "the caret stays where it was\n"
            << driver.model().edited->text;
    }
    fs::remove_all(folder);
}

TEST(KernelEditor, SettingUndoKeepsHiddenText) {
    Start start = blur();
    start.preferences.texts["box_blur/naive"] = "kept";
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_RightBracket);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    ASSERT_EQ(driver.model().preferences->texts.count("box_blur/naive"), 1u);
    EXPECT_EQ(driver.model().preferences->texts.at("box_blur/naive"), "kept");
}

TEST(KernelEditor, DraftOfAFileIsOffered) {
    const fs::path folder = fs::temp_directory_path() / ("edited-draft-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const std::string text = "__global__ void fill(int* out) {\n    out[threadIdx.x] = threadIdx.x;\n}\n";
    std::ofstream(folder / "own.cu") << text;
    std::ofstream(folder / "own.toml")
        << "title = \"Own\"\ntopic = \"Mine\"\nsummary = \"Fills.\"\n[[buffer]]\nname = \"out\"\nrole = "
           "\"output\"\ntype = \"s32\"\nshape = [\"8\"]\n[[launch]]\nkernel = \"fill\"\ngrid = [\"1\"]\nblock = "
           "[\"8\"]\narguments = [\"out\"]\n";
    const std::string key = fs::weakly_canonical(folder / "own.cu").string();
    {
        Start start = start_with_file(folder / "own.toml");
        start.preferences.panes.drawer_open = false;
        start.preferences.texts[key] = text + "// draft\n";
        start.preferences.texts_newest = {key};
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        ASSERT_TRUE(driver.has("Continue with them##draft")) << driver.text();
        driver.click_findings();
        driver.settle();
        EXPECT_TRUE(driver.says("You have unsaved changes")) << driver.text();
        driver.click("Source##tab");
        driver.settle();
        driver.key(ImGuiKey_F2);
        driver.settle();
        driver.type("/");
        driver.settle();
        ASSERT_TRUE(driver.has("Continue with them##draft")) << "it is not overwritten: " << driver.text();
        driver.click("Continue with them##draft");
        driver.settle();
        EXPECT_EQ(driver.model().edited->text, text + "// draft\n");
        EXPECT_FALSE(driver.has("Continue with them##draft"));
        driver.key(ImGuiMod_Ctrl | ImGuiKey_Q);
        EXPECT_FALSE(driver.app().should_quit());
        driver.frames(2);
        EXPECT_TRUE(driver.says("are kept but not saved")) << driver.text();
        EXPECT_TRUE(driver.says("Ctrl+T to save")) << driver.text();
    }
    fs::remove_all(folder);
}

} // namespace
} // namespace warpscope::ui
