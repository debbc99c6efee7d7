// The opened scene file, as panels read it.
#pragma once

#include "workbench/document/scene_document.hpp"

namespace warpscope::workbench {

struct FilesModel {
    const SceneCheck* scene_check = nullptr; // of the opened scene, while its launch is shown; else null
};

} // namespace warpscope::workbench
