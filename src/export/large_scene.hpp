// A scene whose files are more than a scene carries without being asked.
#pragma once

#include "export/scene_file.hpp"

namespace warpscope::exporting {

/// scene_text(), with files of up to scene::most_carried_when_asked.
[[nodiscard]] Result<std::string> large_scene_text(const session::RunResult& result, const SceneLook& look);

} // namespace warpscope::exporting
