#pragma once

#include <optional>
#include <string>

#include "ui/model/actions.hpp"
#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/charts/commands.hpp"
#include "workbench/compare/commands.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/export/commands.hpp"
#include "workbench/feature/models.hpp"
#include "workbench/files/commands.hpp"
#include "workbench/gpu/commands.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/lesson/commands.hpp"
#include "workbench/machine_code/commands.hpp"
#include "workbench/notes/commands.hpp"
#include "workbench/paint/commands.hpp"
#include "workbench/program/commands.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/views/commands.hpp"
#include "workbench/views/painted_code.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::ui {

class BlockPicture;

/// The chosen picture during its first run.
struct PendingInput {
    ImTextureID texture = 0;
    uint32_t columns = 0, rows = 0;
};

struct Model : Models {
    Look look;
    std::optional<PendingInput> pending_input;
    BlockPicture* block_picture = nullptr;
    std::string run_words;
};

} // namespace warpscope::ui
