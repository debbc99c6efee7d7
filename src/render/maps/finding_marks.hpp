#pragma once

#include <vector>

#include "insight/findings.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

using insight::cell_of;
using insight::other_thread_of;
using insight::thread_of;

struct FindingPlace {
    CellIndex place;
    std::vector<const simt::Finding*> findings; // at least one
};

/// Returns findings of launches with the shown configuration. They are at their thread in launch space, else at the
/// accessed cell, if known, or the thread's output. `content` must not be an arrangement.
[[nodiscard]] std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content);

} // namespace warpscope::render
