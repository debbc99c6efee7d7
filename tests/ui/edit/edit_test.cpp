// Editing of the kernel's text in the window, with keys and mouse.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "edit_window.hpp"
#include "ui/code/cost_columns.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {
namespace {

TEST(KernelEditor, TypingRecompilesWhenItRests) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    const auto before = driver.model().result;
    driver.key(ImGuiKey_F2);
    driver.settle();
    ASSERT_TRUE(driver.model().edited->open);
    const uint32_t line = line_with(text_of(driver), "out[");
    go_to_end_of(driver, line);
    driver.key(ImGuiKey_Enter);
    driver.type("out[0] = 200;");
    EXPECT_TRUE(driver.model().edited->waits);
    EXPECT_TRUE(driver.model().stale);
    EXPECT_TRUE(driver.says("Out of date: previous version of the source")) << driver.text();
    driver.settle();
    ASSERT_NE(driver.model().result, before);
    EXPECT_FALSE(driver.model().stale);
    EXPECT_NE(driver.model().result->source.find("out[0] = 200;"), std::string::npos);
    EXPECT_EQ(static_cast<int>(driver.model().result->output.bytes->front()), 200);
    // The new line has the indentation of the line above.
    const std::string& text = text_of(driver);
    const auto blanks = [&](std::string_view words) {
        const size_t at = text.find(words), begin = text.rfind('\n', at) + 1;
        return at - begin;
    };
    EXPECT_EQ(blanks("out[0] = 200;"), text.find_first_not_of(' ', text.rfind('\n', text.find("out[")) + 1) -
                                           text.rfind('\n', text.find("out[")) - 1);
}

TEST(KernelEditor, EditedVariantIsMarkedEverywhere) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_TRUE(driver.says("naive, edited · 16 × 16 threads per block")) << driver.text();
    driver.key(ImGuiKey_F11);
    driver.search("Tile in shared memory");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().setup->variant, "tiled") << driver.text();
    driver.click("variant");
    driver.frames(2);
    EXPECT_TRUE(driver.says("naive, edited")) << driver.text();
}

// The window gets keys that the editor does not use. Opening another experiment leaves its kernel unedited.
TEST(KernelEditor, KeysReachAnotherExperimentUnedited) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
    go_to_end_of(driver, line_with(text_of(driver), "out["));
    const std::string text = text_of(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.type("Transpose");
    EXPECT_EQ(text_of(driver), text);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "transpose");
    EXPECT_FALSE(driver.model().edited->open);
    const std::string course = text_of(driver);
    driver.type("x");
    driver.settle();
    EXPECT_EQ(text_of(driver), course);
}

TEST(KernelEditor, ErrorMarksLineAndStalePicture) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    const auto before = driver.model().result;
    driver.key(ImGuiKey_F2);
    driver.settle();
    const uint32_t line = line_with(text_of(driver), "out[");
    go_to_end_of(driver, line);
    driver.type(" nonsense");
    driver.settle();
    EXPECT_EQ(driver.model().result, before);
    ASSERT_FALSE(driver.model().edited->errors.empty());
    EXPECT_EQ(driver.model().edited->errors.front().where.line, line);
    EXPECT_TRUE(driver.says(driver.model().edited->errors.front().message.english())) << driver.text();
    EXPECT_TRUE(driver.says("Out of date: last version that compiled")) << driver.text();
    const size_t errors = driver.model().edited->errors.size();
    EXPECT_TRUE(driver.says(std::to_string(errors) + (errors == 1 ? " error" : " errors"))) << driver.text();
    // Undo removes the errors. It applies to the text, because the editor has the keyboard.
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_TRUE(driver.model().edited->errors.empty());
    EXPECT_FALSE(driver.model().stale);
    EXPECT_FALSE(driver.says("Out of date"));
}

