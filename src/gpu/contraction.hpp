// Whether the driver's compiler may fuse products and sums that the kernel's compiler left apart. As a rule it may not
// (see ptx/rewrite/rounding.hpp), so that GPU and emulator compute the same.
#pragma once

namespace warpscope::gpu {

/// True when the environment variable WARPSCOPE_CONTRACT is `on`.
[[nodiscard]] bool contracts();
/// Sets it, for what is loaded from now on and for child processes that are started from now on. Call it before there
/// are other threads.
void let_contract();

} // namespace warpscope::gpu
