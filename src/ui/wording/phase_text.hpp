#pragma once

#include <string>

#include "insight/phases.hpp"

namespace warpscope::ui {

/// Returns "load tile_M, tile_N" or "store P".
[[nodiscard]] std::string work_text(const insight::IntervalWork& work);
/// Returns "interval 3 of 9, phase 2 of 4: **load tile_M**, barrier, ..."; only the work if `brief`. `interval` counts
/// passed barriers.
[[nodiscard]] std::string phase_text(const insight::Phases& phases, uint32_t interval, bool brief = false);

} // namespace warpscope::ui
