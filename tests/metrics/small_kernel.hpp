// Small PTX kernels for tests of unwritten values.
#pragma once

#include <string>

namespace warpscope::metrics {

/// Returns a module with a function `twice` and a kernel of `code`. `own` is 64 bytes of local memory, `block` shared
/// memory; %rd2 and %rd3 point to them, %rd3 to 8 bytes per thread. %rd0 points to 8 bytes of the output per thread;
/// %r0 is the thread's index.
[[nodiscard]] std::string small_kernel(const std::string& code);

/// Returns the findings of 32 threads, as "kind at line; ...". The output starts unwritten.
[[nodiscard]] std::string found(const std::string& code);

} // namespace warpscope::metrics
