// The opened scene file, for panels.
#pragma once

#include "workbench/document/scene_document.hpp"

namespace warpscope::workbench {

struct FilesModel {
    const SceneCheck* scene_check = nullptr; // check of the opened scene while its launch is shown; else null
};

} // namespace warpscope::workbench
