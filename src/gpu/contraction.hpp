// Permission to fuse multiplications and additions when compiling for the GPU. Off by default, so that GPU and emulator
// compute the same (ptx/rewrite/rounding.hpp).
#pragma once

namespace warpscope::gpu {

/// Returns whether WARPSCOPE_CONTRACT is `on`.
[[nodiscard]] bool contracts();
/// Sets the variable, for later loads and child processes. Call before starting threads.
void let_contract();

} // namespace warpscope::gpu
