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

/// Returns findings of launches with the shown configuration. In launch space, a finding is at its thread; in data, at
/// the accessed cell or, if unknown, at the thread's output cell. `content` must not be an arrangement.
[[nodiscard]] std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content);

} // namespace warpscope::render
