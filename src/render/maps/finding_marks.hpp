// Where findings lie on the plane of a view, and their mark: an exclamation mark on magenta.
#pragma once

#include <vector>

#include "render/layout/cell_plane.hpp"

struct ImDrawList;
struct ImVec2;

namespace warpscope::render {

struct FindingPlace {
    CellIndex place;
    std::vector<const simt::Finding*> findings; // at least one; of the run's measurements
};

/// Findings of launches that are shaped like the one shown: at the cell that was accessed when `content` is its buffer,
/// in launch space at the thread, on the output else where the thread's index points. Those without a place there are
/// left out. `content` is no arrangement, but one of its parts.
[[nodiscard]] std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content);
/// The plan buffer's cell that a finding is about; none for shared memory and for addresses outside of all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// The thread of a finding, and the other one of a race (0: none), in the launch that is shown; 0 when that launch is
/// shaped otherwise.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);

void draw_finding_mark(ImDrawList& list, ImVec2 middle, float radius);

} // namespace warpscope::render
