#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

[[nodiscard]] std::vector<std::string> instances_not_in(std::string_view ptx, std::vector<std::string> instances);

/// Returns whether there are instances and all have template arguments: "blur<float>".
[[nodiscard]] bool are_of_templates(const std::vector<std::string>& instances);

/// Recognizes "template __global__ void blur<float>(float*);".
[[nodiscard]] bool makes_instances(std::string_view source);

/// Returns whether any instance has parameters: "blur<float>(float*, int)".
[[nodiscard]] bool name_parameters(const std::vector<std::string>& instances);

enum class PointerTypes {
    as_named,
    any, // auto, if the named types are not valid C++
};

/// Appends a pointer to each instance, so that the compiler generates the instance and its symbol. Only compilers know
/// symbols: <Mode::fast> becomes <(Mode)1>.
[[nodiscard]] std::string with_pointers(std::string source, const std::vector<std::string>& instances,
                                        PointerTypes types);

/// Moves symbols from the PTX to result.instances.
void take_pointers(CompileResult& result, const std::vector<std::string>& instances);

[[nodiscard]] Diagnostic without_pointers(Diagnostic failure, const std::vector<std::string>& instances);

} // namespace warpscope::compile
