// Small PTX kernels for tests of unwritten values.
#pragma once

#include <string>

namespace warpscope::metrics {

/// Returns a module with a function `twice` and a kernel of `code`. Registers:
/// - %r0: index of the thread
/// - %rd0: address of the thread's 8 bytes of the output
/// - %rd2: address of `own`, 64 bytes of local memory
/// - %rd3: address of the thread's 8 bytes of `block`, in shared memory
[[nodiscard]] std::string small_kernel(const std::string& code);

/// Returns the findings of 32 threads, as "kind at line; ...". The output starts unwritten.
[[nodiscard]] std::string found(const std::string& code);

} // namespace warpscope::metrics
