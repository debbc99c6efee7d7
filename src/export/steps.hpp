#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "replay/history.hpp"

namespace warpscope::exporting {

struct StepRange {
    std::optional<uint32_t> warp;
    uint64_t from = 0, to = ~uint64_t{0}; // inclusive
};

[[nodiscard]] nlohmann::json steps_json(const replay::History& history, const StepRange& range);
[[nodiscard]] nlohmann::json state_json(const replay::History& history, uint64_t step, std::optional<uint32_t> warp);

} // namespace warpscope::exporting
