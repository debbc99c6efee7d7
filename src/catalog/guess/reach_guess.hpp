// How far the data of a guessed set-up reach: with what is opened, or by sliders. Private to src/catalog.
#pragma once

#include <string>

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Fills in the draft's reach, by its extent. `main`: the buffer that receives what is opened; empty: none does.
/// `goes_through_all`: each thread goes through all elements, which takes as many steps as there are, squared.
void set_reach(SetupDraft& draft, const std::string& main, bool goes_through_all);

} // namespace warpscope::catalog
