#pragma once

#include <optional>

#include "metrics/thread_index.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Returns the accessed cell; nothing for shared memory and outside all buffers.
[[nodiscard]] std::optional<metrics::BufferCell> cell_of(const session::RunResult& result,
                                                         const simt::Finding& finding);
/// Returns the finding's thread, or 0 if the shown launch has other grid or block dimensions.
[[nodiscard]] metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding);
/// Returns the other thread of a race, otherwise 0.
[[nodiscard]] metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding);
[[nodiscard]] size_t finding_kinds(const session::RunResult& result);

} // namespace warpscope::insight
