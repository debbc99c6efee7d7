// The kernel's text, as panels read it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "workbench/editing/commands.hpp"
#include "workbench/editing/edited_source.hpp"

namespace warpscope::workbench {

struct EditingModel {
    const EditedSource* edited = nullptr;
    bool stale = false; // the result is of another text than the editor's
    CodeSearch search;
    std::optional<uint32_t> goto_line, goto_ptx; // brought into sight once
    std::optional<uint32_t> marked_line;         // of the source: the last jump's
    std::filesystem::path ptx_seen;              // kernel whose PTX was brought into sight last
    CodePlace hovered_code;                      // line under the cursor in one of the texts
};

} // namespace warpscope::workbench
