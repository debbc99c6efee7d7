#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Returns registers per thread by kernel symbol. Starts ptxas ($WARPSCOPE_PTXAS, $PATH or the CUDA Toolkit).
/// `capability`: such as 90. Empty on failure and for long texts.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
