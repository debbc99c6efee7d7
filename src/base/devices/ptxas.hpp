#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Runs ptxas ($WARPSCOPE_PTXAS, $PATH or the CUDA Toolkit) for compute capability `capability` (90 for 9.0). Returns
/// the registers per thread by kernel symbol; an empty map on failure or if `ptx` is very long.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