TEST(KernelEditor, LineCostsCompareWithPreviousText) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    const auto before = driver.model().result;
    driver.key(ImGuiKey_F2);
    driver.settle();
    narrow_the_loop(driver);
    ASSERT_NE(driver.model().result, before);
    ASSERT_NE(text_of(driver).find("dx < radius"), std::string::npos) << text_of(driver);
    ASSERT_TRUE(driver.model().edited->before);
    EXPECT_EQ(driver.model().edited->before->source, before->source);
    const insight::CodeMap now = insight::CodeMap::of(*driver.model().result), then = insight::CodeMap::of(*before);
    const uint64_t executions_before = then.cost_of(10, 0)->executions, executions = now.cost_of(10, 0)->executions;
    ASSERT_NE(executions, executions_before);
    const std::string change = change_text(executions_before, executions);
    EXPECT_TRUE(driver.says("Before → now: warp instructions")) << driver.text();
    EXPECT_TRUE(driver.says("(" + change + ")")) << change << "\n" << driver.text();
    EXPECT_TRUE(driver.says("split branches")) << "changes take no column away: " << driver.text();
    // Changing a setting measures the previous text again, with the new setting.
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiKey_RightBracket);
    driver.settle();
    ASSERT_TRUE(driver.model().edited->before);
    EXPECT_NE(driver.model().edited->before, before);
    EXPECT_EQ(driver.model().edited->before->request.settings, driver.model().result->request.settings);
    EXPECT_EQ(driver.model().edited->before->source, before->source);
    // The current text becomes the reference, so no difference is left.
    driver.click("compare from here##source");
    driver.settle();
    EXPECT_FALSE(driver.model().edited->before);
    EXPECT_FALSE(driver.says("Before → now"));
}

TEST(KernelEditor, NewCommentChangesNoSum) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, line_with(text_of(driver), "out["));
    driver.type(" // my note");
    driver.settle();
    EXPECT_TRUE(driver.says("Before → now: all counts are the same.")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_End);
    driver.key(ImGuiKey_LeftArrow);
    driver.type(" // at the last brace");
    driver.settle();
    ASSERT_NE(text_of(driver).find("} // at the last brace"), std::string::npos) << text_of(driver);
    EXPECT_TRUE(driver.says("Before → now: all counts are the same.")) << driver.text();
}

TEST(KernelEditor, RestartKeepsTheDrawersHeight) {
    Start next = blur();
    float height = 0;
    {
        Driver driver(blur(), 1366, 768);
        open_editor(driver);
        const Recorder::Item drawer = driver.item("drawer tab");
        height = drawer.max.y - drawer.min.y;
        next.preferences = *driver.model().preferences;
    }
    Driver driver(next, 1366, 768);
    driver.settle();
    const Recorder::Item drawer = driver.item("drawer tab");
    EXPECT_FLOAT_EQ(drawer.max.y - drawer.min.y, height);
}

TEST(KernelEditor, LinesStayInPlaceAfterCompilation) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, 10);
    driver.settle();
    const float before = driver.item("source text 10").min.y;
    narrow_the_loop(driver);
    ASSERT_TRUE(driver.says("Before → now: warp instructions")) << driver.text();
    EXPECT_FLOAT_EQ(driver.item("source text 10").min.y, before);
}

TEST(KernelEditor, FreedLineShowsNoCost) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    const uint32_t line = line_with(text_of(driver), "++count;");
    const auto before = driver.model().result;
    ASSERT_GT(insight::CodeMap::of(*before).cost_of(line, 0)->executions, 0u);
    go_to_end_of(driver, line);
    for (size_t i = 0; i < std::string_view("++count;").size(); ++i) driver.key(ImGuiKey_Backspace);
    driver.type("/**/"); // leaves a line without code
    driver.settle();
    ASSERT_TRUE(driver.model().edited->before) << driver.text();
    ASSERT_EQ(insight::CodeMap::of(*driver.model().result).cost_of(line, 0), nullptr);
    EXPECT_TRUE(driver.says("gone")) << driver.text();
    // The cost of removed lines is shown as gone.
    go_to_end_of(driver, line);
    const auto lines = std::ranges::count(text_of(driver), '\n');
    for (size_t i = 0; i < 60 && std::ranges::count(text_of(driver), '\n') == lines; ++i)
        driver.key(ImGuiKey_Backspace);
    driver.settle();
    EXPECT_TRUE(driver.says("removed lines had")) << driver.text();
}

