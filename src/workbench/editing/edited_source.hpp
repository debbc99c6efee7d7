// The kernel's text in editor and search, for panels.
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

/// Text of the chosen variant.
struct EditedSource {
    bool open = false;
    std::string text;          // as typed
    std::string original;      // file's text
    bool known = false;        // `text` and `original` are loaded
    bool of_catalogue = false; // file belongs to the course and is read-only
    uint64_t revision = 0;     // changes when `text` changes by anything but typing
    size_t caret = 0;          // position after that change
    bool focus = false;        // editor takes the keyboard in this frame
    bool waits = false;        // edit is not compiled yet
    bool can_undo = false, can_redo = false;
    std::vector<Diagnostic> errors; // errors of the current text
    /// Baseline run of costs, with the current settings: of the file's text or a chosen one. Null while there is none.
    std::shared_ptr<const session::RunResult> before;
    std::string before_text;
    std::shared_ptr<DiffMemo> diffs = std::make_shared<DiffMemo>(); // cached differences for panels

    [[nodiscard]] bool changed() const { return known && text != original; }
};

} // namespace warpscope::workbench
