#pragma once

#include "cli/cli.hpp"

namespace warpscope::cli {

[[nodiscard]] Result<std::shared_ptr<const insight::RecordedBlock>>
record_block(const std::shared_ptr<const session::RunResult>& run, uint32_t launch, uint64_t block, bool as_written);

[[nodiscard]] Result<FigureMoment> figure_moment(const std::shared_ptr<const session::RunResult>& run,
                                                 const scene::Moment& moment);

} // namespace warpscope::cli
