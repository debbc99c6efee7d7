// Guesses instances of launches such as `axpy<T, 4><<<...>>>` and `apply<<<...>>>(data, n, Square())`.
#pragma once

#include <string>

#include "compile/kernel_signatures.hpp"
#include "compile/source/launched_instances.hpp"

namespace warpscope::compile {

/// Returns the instance of the first launch that reveals a template argument; makes up others.
[[nodiscard]] std::string likely_instance(const SourcePool& pool, const WordsOfSource& words,
                                          const SourceKernel& kernel);

/// Returns "float", "true" or "16".
[[nodiscard]] std::string placeholder_argument(const std::string& template_parameter);

} // namespace warpscope::compile
