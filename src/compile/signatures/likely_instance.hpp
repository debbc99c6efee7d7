// An instance of a kernel template that launches say in part: `axpy<T, 4><<<...>>>`, `apply<<<...>>>(data, n,
// Square())`. Private to src/compile.
#pragma once

#include <string>

#include "compile/kernel_signatures.hpp"
#include "compile/source/launched_instances.hpp"

namespace warpscope::compile {

/// "axpy<float, 4>" of the first launch that says anything of the arguments; what none says is made up. Empty where
/// there is no such launch.
[[nodiscard]] std::string likely_instance(const SourcePool& pool, const WordsOfSource& words,
                                          const SourceKernel& kernel);

/// What stands for a template's parameter, "typename T", of which nothing is known: "float", "true", "16".
[[nodiscard]] std::string made_up_argument(const std::string& template_parameter);

} // namespace warpscope::compile
