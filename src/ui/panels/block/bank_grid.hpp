// Drawn parts of the tab of banks that its list and its grid share, and the grid.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "metrics/trace/bank_conflicts.hpp"
#include "ui/panels/block/block_panels.hpp"

namespace warpscope::ui {

/// What the grid needs of the chosen request of shared memory.
struct ShownRequest {
    metrics::BankRequest served;
    std::vector<uint32_t> writers;
    std::map<uint64_t, std::vector<metrics::BankTouch>> by_word;
    std::array<uint32_t, metrics::banks> wanted{}; // different words of each bank within one group of lanes
};

/// Pale, so that the words that are touched stand out. Eight hues, every second eight of them paler; where there is
/// room the warp's number tells the rest apart.
[[nodiscard]] ImU32 writer_tint(uint32_t warp);

/// 32 banks across, one row per 128 bytes, and who touches what in `request`.
void bank_grid(const Model& model, const ShownRequest& shown, uint32_t request);

} // namespace warpscope::ui
