// "Your turn": editing, saving, and reopening the student's copy of a lesson's kernel.
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "ui/edit/edit_window.hpp"
#include "ui/lesson/lesson_window.hpp"

namespace warpscope::ui {
namespace {

void edit_copy(Driver& driver) {
    driver.settle();
    driver.click("make my copy of the kernel##lesson");
    driver.settle();
    driver.click("edit it here##lesson");
    driver.settle();
}

/// The student changes the kernel in another editor.
TEST(StudentCopy, RunsTheStudentsCopy) {
    const OwnHome home;
    {
        Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 3));
        driver.settle();
        driver.click("make my copy of the kernel##lesson");
        driver.settle();
        const std::filesystem::path copy = home.path() / "warpscope/plus_equals/count_condition/racy.cu";
        EXPECT_TRUE(driver.says(copy.string())) << driver.text();
        EXPECT_TRUE(driver.says("not yet"));
        EXPECT_FALSE(driver.says("atomicAdd")) << "the finding does not tell the solution" << driver.text();
        std::ifstream in(copy);
        std::string text{std::istreambuf_iterator<char>(in), {}};
        const std::string wrong = "*count = *count + 1;";
        ASSERT_NE(text.find(wrong), std::string::npos);
        text.replace(text.find(wrong), wrong.size(), "atomicAdd(count, 1u);");
        std::ofstream(copy) << text;
        for (int i = 0; i < 1500 && !driver.says("DONE"); ++i) {
            driver.frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_TRUE(driver.says("DONE")) << driver.text();
    }
}

TEST(StudentCopy, PaintedLineFollowsTheCopy) {
    const OwnHome home;
    const std::filesystem::path copy = home.path() / "warpscope/plus_equals/count_condition/racy.cu";
    Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 3));
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    driver.click("make my copy of the kernel##lesson");
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    const uint32_t line = driver.model().painted->place.line;
    EXPECT_EQ(line, line_with(contents(copy), "*count = *count + 1"));
    driver.click("edit it here##lesson");
    driver.settle();
    go_to_end_of(driver, line);
    driver.type(" // mine");
    driver.settle();
    ASSERT_TRUE(driver.model().painted) << "an edited line stays painted";
    EXPECT_EQ(driver.model().painted->place.line, line);
}

TEST(StudentCopy, ErrorAfterTheKernelIsShown) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 3));
    edit_copy(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_End);
    driver.type("atomicAdd(count, 1u);");
    driver.settle();
    ASSERT_TRUE(driver.model().edited->text.ends_with("1u);")) << driver.model().edited->text;
    EXPECT_FALSE(driver.model().edited->errors.empty()) << driver.text();
    driver.key(ImGuiKey_Enter);
    driver.type("foo");
    driver.settle();
    EXPECT_FALSE(driver.model().edited->errors.empty()) << driver.text();
}

TEST(StudentCopy, HidesTheBug) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "second_barrier.lesson.toml", 4));
    driver.settle();
    EXPECT_FALSE(driver.says("BUG")) << driver.text();
    driver.click("make my copy of the kernel##lesson");
    driver.settle();
    const std::string text = contents(home.path() / "warpscope/second_barrier/bug_museum/missing_second_sync.cu");
    EXPECT_NE(text.find("sum += m * tile[k][tx];\n        }\n    }\n"), text.npos) << text;
    EXPECT_EQ(text.find("BUG"), text.npos);
    driver.click("finish##lesson next");
    driver.settle();
    driver.click("experiment");
    driver.frames(3);
    EXPECT_TRUE(driver.says("Copies from lessons")) << driver.text();
}

