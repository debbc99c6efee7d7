#pragma once

// Omits line information, as the whole prelude does. For NVRTC, see compile/nvrtc/header_lines.hpp.
#ifdef __clang__
#define WS_GROUPS __inline__ __attribute__((device, always_inline, nodebug))
#define WS_LAMBDA __attribute__((always_inline, nodebug))
#define WS_COPY __builtin_memcpy
#define WS_REFUSE(why, function) __assertfail(why, "cooperative_groups.h", 0, function, 1)
#else
#define WS_GROUPS __device__ __forceinline__
#define WS_LAMBDA
#define WS_COPY memcpy
#define WS_REFUSE(why, function) assert(!why)
#endif

namespace ws_lanes {

WS_GROUPS unsigned lane() {
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}
WS_GROUPS unsigned block_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
WS_GROUPS unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }

/// Returns the number of lanes of `mask` before this lane.
WS_GROUPS unsigned rank_in(unsigned mask) { return __popc(mask & ((1u << lane()) - 1)); }

WS_GROUPS unsigned lane_of(unsigned mask, unsigned rank) {
    if (mask == 0xffffffffu) return rank;
    for (unsigned skipped = 0; skipped < rank; ++skipped) mask &= mask - 1;
    return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
}

/// Converts lanes to their ranks in `mask`.
WS_GROUPS unsigned by_rank(unsigned mask, unsigned lanes) {
    unsigned ranks = 0;
    for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) ranks |= ((lanes & mask & (0u - mask)) != 0) << rank;
    return ranks;
}

/// Returns this lane's part of `mask`, split into parts of `size` lanes.
WS_GROUPS unsigned part_of(unsigned mask, unsigned size) {
    const unsigned part = rank_in(mask) / size;
    unsigned lanes = 0;
    for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1)
        if (rank / size == part) lanes |= mask & (0u - mask);
    return lanes;
}

/// Exchanges a `value` of any size; `move` moves 32 bits.
template<class _T, class Move>
WS_GROUPS _T exchange(_T value, Move move) {
    unsigned words[(sizeof(_T) + 3) / 4] = {};
    WS_COPY(words, &value, sizeof(_T));
    for (unsigned& word : words) word = move(word);
    WS_COPY(&value, words, sizeof(_T));
    return value;
}
template<class _T>
WS_GROUPS _T from_lane(unsigned mask, _T value, unsigned from) {
    return exchange(value, [&](unsigned word) WS_LAMBDA { return __shfl_sync(mask, word, static_cast<int>(from)); });
}

template<class _T>
WS_GROUPS unsigned with_value(unsigned mask, _T value) {
    if constexpr (sizeof(_T) <= 4)
        return __match_any_sync(mask, (unsigned)(value));
    else
        return __match_any_sync(mask, (unsigned long long)(value)); // value may be a pointer
}
/// Returns `mask` if its lanes agree, else 0.
template<class _T>
WS_GROUPS unsigned if_all_have(unsigned mask, _T value, int& agree) {
    if constexpr (sizeof(_T) <= 4)
        return __match_all_sync(mask, (unsigned)(value), &agree);
    else
        return __match_all_sync(mask, (unsigned long long)(value), &agree);
}

} // namespace ws_lanes