TEST(KernelEditor, TextAndProgramUndoAreSeparate) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    const std::string original = text_of(driver);
    narrow_the_loop(driver);
    const std::string narrow = text_of(driver);
    go_to_end_of(driver, 1);
    driver.type(" Mine.");
    driver.settle();
    const std::string both = text_of(driver);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.frames(2);
    EXPECT_EQ(text_of(driver), narrow);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.frames(2);
    EXPECT_EQ(text_of(driver), original);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Y);
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(text_of(driver), both);
    EXPECT_EQ(driver.model().setup->text, both);
    // When the editor does not have the keyboard focus, one undo takes back all text typed in it.
    driver.key(ImGuiKey_Escape);
    driver.frames(2);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(text_of(driver), original);
    EXPECT_FALSE(driver.model().setup->text);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Y);
    driver.settle();
    EXPECT_EQ(text_of(driver), both);
    EXPECT_EQ(driver.model().result->source, both);
}

TEST(KernelEditor, TabsIndentAndBracesAlign) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, 3);
    driver.key(ImGuiKey_Enter);
    driver.type("{");
    driver.key(ImGuiKey_Enter);
    driver.type("col += 0;");
    driver.key(ImGuiKey_Tab);
    driver.key(ImGuiKey_Enter);
    driver.type("}");
    driver.settle();
    EXPECT_NE(text_of(driver).find("\n    {\n        col += 0;    \n    }\n"), std::string::npos) << text_of(driver);
    EXPECT_TRUE(driver.model().edited->errors.empty());
}

TEST(KernelEditor, SmallWindowShowsTwelveLines) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    const auto tab = driver.item("drawer tab");
    EXPECT_LE(tab.max.y - tab.min.y, 768 / 2.0f) << "more than half of the window";
    int seen = 0;
    for (int line = 1; line <= 40; ++line) {
        const std::string name = "source text " + std::to_string(line);
        if (!driver.has(name)) continue;
        const auto row = driver.item(name);
        seen += row.min.y >= tab.min.y && row.max.y <= tab.max.y ? 1 : 0;
    }
    EXPECT_GE(seen, 12);
}

TEST(KernelEditor, FindMarksAndVisitsWords) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_F);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##find in source"));
    driver.type("PIXEL");
    driver.settle();
    const std::string& text = driver.model().result->source;
    size_t count = 0;
    for (size_t at = text.find("pixel"); at != std::string::npos; at = text.find("pixel", at + 1)) ++count;
    EXPECT_TRUE(driver.says("1 of " + std::to_string(count))) << driver.text();
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("2 of " + std::to_string(count))) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_Enter);
    driver.key(ImGuiMod_Shift | ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says(std::to_string(count) + " of " + std::to_string(count))) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.has("##find in source"));
}

TEST(KernelEditor, ChangesAreShownBesideTheText) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.click("changes##source");
    driver.settle();
    EXPECT_TRUE(driver.says("Changes to the course's version: 1 removed, 1 added")) << driver.text();
    driver.click("revert##source");
    driver.settle();
    EXPECT_FALSE(driver.model().setup->text);
    EXPECT_FALSE(driver.says("Changes to the course's version"));
}

TEST(KernelEditor, ComparisonKeepsTheKeyboard) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    narrow_the_loop(driver);
    driver.click("changes##source");
    driver.settle();
    EXPECT_GE(driver.item("source text field").min.x, driver.item("source text 3").min.x);
    driver.click("revert##source");
    driver.settle();
    ASSERT_FALSE(driver.says("Changes to the course's version"));
    const auto overlays = driver.model().scene->views[0].overlays;
    go_to_end_of(driver, 3);
    driver.type("//");
    driver.settle();
    ASSERT_TRUE(driver.says("Changes to the course's version")) << driver.text();
    for (const ImGuiKey key : {ImGuiKey_T, ImGuiKey_D, ImGuiKey_W}) driver.key(key);
    driver.type("tdw");
    EXPECT_NE(text_of(driver).find("//tdw\n"), std::string::npos) << text_of(driver);
    EXPECT_EQ(driver.model().scene->views[0].overlays, overlays);
}

TEST(KernelEditor, BrokenTextSurvivesClosing) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    go_to_end_of(driver, 3);
    driver.type(" nonsense");
    open_editor(driver);
    EXPECT_FALSE(driver.model().edited->open);
    EXPECT_TRUE(driver.says("threadIdx.x; nonsense")) << driver.text();
    EXPECT_TRUE(driver.says("Last run that worked")) << driver.text();
    EXPECT_NE(driver.model().preferences->texts.at("box_blur/naive").find("nonsense"), std::string::npos);
}

