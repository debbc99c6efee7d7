#pragma once

#include "export/scene_file.hpp"

namespace warpscope::exporting {

/// Works like scene_text(), with a limit of scene::max_carried_on_request bytes.
[[nodiscard]] Result<std::string> large_scene_text(const session::RunResult& result, const SceneLook& look);

} // namespace warpscope::exporting
