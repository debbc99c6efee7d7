// Kernels of a few instructions of PTX, for tests of what happens to values that nothing has set.
#pragma once

#include <string>

namespace warpscope::metrics {

/// A module whose last function is a kernel of `code`. `own` is local memory of 64 bytes, `block` shared; %rd2 and %rd3
/// point to them, %rd3 to 8 bytes of the thread's own, %rd0 to as many of the output, and %r0 is the thread's number.
/// There is a function `twice`, too.
[[nodiscard]] std::string small_kernel(const std::string& code);

/// The findings of such a kernel, run by 32 threads: "kind at line; ...". Nothing has been written to the output
/// before.
[[nodiscard]] std::string found(const std::string& code);

} // namespace warpscope::metrics
