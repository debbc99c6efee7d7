// Notes on lines follow their lines when the text changes.
#include <gtest/gtest.h>

#include "ui/workbench.hpp"
#include "workbench/editing/code_focus.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {
namespace {

TEST(CodeFocus, NotesFollowTheirLines) {
    session::RunResult run;
    auto of = std::make_shared<catalog::Experiment>();
    of->variants.emplace_back().name = "naive";
    of->variants[0].source = "naive.cu";
    run.request.experiment = of;
    run.request.variant = "naive";
    run.source = "first\n  second;\nthird\n";
    CodeFocus focus;
    std::optional<PaintedCode> painted;
    scene::Note note = note_on_line(run, 2, "  second;");
    note.words = "this one";
    scene::Notes notes{note};
    const auto show = [&](const char* source) {
        run.source = source;
        return focus.keep_for(run, &run.variant(), false, painted, notes);
    };
    const auto line = [&] { return std::get<scene::NotedLine>(notes[0].place); };
    EXPECT_EQ(show("first\n  second;\nthird\n"), 0u);
    EXPECT_EQ(show("new\nfirst\n  second;\nthird\n"), 0u);
    EXPECT_EQ(line(), (scene::NotedLine{3, "second;"}));
    // If the line changes, the note stays on the line that replaces it.
    EXPECT_EQ(show("new\nfirst\n  second + 1;\nthird\n"), 0u);
    EXPECT_EQ(line(), (scene::NotedLine{3, "second + 1;"}));
    EXPECT_EQ(show("new\nfirst\nthird\n"), 1u);
    EXPECT_EQ(lost_notes(notes, run), 1u);
    EXPECT_EQ(show("new\nthird\n"), 0u) << "lost once";
    EXPECT_EQ(show("second + 1;\nthird\n"), 0u);
    EXPECT_EQ(lost_notes(notes, run), 0u) << "it is there again";
    // A note on another variant is ignored.
    notes[0].variant = "another";
    EXPECT_EQ(show("nothing of it\n"), 0u);
}

} // namespace
} // namespace warpscope::ui
