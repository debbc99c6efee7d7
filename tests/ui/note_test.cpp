// Notes in the window: writing with a right click, drawing at their place, moving, saving, export, deletion.
#include "driver.hpp"
#include "input/scratch_folder.hpp"
#include "ui/workbench.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

bool overlap(const Recorder::Item& a, const Recorder::Item& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

void write_note(Driver& driver, double x, double y, std::string_view words, std::string_view kind = "arrow") {
    driver.click_at(driver.at_cell("right view", x, y), ImGuiMouseButton_Right);
    driver.frames(3);
    driver.click("Add a note…##cell menu");
    driver.frames(3);
    driver.type(words);
    driver.click(std::string(kind) + "##note kind");
    driver.frames(2);
}

Driver small_window() { return Driver(start_with(setup_of("box_blur", "gradient:40x30"))); }

void expect_at(Driver& driver, double x, double y) {
    const Recorder::Item place = driver.item("right note 1 place"), plate = driver.item("right note 1"),
                         view = driver.item("right view");
    const ImVec2 cell = driver.at_cell("right view", x, y);
    EXPECT_NEAR((place.min.x + place.max.x) / 2, cell.x, 1);
    EXPECT_NEAR((place.min.y + place.max.y) / 2, cell.y, 1);
    EXPECT_GE(plate.min.x, view.min.x);
    EXPECT_LE(plate.max.x, view.max.x);
    EXPECT_GE(plate.min.y, view.min.y);
    EXPECT_LE(plate.max.y, view.max.y);
}

TEST(Notes, StayAtTheirCellUntilDeleted) {
    Driver driver = small_window();
    driver.settle();
    write_note(driver, 12, 7, "Why is this so?");
    EXPECT_TRUE(driver.says("Note on out[7][12]")) << driver.text();
    driver.click("Save##note");
    driver.settle();
    EXPECT_TRUE(driver.says("Why is this so?")) << driver.text();
    expect_at(driver, 12, 7);
    const Recorder::Item far = driver.item("right note 1");
    driver.wheel(driver.at_cell("right view", 12, 7), 6);
    driver.settle();
    expect_at(driver, 12, 7);
    const Recorder::Item near = driver.item("right note 1");
    EXPECT_NEAR(near.max.x - near.min.x, far.max.x - far.min.x, 1) << "words stay as large as they are";
    // The note leaves the screen with its cell.
    driver.drag(driver.at_cell("right view", 12, 9),
                {driver.at_cell("right view", 12, 9).x, driver.item("right view").max.y + 900});
    driver.settle();
    EXPECT_FALSE(driver.has("right note 1"));
    driver.key(ImGuiKey_F);
    driver.settle();
    // The menu deletes the note, undo restores it, redo deletes it again.
    ASSERT_EQ(driver.model().scene->notes.size(), 1u);
    driver.click_at(driver.middle("right note 1"), ImGuiMouseButton_Right);
    driver.frames(3);
    driver.click("Delete the note##note menu");
    driver.settle();
    EXPECT_FALSE(driver.has("right note 1"));
    EXPECT_FALSE(driver.says("Why is this so?"));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_TRUE(driver.has("right note 1"));
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    driver.settle();
    EXPECT_TRUE(driver.model().scene->notes.empty());
}

TEST(Notes, BoxSurroundsItsCells) {
    Driver driver = small_window();
    driver.settle();
    write_note(driver, 4, 5, "a row", "box");
    driver.click("##note cells in x");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type("16");
    driver.key(ImGuiKey_Tab);
    driver.click("Save##note");
    driver.settle();
    const Recorder::Item box = driver.item("right note 1 place");
    const ImVec2 first = driver.at_cell("right view", 3.5, 4.5), end = driver.at_cell("right view", 19.5, 5.5);
    EXPECT_NEAR(box.min.x, first.x, 1);
    EXPECT_NEAR(box.min.y, first.y, 1);
    EXPECT_NEAR(box.max.x, end.x, 1);
    EXPECT_NEAR(box.max.y, end.y, 1);
}

TEST(Notes, DraggedWordsKeepTheirPlace) {
    Driver driver = small_window();
    driver.settle();
    write_note(driver, 20, 15, "here");
    driver.click("Save##note");
    driver.settle();
    const auto distance = [&] {
        const ImVec2 words = driver.middle("right note 1"), cell = driver.middle("right note 1 place");
        return ImVec2{words.x - cell.x, words.y - cell.y};
    };
    const ImVec2 before = distance(), at = driver.middle("right note 1");
    driver.drag(at, {at.x - 40, at.y + 90});
    driver.settle();
    const ImVec2 moved = distance();
    EXPECT_NEAR(moved.x, before.x - 40, 2);
    EXPECT_NEAR(moved.y, before.y + 90, 2);
    EXPECT_FALSE(driver.model().scene->camera) << "the picture did not move with it";
    driver.resize(1100, 700);
    driver.settle();
    EXPECT_NEAR(distance().x, moved.x, 2);
    EXPECT_NEAR(distance().y, moved.y, 2);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z); // the whole drag is one step
    driver.settle();
    EXPECT_NEAR(distance().y, before.y, 2);
}

