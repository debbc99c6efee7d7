#pragma once

#include <optional>

#include "metrics/thread_index.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Returns the buffer cell of a finding; nothing in shared memory or outside all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// Returns the thread of a finding in the shown launch; 0 if that launch has another shape.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
/// Returns the other thread of a race; 0 if there is none.
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);
/// Returns the number of kinds of findings in all launches.
[[nodiscard]] size_t finding_kinds(const session::RunResult& result);

} // namespace warpscope::insight
