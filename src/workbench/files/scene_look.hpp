#pragma once

#include "export/scene_file.hpp"
#include "workbench/document/document.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

[[nodiscard]] exporting::SceneLook look_of_scene(const Document& document, const Models& model);

} // namespace warpscope::workbench
