#pragma once

#include "export/scene_file.hpp"

namespace warpscope::exporting {

/// Allows scene::max_carried_on_request.
[[nodiscard]] Result<std::string> large_scene_text(const session::RunResult& result, const SceneLook& look);

} // namespace warpscope::exporting
