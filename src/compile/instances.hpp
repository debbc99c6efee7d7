// Instances of kernel templates that are made for being launched. Private to src/compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Those of `instances` that name no kernel of the PTX as they are written.
[[nodiscard]] std::vector<std::string> instances_not_in(std::string_view ptx, std::vector<std::string> instances);

/// The source with a pointer to every instance behind it. For it both compilers make the kernel, and say in the PTX
/// which it is: that <Mode::fast> is <(Mode)1> there, and what an expression comes to, only they know.
[[nodiscard]] std::string with_pointers(std::string source, const std::vector<std::string>& instances);

/// Takes the pointers out of what that source was compiled to; the symbols go to result.instances.
void take_pointers(CompileResult& result, const std::vector<std::string>& instances);

/// Why that source does not compile, without the lines that the user has not written.
[[nodiscard]] Diagnostic without_pointers(Diagnostic failure, const std::vector<std::string>& instances);

} // namespace warpscope::compile
