// The PTX in a fat binary, as nvcc puts it into host programs. Private to src/runtime.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::runtime {

/// The whole size of the fat binary that begins at `data`; 0 when none does.
[[nodiscard]] size_t fat_binary_bytes(const std::byte* data);

/// The PTX for the newest architecture that is not newer than `capability` (90 for 9.0), else for the oldest. Fails
/// when there is only machine code, and says how to build again.
[[nodiscard]] Result<std::string> ptx_in(std::span<const std::byte> fat_binary, uint32_t capability);

/// Of each fat binary in a file's bytes the newest PTX; those without are left out.
[[nodiscard]] std::vector<std::string> every_ptx_in(std::string_view file);

/// A fat binary that holds just this PTX, as it is.
[[nodiscard]] std::string fat_binary_of(std::string_view ptx, uint32_t capability);

} // namespace warpscope::runtime
