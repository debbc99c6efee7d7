#pragma once

#include <atomic>

#include "insight/recorded_block.hpp"

namespace warpscope::insight {

/// Adds history, shared arrays and racing steps to a recording. Returns null when canceled.
[[nodiscard]] std::shared_ptr<const RecordedBlock>
make_recorded_block(std::shared_ptr<const session::RunResult> run, session::SteppedBuild build,
                    std::shared_ptr<const replay::Recording> recording, const std::atomic<bool>* cancel = nullptr);

/// `as_written` disables optimization, so that the source's variables exist. Call it on a worker.
[[nodiscard]] Result<std::shared_ptr<const RecordedBlock>>
record_block(std::shared_ptr<const session::RunResult> run, uint32_t launch, uint64_t block, bool as_written);
[[nodiscard]] uint32_t last_launch(const session::RunResult& run);

} // namespace warpscope::insight
