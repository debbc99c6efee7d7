#pragma once

#include <optional>
#include <vector>

#include "metrics/thread_index.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Returns the accessed cell; nothing for shared memory and outside all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// Returns the finding's thread, or 0 if the shown launch has other dimensions than the finding's launch.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);
/// Returns the number of listed findings, not counting notes.
[[nodiscard]] size_t finding_count(const session::RunResult& result);
[[nodiscard]] size_t note_count(const session::RunResult& result);
[[nodiscard]] bool has_refused_accesses(const session::RunResult& result);

/// Place where one __syncthreads() would order several races.
struct MissingBarrier {
    uint32_t store_line = 0;
    std::vector<uint32_t> later_lines; // sorted
};
struct FindingGroup {
    std::optional<MissingBarrier> barrier; // common cause
    std::vector<const simt::Finding*> findings;
};
/// Groups the races that one barrier would order, and sorts for display. Every other finding has its own group.
[[nodiscard]] std::vector<FindingGroup> finding_groups(const session::RunResult& result);

} // namespace warpscope::insight
