#pragma once

#include <string>

#include "compile/kernel_signatures.hpp"
#include "compile/source/launched_instances.hpp"

namespace warpscope::compile {

/// Guesses instances of `axpy<T, 4><<<...>>>` and `apply<<<...>>>(data, n, Square())`. Uses the first launch that
/// reveals an argument; makes up the others.
[[nodiscard]] std::string likely_instance(const SourcePool& pool, const WordsOfSource& words,
                                          const SourceKernel& kernel);

/// Returns "float", "true", "16" or similar.
[[nodiscard]] std::string placeholder_argument(const std::string& template_parameter);

} // namespace warpscope::compile