TEST(Notes, SceneKeepsThemWithTheirBuffer) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    scene::Notes saved;
    {
        Driver driver = small_window();
        driver.settle();
        write_note(driver, 12, 7, "kept");
        driver.click("Save##note");
        driver.settle();
        driver.save_scene(file);
        saved = driver.model().scene->notes;
        ASSERT_EQ(saved.size(), 1u);
        EXPECT_FALSE(driver.has("left note 1")) << "the input is another buffer";
    }
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().scene->notes, saved);
    expect_at(driver, 12, 7);
    driver.app().open_files({fs::path(WARPSCOPE_SOURCE_DIR) / "cuda/transpose/experiment.toml"});
    driver.settle();
    EXPECT_FALSE(driver.has("right note 1")) << "of another experiment";
}

TEST(NotePixels, SvgContainsThemAsText) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.svg";
    Driver driver = small_window();
    driver.settle();
    write_note(driver, 12, 7, "seventy-five warps");
    driver.click("Save##note");
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("right view##subject");
    driver.click("SVG##format");
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##save");
    driver.settle();
    const std::string svg = contents(file);
    const size_t group = svg.find("<g id=\"output-note-1-words\"");
    EXPECT_NE(svg.find("<g id=\"output-note-1\""), std::string::npos) << "the arrow";
    ASSERT_NE(group, std::string::npos) << svg.substr(0, 3000);
    const size_t words = svg.find("seventy-five warps</text>");
    ASSERT_NE(words, std::string::npos);
    EXPECT_GT(words, group);
    EXPECT_LT(words, svg.find("<g id=", group + 1)) << "within its group";
}

TEST(Notes, LineNotesFollowTheirLine) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start));
    driver.settle();
    driver.click("source text 4", ImGuiMouseButton_Right);
    driver.frames(3);
    driver.click("Add a note…##line menu");
    driver.frames(3);
    driver.type("look here");
    driver.click("Save##note");
    driver.settle();
    ASSERT_EQ(driver.model().scene->notes.size(), 1u);
    EXPECT_TRUE(driver.has("note on line 4")) << driver.text();
    const std::string source = driver.model().result->source;
    EXPECT_TRUE(overlap(driver.item("note on line 4"), driver.item("source text 4")));
    // Edits of the kernel's text move the note with its line, or remove it if the line is gone.
    scene::Notes notes = driver.model().scene->notes;
    session::RunResult other = *driver.model().result;
    other.source = "// new\n" + source;
    EXPECT_EQ(follow_lines(notes, other, source), 0u);
    EXPECT_EQ(std::get<scene::NotedLine>(notes[0].place).line, 5u);
    EXPECT_EQ(lost_notes(notes, other), 0u);
    const std::string longer = other.source;
    other.source = "// nothing left\n";
    EXPECT_EQ(follow_lines(notes, other, longer), 1u);
    EXPECT_EQ(lost_notes(notes, other), 1u);
    // The note reappears with its line.
    other.source = source;
    EXPECT_EQ(follow_lines(notes, other, "// nothing left\n"), 0u);
    EXPECT_EQ(lost_notes(notes, other), 0u);
    driver.click("source text 4", ImGuiMouseButton_Right);
    driver.frames(3);
    driver.click("Delete its note##line menu");
    driver.settle();
    EXPECT_FALSE(driver.has("note on line 4"));
}

} // namespace
} // namespace warpscope::ui