TEST(KernelEditor, CancelKeepsTypedText) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    const auto before = driver.model().result;
    driver.key(ImGuiKey_F2);
    driver.settle();
    go_to_end_of(driver, line_with(text_of(driver), "out["));
    driver.type(" for (volatile int i = 0; i < 100000000; ++i) {}");
    const std::string typed = text_of(driver);
    for (int frame = 0; frame < 2000 && driver.model().setup->text != typed; ++frame) driver.frames(1);
    ASSERT_EQ(driver.model().setup->text, typed);
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Period);
    driver.settle();
    EXPECT_EQ(text_of(driver), typed);
    EXPECT_EQ(driver.model().setup->text, typed);
    EXPECT_EQ(driver.model().result, before);
    EXPECT_TRUE(driver.model().stale);
}

TEST(KernelEditor, ReducedMotionIsASetting) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.model().preferences->reduced_motion);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_M);
    driver.frames(2);
    EXPECT_TRUE(driver.model().preferences->reduced_motion);
    EXPECT_FALSE(ImGui::GetIO().ConfigInputTextCursorBlink);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_M);
    driver.frames(2);
    EXPECT_TRUE(ImGui::GetIO().ConfigInputTextCursorBlink);
}

TEST(KernelEditor, OpeningDoesNotMoveTheText) {
    Start start = blur();
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    const Recorder::Item tab = driver.item("drawer tab");
    for (int k = 0; k < 3; ++k) driver.wheel({tab.min.x + 300, tab.max.y - 40}, -1);
    driver.settle();
    constexpr const char* line = "source text 15";
    ASSERT_TRUE(driver.has(line)) << driver.text();
    const float before = driver.item(line).min.y, top = driver.item("drawer tab").min.y;
    driver.key(ImGuiKey_F2);
    driver.settle();
    ASSERT_TRUE(driver.model().edited->open);
    EXPECT_LT(driver.item("drawer tab").min.y, top - 20) << "there is more room";
    EXPECT_NEAR(driver.item(line).min.y, before, 25) << "but for a row of buttons";
    const Recorder::Item caret = driver.item("caret"), field = driver.item("source text field");
    EXPECT_GE(caret.min.y, field.min.y);
    EXPECT_LE(caret.max.y, field.max.y);
    driver.type("int here;");
    EXPECT_NE(text_of(driver).find("int here;"), std::string::npos);
    EXPECT_NE(text_of(driver).find("int here;"), 0u) << "typing begins in sight";
}

TEST(KernelEditor, LeavingKeepsDrawersHeight) {
    Start start = blur();
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    open_editor(driver);
    driver.settle();
    const float top = driver.item("drawer tab").min.y;
    driver.key(ImGuiKey_F2);
    driver.settle();
    EXPECT_FALSE(driver.model().edited != nullptr && driver.model().edited->open);
    EXPECT_EQ(driver.item("drawer tab").min.y, top) << "a second click on edit would hit another button";
}

TEST(KernelEditor, OpensAtTheCurrentLine) {
    Driver driver(blur(), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_Period);
    driver.settle();
    for (int i = 0; i < 6; ++i) driver.key(ImGuiKey_Period);
    driver.settle();
    ASSERT_TRUE(driver.model().moment);
    const uint32_t line = driver.model().moment->now_line;
    ASSERT_GT(line, 1u);
    const scene::Scene before = *driver.model().scene;
    open_editor(driver);
    EXPECT_FALSE(driver.model().moment) << "the time view has no caret";
    driver.type("//caret");
    EXPECT_EQ(line_with(text_of(driver), "//caret"), line);
    EXPECT_EQ(driver.model().scene->views, before.views) << "no key was a shortcut";
}

TEST(KernelEditor, QuitWorksWhileTyping) {
    Driver driver(blur(), 1366, 768);
    open_editor(driver);
    driver.type("//");
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Q);
    EXPECT_TRUE(driver.app().should_quit());
}

} // namespace
} // namespace warpscope::ui
