// A scene that was made of another run than the one it is to show.
#pragma once

#include "scene/scene.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

/// `scene` without what `result` does not have: a pin in a buffer, a slice of a volume.
[[nodiscard]] scene::Scene fitting(scene::Scene scene, const session::RunResult& result);

} // namespace warpscope::ui
