#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Prefers a parameter that the kernel stores to, then such a `__device__` variable, then a pointer passed on.
void choose_output(const compile::SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses);

} // namespace warpscope::catalog
