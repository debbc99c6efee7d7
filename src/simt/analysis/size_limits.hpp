// Rejects modules too large for any GPU, so that sizes fit into 32 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

/// Maximum per thread (CUDA programming guide).
inline constexpr uint64_t max_local_bytes = 512 * 1024;

[[nodiscard]] std::vector<Diagnostic> find_exceeded_limits(const ptx::Module& module);

} // namespace warpscope::simt
