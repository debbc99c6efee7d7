// Provides a block's recording or the order of blocks, for a moment.
#pragma once

#include "cli/cli.hpp"

namespace warpscope::cli {

/// Records a block and prints the notes about its build and recording.
[[nodiscard]] Result<std::shared_ptr<const insight::RecordedBlock>>
record_block(const std::shared_ptr<const session::RunResult>& run, uint32_t launch, uint64_t block, bool as_written);

/// Returns the scene's moment for a figure of `run`, or why it cannot be shown.
[[nodiscard]] Result<FigureMoment> figure_moment(const std::shared_ptr<const session::RunResult>& run,
                                                 const scene::Moment& moment);

} // namespace warpscope::cli
