#pragma once

#include <string_view>

#include "compile/kernel_signatures.hpp"

namespace warpscope::compile {

/// Reads "in is (B, T, C)", "A and B are sorted", and "128 threads" in the comments on a kernel. `head`: from the
/// previous declaration to the kernel's body.
void note_comments(std::string_view head, SourceKernel& kernel);

} // namespace warpscope::compile
