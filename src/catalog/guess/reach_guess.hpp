// Takes the data size from the input or from sliders.
#pragma once

#include <string>

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// `main`: input buffer or "". `goes_through_all`: quadratic time. `is_uneven`: sizes of arrays are no multiples of the
/// block, so that a wrong bounds check is found.
void set_reach(SetupDraft& draft, const std::string& main, bool goes_through_all, bool is_uneven);

} // namespace warpscope::catalog
