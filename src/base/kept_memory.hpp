// Limits for data that is kept to answer faster.
#pragma once

#include <cstdint>

namespace warpscope {

inline constexpr bool has_little_memory = sizeof(void*) == 4; // a page has at most 2 GiB

constexpr uint64_t kept_limit(uint64_t bytes) { return has_little_memory ? bytes / 4 : bytes; }

} // namespace warpscope
