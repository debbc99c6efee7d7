// The kernel's text as the window edits and searches it: what panels see of it, and what they ask for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "workbench/editing/diff_memo.hpp"

namespace warpscope::workbench {

/// Of the chosen variant.
struct EditedSource {
    bool open = false;         // the text is an editor
    std::string text;          // as typed
    std::string original;      // the file's
    bool known = false;        // those two are there
    bool of_catalogue = false; // the file is the course's: it is not written to
    uint64_t revision = 0;     // another number whenever `text` has changed by other means than typing
    size_t caret = 0;          // behind what changed then
    bool focus = false;        // the editor is to take the keyboard in this frame
    bool waits = false;        // what was typed has not been given to the compiler yet
    bool can_undo = false, can_redo = false;
    std::vector<Diagnostic> errors; // of the text as it is
    /// The run that costs are compared with: of the file's text, or of another that was chosen for it, with the
    /// settings of now. Null while there is none.
    std::shared_ptr<const session::RunResult> before;
    std::string before_text;
    std::shared_ptr<DiffMemo> diffs = std::make_shared<DiffMemo>(); // of those texts; panels ask it for what they show

    [[nodiscard]] bool changed() const { return known && text != original; }
};

} // namespace warpscope::workbench
