// What of a module is too large for any GPU: refused before it is decoded, so that sizes fit into 32 bits from there
// on. Private to src/simt.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

/// Of a thread, all functions of a chain of calls together (CUDA programming guide, technical specifications).
inline constexpr uint64_t most_local_bytes = 512 * 1024;

[[nodiscard]] std::vector<Diagnostic> beyond_limits(const ptx::Module& module);

} // namespace warpscope::simt
