// Tells kernels whose matrix instructions GPUs have from compute capability 8.0 on. Private to src/compile.
#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns whether `source` multiplies matrices of tf32 or bf16, by mma.h or by PTX of its own, or those of halves in
/// PTX of a shape that older GPUs do not have.
[[nodiscard]] bool multiplies_newer_matrices(std::string_view source);

} // namespace warpscope::compile
