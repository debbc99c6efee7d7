// Chooses the data size of a guessed setup: from the input, or by sliders.
#pragma once

#include <string>

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Sets the draft's reach. `main`: buffer with the input; may be empty. `goes_through_all`: quadratic time.
void set_reach(SetupDraft& draft, const std::string& main, bool goes_through_all);

} // namespace warpscope::catalog
