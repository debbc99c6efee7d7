// Words that only host code has. Private to src/compile.
#pragma once

#include <string_view>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

/// Returns whether the tokens [first, end) launch kernels, or name what is on the host only: the CUDA runtime, files,
/// streams, containers.
[[nodiscard]] bool has_host_words(const std::vector<Token>& tokens, size_t first, size_t end);

/// Returns whether a header by this name has something for kernels that neither the kernel's folder nor the prelude
/// has: it is the Toolkit's.
[[nodiscard]] bool is_device_header(std::string_view name);

} // namespace warpscope::compile
