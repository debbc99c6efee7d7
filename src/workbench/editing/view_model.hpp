#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "workbench/editing/commands.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/editing/edited_source.hpp"

namespace warpscope::workbench {

struct EditingModel {
    const EditedSource* edited = nullptr;
    bool stale = false;
    std::optional<DraftNotice> draft;
    CodeSearch search;
    std::optional<uint32_t> goto_line, goto_ptx, goto_machine_line;
    std::optional<uint32_t> marked_line;
    std::filesystem::path ptx_seen;
    CodePlace hovered_code;
};

} // namespace warpscope::workbench
