// Says why lanes of a warp take no part in a step, and how they parted in it.
#pragma once

#include <string>
#include <vector>

#include "ui/model/moment_view.hpp"

namespace warpscope::ui {

/// "22 to 31", "0, 5 and 7"; empty for none.
[[nodiscard]] std::string lanes_text(simt::LaneMask lanes);

/// Sentences about the lanes that are off in a step: "lanes 22 to 31: c < width was false at line 15; they wait at
/// line 19". Parts of the source's text stand between backquotes.
[[nodiscard]] std::vector<std::string> why_off(const RecordedBlock& block, uint32_t step, simt::LaneMask launched);

/// Where a step parts its warp's lanes, as far as `record`: which went where, and what the names in the condition were
/// for them there and then. `state` is moved to each of these branches.
[[nodiscard]] std::vector<SplitFacts> splits_of(const RecordedBlock& block, uint32_t step, uint64_t record,
                                                replay::State& state);

} // namespace warpscope::ui
