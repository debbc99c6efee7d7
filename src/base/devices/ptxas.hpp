// Register counts from ptxas, which requires the CUDA Toolkit.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Returns the registers per thread by kernel symbol, for a compute capability such as 90. Starts a process. Empty if
/// there is no ptxas ($WARPSCOPE_PTXAS, $PATH or a CUDA Toolkit), if it rejects the text, or if the text is too long.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
