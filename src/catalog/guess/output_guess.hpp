// What of a guessed set-up is shown as its output. Private to src/catalog.
#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// The first output by the kernel's text is what is shown. Where no parameter is stored into: variables in the device's
/// memory that are; else a buffer that may be. Says what it takes.
void choose_output(const compile::SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses);

} // namespace warpscope::catalog
