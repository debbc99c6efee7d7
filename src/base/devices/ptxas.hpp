#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Returns registers per thread by kernel symbol, for a compute capability such as 90. Starts ptxas ($WARPSCOPE_PTXAS,
/// $PATH or the CUDA Toolkit). Empty on failure or if the text is too long.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
