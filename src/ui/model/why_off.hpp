// Says why lanes of a warp take no part in a step.
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

} // namespace warpscope::ui
