// A recorded block as JSON: its steps one by one, or all that it holds at one of them. docs/COMMAND_LINE.md says what
// the keys mean.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "replay/recording.hpp"

namespace warpscope::exporting {

struct StepRange {
    std::optional<uint32_t> warp;         // its steps only
    uint64_t from = 0, to = ~uint64_t{0}; // the last one included
};

[[nodiscard]] nlohmann::json steps_json(const replay::Recording& recording, const StepRange& range);
/// After `step` steps, of one warp or all.
[[nodiscard]] nlohmann::json state_json(const replay::Recording& recording, uint64_t step,
                                        std::optional<uint32_t> warp);

} // namespace warpscope::exporting
