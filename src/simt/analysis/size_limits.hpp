// Rejects modules that are too large for any GPU before decoding, so that sizes fit into 32 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

/// Maximum per thread, over a chain of calls (CUDA programming guide, technical specifications).
inline constexpr uint64_t max_local_bytes = 512 * 1024;

[[nodiscard]] std::vector<Diagnostic> beyond_limits(const ptx::Module& module);

} // namespace warpscope::simt