TEST(StudentCopy, TypedTextIsSavedAutomatically) {
    const OwnHome home;
    const std::filesystem::path copy = home.path() / "warpscope/banks/transpose/tiled.cu";
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.says("not yet"));
    EXPECT_TRUE(driver.says("shared-memory passes: 4224 (goal: 256)")) << driver.text();
    driver.click("make my copy of the kernel##lesson");
    driver.settle();
    driver.click("edit it here##lesson");
    driver.settle();
    const std::string original = contents(copy);
    go_to_end_of(driver, line_with(original, "__shared__"));
    driver.key(ImGuiKey_LeftArrow);
    driver.key(ImGuiKey_LeftArrow);
    driver.type(" + 1");
    driver.settle();
    EXPECT_TRUE(driver.says("DONE")) << driver.text();
    EXPECT_TRUE(driver.says("shared-memory passes: 256 (goal: 256)")) << driver.text();
    EXPECT_NE(contents(copy).find("[TILE_DIM + 1];"), std::string::npos) << contents(copy);
    driver.key(ImGuiKey_End);
    driver.type(" // mine");
    driver.key(ImGuiKey_Escape);
    driver.click("##lesson close"); // before a pause in typing saves the copy
    driver.settle();
    EXPECT_NE(contents(copy).find("// mine"), std::string::npos) << contents(copy);

    driver.app().open_files({lessons / "banks.lesson.toml"});
    driver.settle();
    driver.click("your turn##lesson step 4");
    driver.settle();
    EXPECT_FALSE(driver.has("make my copy of the kernel##lesson"));
    EXPECT_TRUE(driver.has("edit it here##lesson") && driver.has("start over##lesson")) << "also when it is reached";
    EXPECT_TRUE(driver.says("DONE")) << driver.text();
    EXPECT_TRUE(driver.says("Your copy from ")) << driver.text();
    ASSERT_TRUE(driver.model().result);
    EXPECT_NE(driver.model().result->source.find("// mine"), std::string::npos);
}

TEST(StudentCopy, CaretStartsInQuotedLine) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "plus_equals.lesson.toml", 4), 1366, 768);
    edit_copy(driver);
    driver.type("X");
    driver.settle();
    const std::string& text = driver.model().edited->text;
    EXPECT_NE(text.find("\nX        *count = *count + 1;"), std::string::npos) << text;
}

/// Opens the step "your turn" of the lesson on banks, with the student's copy in the editor. Moves the caret to the
/// end of the line that declares the tile.
void edit_tile(Driver& driver, const std::filesystem::path& copy) {
    edit_copy(driver);
    go_to_end_of(driver, line_with(contents(copy), "__shared__"));
}

/// Correcting the error leads back to a launch that the lesson has already checked.
TEST(StudentCopy, CompileErrorDisappearsWhenFixed) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    edit_tile(driver, home.path() / "warpscope/banks/transpose/tiled.cu");
    EXPECT_TRUE(driver.says("not yet")) << driver.text();
    driver.type("l");
    driver.settle();
    ASSERT_TRUE(driver.says("does not compile yet: line ")) << driver.text();
    EXPECT_TRUE(driver.says("YOUR TURN")) << "the task stays: " << driver.text();
    EXPECT_FALSE(driver.says("THIS STEP CANNOT BE SHOWN")) << driver.text();
    driver.key(ImGuiKey_Backspace);
    driver.settle();
    EXPECT_FALSE(driver.says("does not compile yet")) << driver.text();
    EXPECT_TRUE(driver.says("not yet")) << driver.text();
}

