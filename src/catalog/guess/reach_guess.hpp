#pragma once

#include <string>

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Sets the data's size from the input or sliders. `main`: input buffer or "". `scans_all`: quadratic time.
/// `is_uneven`: arrays are not multiples of the block, which reveals wrong bounds checks.
void set_reach(SetupDraft& draft, const std::string& main, bool scans_all, bool is_uneven);

} // namespace warpscope::catalog
