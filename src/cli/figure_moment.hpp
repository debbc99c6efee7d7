// What shows a moment in time outside the window: the recording of a block, or the order of a launch's blocks.
#pragma once

#include "cli/cli.hpp"

namespace warpscope::cli {

/// A block's steps and the build that they are of. Prints what is to be known about them.
struct SteppedBlock {
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
};
[[nodiscard]] Result<SteppedBlock> step_block(const session::RunResult& run, uint32_t launch, uint64_t block,
                                              bool as_written);

/// The moment that a scene stands at, for a figure of `run`; the error says why it cannot be shown.
[[nodiscard]] Result<FigureMoment> figure_moment(const session::RunResult& run, const scene::Moment& moment);

} // namespace warpscope::cli
