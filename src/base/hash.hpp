#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

inline constexpr uint64_t fnv_offset = 0xcbf29ce484222325ull;

[[nodiscard]] constexpr uint64_t fnv1a(std::string_view text, uint64_t hash = fnv_offset) {
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return hash;
}

} // namespace warpscope
