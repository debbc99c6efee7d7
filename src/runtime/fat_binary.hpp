#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::runtime {

[[nodiscard]] size_t fat_binary_bytes(const std::byte* data);

/// Returns the newest PTX up to `capability` (90 for 9.0), otherwise the oldest. Without PTX, fails with advice.
[[nodiscard]] Result<std::string> ptx_in(std::span<const std::byte> fat_binary, uint32_t capability);

[[nodiscard]] std::vector<std::string> every_ptx_in(std::string_view file);

[[nodiscard]] std::string fat_binary_of(std::string_view ptx, uint32_t capability);

} // namespace warpscope::runtime
