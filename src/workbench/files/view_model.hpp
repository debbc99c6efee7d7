#pragma once

#include "workbench/document/scene_document.hpp"

namespace warpscope::workbench {

struct FilesModel {
    const SceneCheck* scene_check = nullptr;
};

} // namespace warpscope::workbench
