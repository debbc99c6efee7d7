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

struct EditedSource {
    bool open = false;
    std::string text;
    std::string original;
    std::optional<std::string> untold; // `original` without comments that reveal a bug; nullopt: no comments are hidden
    bool known = false;
    bool of_catalog = false; // read-only course file
    uint64_t revision = 0;   // increases with each change other than typing
    size_t caret = 0;
    bool focus = false;
    uint32_t focus_line = 0; // line for the caret when the field takes the focus; 0: keep the caret
    bool waits = false;
    bool can_undo = false, can_redo = false;
    std::vector<Diagnostic> errors;
    std::shared_ptr<const session::RunResult> before;
    std::string before_text;
    std::shared_ptr<DiffMemo> diffs = std::make_shared<DiffMemo>();

    [[nodiscard]] bool changed() const { return known && text != unedited(); }
    [[nodiscard]] const std::string& unedited() const { return untold ? *untold : original; }
};

} // namespace warpscope::workbench
