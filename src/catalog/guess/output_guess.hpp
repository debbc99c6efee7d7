#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Prefers a parameter that the kernel stores to, then a `__device__` variable that it stores to, then a pointer that
/// it passes to a function.
void choose_output(const compile::SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses);

} // namespace warpscope::catalog
