// Places of findings on a view's plane, and their mark.
#pragma once

#include <vector>

#include "render/layout/cell_plane.hpp"

struct ImDrawList;
struct ImVec2;

namespace warpscope::render {

struct FindingPlace {
    CellIndex place;
    std::vector<const simt::Finding*> findings; // at least one; owned by the run
};

/// Returns the findings of launches with the shown configuration: at the accessed cell of `content`, in launch space at
/// the thread, and on the output otherwise at the thread's place. Others are omitted. `content` must not be an
/// arrangement.
[[nodiscard]] std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content);
/// Returns the finding's buffer cell; nullopt for shared memory and addresses outside all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// Return the thread of a finding and the other thread of a race; 0 if there is none or the shown launch has another
/// configuration.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);

void draw_finding_mark(ImDrawList& list, ImVec2 middle, float radius);

} // namespace warpscope::render
