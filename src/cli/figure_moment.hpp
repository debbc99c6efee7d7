// Provides a block's recording or the order of blocks, for a moment.
#pragma once

#include "cli/cli.hpp"

namespace warpscope::cli {

struct SteppedBlock {
    std::shared_ptr<const replay::Recording> recording;
    session::SteppedBuild build;
};
[[nodiscard]] Result<SteppedBlock> step_block(const session::RunResult& run, uint32_t launch, uint64_t block,
                                              bool as_written);

/// Fails if the run cannot show the moment.
[[nodiscard]] Result<FigureMoment> figure_moment(const session::RunResult& run, const scene::Moment& moment);

} // namespace warpscope::cli
