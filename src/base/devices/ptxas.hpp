// Registers of kernels, as CUDA's assembler gives them out; there is none without the CUDA Toolkit.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope {

/// Registers of a thread by the kernel's symbol, for a device of compute capability `capability` (90). Empty where
/// there is no ptxas ($WARPSCOPE_PTXAS, on the PATH, or of a CUDA Toolkit where those lie), where it does not take the
/// text for such a device, or where the text is so long that it would take seconds. Starts a process.
[[nodiscard]] std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability);

} // namespace warpscope
