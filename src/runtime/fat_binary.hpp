// Reads PTX from the fat binaries that nvcc puts into programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::runtime {

/// Returns the size of the fat binary at `data`; 0 if there is none.
[[nodiscard]] size_t fat_binary_bytes(const std::byte* data);

/// Returns the newest PTX up to `capability` (90 for 9.0), else the oldest. If there is only machine code, fails with
/// advice on building.
[[nodiscard]] Result<std::string> ptx_in(std::span<const std::byte> fat_binary, uint32_t capability);

/// Returns the newest PTX of each fat binary in a file.
[[nodiscard]] std::vector<std::string> every_ptx_in(std::string_view file);

/// Wraps PTX in an uncompressed fat binary.
[[nodiscard]] std::string fat_binary_of(std::string_view ptx, uint32_t capability);

} // namespace warpscope::runtime
