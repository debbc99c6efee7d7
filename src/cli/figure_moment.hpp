// Provides the data for a moment outside the window: a block's recording, or the order of blocks.
#pragma once

#include "cli/cli.hpp"

namespace warpscope::cli {

/// Recorded steps of a block.
struct SteppedBlock {
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
};
[[nodiscard]] Result<SteppedBlock> step_block(const session::RunResult& run, uint32_t launch, uint64_t block,
                                              bool as_written);

/// Returns the scene's moment for a figure of `run`, or why it cannot be shown.
[[nodiscard]] Result<FigureMoment> figure_moment(const session::RunResult& run, const scene::Moment& moment);

} // namespace warpscope::cli
