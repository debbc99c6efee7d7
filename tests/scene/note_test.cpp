// Notes in scene files: all kinds survive writing and reading, and damaged ones are refused.
#include <gtest/gtest.h>

#include "scene/saved_scene.hpp"

namespace warpscope::scene {
namespace {

SavedScene scene_with(const Notes& notes) {
    SavedScene saved;
    saved.scene.source.experiment = "box_blur";
    saved.scene.source.variant = "tiled";
    saved.scene.source.input.shape = {64, 48, 1};
    saved.scene.notes = notes;
    return saved;
}

const Note on_cell{NoteKind::arrow, "Why?", "box_blur", "", NotedCells{"out", {12, 7, 0}, {12, 7, 0}}, {5, -4}};
const Note on_cells{NoteKind::box, "", "box_blur", "", NotedCells{"out", {0, 0, 0}, {15, 3, 0}}, {}};
const Note on_thread{NoteKind::words, "late", "box_blur", "tiled", NotedThread{{1, 2, 0}, {3, 4, 0}}, {0.1, 1e-7}};
const Note on_line{NoteKind::words, "'''\r\n\ttwo", "box_blur", "naive", NotedLine{14, "if (x < \"w\")"}, {}};

/// Reads a scene with one note that has these lines.
Result<SavedScene> read_note(const std::string& lines, int format = 2) {
    std::string text = to_text(scene_with({}));
    text.replace(text.find("wscope = 1"), 10, "wscope = " + std::to_string(format));
    text.insert(text.find("\n[end]"), "\n[[note]]\n" + lines);
    return from_text(text, "a.wscope");
}

TEST(Note, EveryKindRoundTrips) {
    const SavedScene saved = scene_with({on_cell, on_cells, on_thread, on_line});
    const std::string text = to_text(saved);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text() << "\n" << text;
    EXPECT_EQ(*read, saved);
    EXPECT_EQ(to_text(*read), text);
}

TEST(Note, SceneWithoutNotesStaysCompatible) {
    EXPECT_NE(to_text(scene_with({})).find("\nwscope = 1\n"), std::string::npos);
    EXPECT_NE(to_text(scene_with({on_cell})).find("\nwscope = 2\n"), std::string::npos);
    // Format 1 has no notes.
    const std::string lines = "kind = \"words\"\nwords = \"a\"\nline = 3\n";
    EXPECT_TRUE(read_note(lines, 2)) << read_note(lines, 2).error().text();
    EXPECT_FALSE(read_note(lines, 1));
}

TEST(Note, DefaultsToTheScenesVariant) {
    auto read = read_note("kind = \"words\"\nwords = \"a\"\nline = 3\n");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.notes.at(0).variant, "tiled");
    EXPECT_EQ(read->scene.notes.at(0).experiment, "box_blur");
    read = read_note("kind = \"words\"\nwords = \"a\"\nline = 3\nvariant = \"naive\"\n");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.notes.at(0).variant, "naive");
}

TEST(Note, DamagedNotesAreRejected) {
    const std::string cell = "buffer = \"out\"\ncell = [1, 2, 0]\n", words = "words = \"a\"\n";
    const struct {
        std::string lines, complaint;
    } damaged[] = {
        {"kind = \"cloud\"\n" + words + cell, "'cloud' is not a kind of note"},
        {words + cell, "kind"},
        {"kind = \"arrow\"\n" + cell, "it has no text"},
        {"kind = \"arrow\"\nwords = \"" + std::string(longest_note + 1, 'a') + "\"\n" + cell, "at most 2000 are read"},
        {"kind = \"arrow\"\n" + words, "it is not attached to anything"},
        {"kind = \"words\"\n" + words + cell + "line = 3\n", "several things"},
        {"kind = \"arrow\"\n" + words + "buffer = \"out\"\n", "'cell' is missing"},
        {"kind = \"arrow\"\n" + words + "buffer = \"out\"\ncell = [1, 2]\n", "three whole numbers"},
        {"kind = \"arrow\"\n" + words + "buffer = \"out\"\ncell = [1, -2, 0]\n", "three whole numbers"},
        {"kind = \"arrow\"\n" + words + "buffer = \"out\"\ncell = [nan, 2, 0]\n", "three whole numbers"},
        {"kind = \"box\"\n" + words + cell + "to = [0, 5, 0]\n", "'to' is before 'cell'"},
        {"kind = \"arrow\"\n" + words + "block = [0, 0, 0]\n", "'thread' is missing"},
        {"kind = \"words\"\n" + words + "line = 0\n", "line"},
        {"kind = \"arrow\"\n" + words + "line = 3\n", "can only have text"},
        {"kind = \"arrow\"\n" + words + cell + "offset = [1, inf]\n", "'offset' takes two numbers"},
        {"kind = \"arrow\"\n" + words + cell + "variant = \"naive\"\n", "variant"},
        {"kind = \"arrow\"\n" + words + cell + "colour = \"red\"\n", "colour"},
    };
    for (const auto& [lines, complaint] : damaged) {
        const auto read = read_note(lines);
        ASSERT_FALSE(read) << lines;
        EXPECT_NE(read.error().text().find(complaint), std::string::npos) << lines << read.error().text();
    }
    const auto many = from_text(to_text(scene_with(Notes(max_notes + 1, on_cell))), "a.wscope");
    ASSERT_FALSE(many);
    EXPECT_NE(many.error().message.english().find("a scene has at most 200"), std::string::npos) << many.error().text();
}

} // namespace
} // namespace warpscope::scene
