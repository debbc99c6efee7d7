// Layout of Warp::local: the lanes' words at one offset are adjacent, because lanes mostly access equal offsets.
#pragma once

#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

inline constexpr uint32_t local_word = 4;
inline constexpr uint32_t local_row = local_word * warp_size;

/// Maps an offset in a lane's stack to an offset in Warp::local.
[[nodiscard]] constexpr uint64_t local_place(uint64_t offset, uint32_t lane) {
    return offset / local_word * local_row + lane * local_word + offset % local_word;
}

inline void load_local(const std::byte* local, uint32_t lane, uint64_t offset, void* to, size_t bytes) {
    for (size_t b = 0; b < bytes; ++b) static_cast<std::byte*>(to)[b] = local[local_place(offset + b, lane)];
}
inline void store_local(std::byte* local, uint32_t lane, uint64_t offset, const void* from, size_t bytes) {
    for (size_t b = 0; b < bytes; ++b) local[local_place(offset + b, lane)] = static_cast<const std::byte*>(from)[b];
}

} // namespace warpscope::simt
