#pragma once

#include <string>
#include <string_view>

#include "compile/kernel_signatures.hpp"
#include "compile/source/launched_instances.hpp"

namespace warpscope::compile {

/// Guesses the instance from launches such as `axpy<T, 4><<<...>>>` and `apply<<<...>>>(data, n, Square())`. Uses the
/// first launch that reveals an argument, and invents the remaining arguments.
[[nodiscard]] std::string likely_instance(const SourcePool& pool, const WordsOfSource& words,
                                          const SourceKernel& kernel);

[[nodiscard]] bool names_block_size(std::string_view template_parameter);

[[nodiscard]] std::string placeholder_argument(const SourceKernel& kernel, const std::string& template_parameter);

} // namespace warpscope::compile
