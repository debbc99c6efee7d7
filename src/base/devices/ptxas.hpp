#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Runs ptxas ($WARPSCOPE_PTXAS, $PATH or the CUDA Toolkit) for compute capability `capability` (90 for 9.0). Returns
/// the registers per thread by kernel symbol; nothing on failure and for long texts.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
