#pragma once

#include <string>
#include <vector>

#include "insight/moment_view.hpp"

namespace warpscope::ui {

/// Returns "22 to 31" or "0, 5 and 7"; empty for no lanes.
[[nodiscard]] std::string lanes_text(simt::LaneMask lanes);
[[nodiscard]] std::string range_text(const insight::ValueRange& range);
[[nodiscard]] std::string values_text(const std::vector<insight::NamedRange>& values);
/// Returns "lanes 22 to 31: `c < width` was false at line 15; they wait at line 19".
[[nodiscard]] std::string inactive_text(const insight::InactiveLanes& inactive);
/// Returns "blur line 12", or "blur" in another file.
[[nodiscard]] std::string frame_text(const insight::Frame& frame);

} // namespace warpscope::ui
