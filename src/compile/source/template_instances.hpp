// Instances of kernel templates that are made for being launched. Private to src/compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Those of `instances` that name no kernel of the PTX as they are written.
[[nodiscard]] std::vector<std::string> instances_not_in(std::string_view ptx, std::vector<std::string> instances);

/// Returns whether there are any, and each is a template's: "blur<float>".
[[nodiscard]] bool are_of_templates(const std::vector<std::string>& instances);

/// Returns whether the source makes instances by itself: "template __global__ void blur<float>(float*);".
[[nodiscard]] bool makes_instances(std::string_view source);

/// Returns whether any of them is named with its parameters: "blur<float>(float*, int)".
[[nodiscard]] bool name_parameters(const std::vector<std::string>& instances);

enum class PointerTypes {
    as_named, // with the parameters that an instance is named with, which choose one of several templates
    any,      // parameters may then be spelled as C++ has them nowhere, where only one template has the name
};

/// The source with a pointer to every instance behind it. For it both compilers make the kernel, and say in the PTX
/// which it is: that <Mode::fast> is <(Mode)1> there, and what an expression comes to, only they know.
[[nodiscard]] std::string with_pointers(std::string source, const std::vector<std::string>& instances,
                                        PointerTypes types);

/// Takes the pointers out of what that source was compiled to; the symbols go to result.instances.
void take_pointers(CompileResult& result, const std::vector<std::string>& instances);

/// Why that source does not compile, without the lines that the user has not written.
[[nodiscard]] Diagnostic without_pointers(Diagnostic failure, const std::vector<std::string>& instances);

} // namespace warpscope::compile