/// The file watch reports the first write while the second is requested but not done.
TEST(StudentCopy, OwnWriteIsNoExternalChange) {
    const OwnHome home;
    const std::filesystem::path copy = home.path() / "warpscope/banks/transpose/tiled.cu";
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    edit_tile(driver, copy);
    driver.type("// a");
    for (int i = 0; i < 600 && contents(copy).find("// a") == std::string::npos; ++i) {
        driver.frames(1);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_NE(contents(copy).find("// a"), std::string::npos);
    driver.frames(1);
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_Z, true); // undo writes in the next frame, without a pause
    driver.frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    driver.frames(1);
    io.AddKeyEvent(ImGuiKey_Z, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    driver.settle();
    EXPECT_EQ(contents(copy).find("// a"), std::string::npos) << "undone";
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    driver.frames(2);
    EXPECT_FALSE(driver.says("has changed")) << driver.text();
}

TEST(StudentCopy, ResetRestoresCourseKernel) {
    const OwnHome home;
    const std::filesystem::path copy = home.path() / "warpscope/banks/transpose/tiled.cu";
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    driver.settle();
    driver.click("make my copy of the kernel##lesson");
    driver.settle();
    const std::string original = contents(copy);
    driver.click("edit it here##lesson");
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Home); // needed because the field keeps the caret of an earlier text
    driver.type("// mine\n");
    driver.settle();
    ASSERT_NE(contents(copy), original);
    driver.click("start over##lesson");
    driver.settle();
    EXPECT_EQ(contents(copy), original);
    EXPECT_EQ(driver.model().edited->text, original);
    EXPECT_TRUE(contents(copy.string() + ".before").starts_with("// mine")) << "nothing is lost";
    EXPECT_TRUE(driver.says("Your version is in tiled.cu.before.")) << driver.text();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // time for polls of the file watch
    driver.frames(2);
    EXPECT_FALSE(driver.says("changed on disk")) << driver.text();
}

/// Solves the exercise of the lesson on banks in the student's copy.
void solve_banks(Driver& driver, const std::filesystem::path& copy) {
    edit_tile(driver, copy);
    driver.key(ImGuiKey_LeftArrow);
    driver.key(ImGuiKey_LeftArrow);
    driver.type(" + 1");
    driver.settle();
    EXPECT_TRUE(driver.says("DONE")) << driver.text();
}

TEST(StudentCopy, ResetReopensTheGoal) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    solve_banks(driver, home.path() / "warpscope/banks/transpose/tiled.cu");
    EXPECT_FALSE(driver.says("You solved this earlier.")) << driver.text();
    EXPECT_FALSE(driver.says("Your copy from ")) << driver.text();
    driver.click("start over##lesson");
    driver.settle();
    EXPECT_FALSE(driver.says("DONE")) << driver.text();
    EXPECT_TRUE(driver.says("YOUR TURN")) << driver.text();
    EXPECT_TRUE(driver.says("You solved this earlier.")) << driver.text();
    EXPECT_TRUE(driver.says("shared-memory passes: 4224 (goal: 256)")) << driver.text();
}

TEST(StudentCopy, CompileErrorReopensTheGoal) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    solve_banks(driver, home.path() / "warpscope/banks/transpose/tiled.cu");
    driver.type("@");
    driver.settle();
    ASSERT_TRUE(driver.says("does not compile yet: line ")) << driver.text();
    EXPECT_FALSE(driver.says("DONE")) << driver.text();
    EXPECT_FALSE(driver.says("goal: 256")) << "there is no current number\n" << driver.text();
    driver.key(ImGuiKey_Backspace);
    driver.settle();
    EXPECT_TRUE(driver.says("DONE")) << driver.text();
    EXPECT_TRUE(driver.says("shared-memory passes: 256 (goal: 256)")) << driver.text();
}

/// The text gets half of the drawer, and the caret stays visible when columns of changes appear next to it.
TEST(StudentCopy, EditorHasHalfTheDrawer) {
    const OwnHome home;
    Driver driver(start_lesson(lessons / "banks.lesson.toml", 4), 1366, 768);
    edit_copy(driver);
    go_to_end_of(driver, line_with(driver.model().edited->text, "__shared__"));
    driver.key(ImGuiKey_LeftArrow);
    driver.key(ImGuiKey_LeftArrow);
    driver.type(" + 1");
    driver.settle();
    EXPECT_TRUE(driver.says("change")) << "columns of changes\n" << driver.text();
    const Recorder::Item field = driver.item("source text field"), tab = driver.item("drawer tab");
    EXPECT_GE(field.max.x - field.min.x, 0.45f * (tab.max.x - tab.min.x));
    const Recorder::Item caret = driver.item("caret");
    EXPECT_GE(caret.min.x, field.min.x);
    EXPECT_LE(caret.max.x, field.max.x);
    EXPECT_GE(caret.min.y, field.min.y);
    EXPECT_LE(caret.max.y, field.max.y);
}

} // namespace
} // namespace warpscope::ui
