// Chooses the output of a guessed setup.
#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Takes the first stored parameter, else a stored `__device__` variable, else a buffer that may be stored. Explains
/// the choice.
void choose_output(const compile::SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses);

} // namespace warpscope::catalog
