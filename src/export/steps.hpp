// Recorded blocks as JSON; keys: docs/COMMAND_LINE.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "replay/recording.hpp"

namespace warpscope::exporting {

struct StepRange {
    std::optional<uint32_t> warp;         // only steps of this warp
    uint64_t from = 0, to = ~uint64_t{0}; // inclusive
};

[[nodiscard]] nlohmann::json steps_json(const replay::Recording& recording, const StepRange& range);
/// Writes the state after `step` steps, of one warp or all.
[[nodiscard]] nlohmann::json state_json(const replay::Recording& recording, uint64_t step,
                                        std::optional<uint32_t> warp);

} // namespace warpscope::exporting
