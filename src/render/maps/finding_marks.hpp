// Places and marks of findings.
#pragma once

#include <vector>

#include "render/layout/cell_plane.hpp"

struct ImDrawList;
struct ImVec2;

namespace warpscope::render {

struct FindingPlace {
    CellIndex place;
    std::vector<const simt::Finding*> findings; // at least one
};

/// Returns findings of launches with the shown configuration: at the accessed cell, at the thread in launch space, or
/// at its place on the output. `content` must not be an arrangement.
[[nodiscard]] std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content);
/// Returns nullopt for shared memory and outside all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// Return 0 if there is no thread or the shown launch has another configuration.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);

void draw_finding_mark(ImDrawList& list, ImVec2 middle, float radius);

} // namespace warpscope::render
