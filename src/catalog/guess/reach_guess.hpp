#pragma once

#include <string>

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Sets the data size. The size comes from the input `main` or, if `main` is empty, from new sliders. `scans_all`: each
/// thread reads the whole array. Sizes that the kernel checks are not multiples of the block, which reveals wrong
/// checks.
void set_reach(SetupDraft& draft, const compile::SourceKernel& kernel, const std::string& main, bool scans_all);

} // namespace warpscope::catalog
