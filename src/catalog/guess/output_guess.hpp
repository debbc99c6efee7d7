#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Prefers a stored parameter, then a stored `__device__` variable, then a pointer passed to a function.
void choose_output(const compile::SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses);

} // namespace warpscope::catalog
