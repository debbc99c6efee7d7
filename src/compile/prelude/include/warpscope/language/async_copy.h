#pragma once

#include <warpscope/libcudacxx/cuda_std.h>

namespace cuda {

/// A byte count that promises aligned addresses.
template<size_t alignment>
struct aligned_size_t {
    static constexpr size_t align = alignment;
    size_t value;
    WS_STD explicit aligned_size_t(size_t bytes)
        : value(bytes) {}
    WS_STD operator size_t() const { return value; }
};

/// Copies the share of thread `rank` in pieces, synchronously if hardware support is missing.
template<class Piece>
WS_INLINE void ws_copy_pieces(char* to, const char* from, size_t bytes, size_t rank, size_t count, bool in_hardware) {
    constexpr int size = sizeof(Piece);
    for (size_t at = rank * size; at < bytes; at += count * size) {
#if __CUDA_ARCH__ >= 800
        if constexpr (size >= 4)
            if (in_hardware) {
                __asm__ volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"l"(__cvta_generic_to_shared(to + at)),
                                 "l"(__cvta_generic_to_global(from + at)), "n"(size)
                                 : "memory");
                continue;
            }
#endif
        *reinterpret_cast<Piece*>(to + at) = *reinterpret_cast<const Piece*>(from + at);
    }
}

WS_INLINE void ws_copy(void* to_bytes, const void* from_bytes, size_t bytes, size_t rank, size_t count) {
    char* const to = static_cast<char*>(to_bytes);
    const char* const from = static_cast<const char*>(from_bytes);
    const size_t all = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
    const bool in_hardware = __isShared(to) && __isGlobal(from);
    if (all % 16 == 0)
        ws_copy_pieces<uint4>(to, from, bytes, rank, count, in_hardware);
    else if (all % 8 == 0)
        ws_copy_pieces<uint2>(to, from, bytes, rank, count, in_hardware);
    else if (all % 4 == 0)
        ws_copy_pieces<unsigned>(to, from, bytes, rank, count, in_hardware);
    else
        ws_copy_pieces<char>(to, from, bytes, rank, count, in_hardware);
}
template<size_t alignment>
WS_INLINE void ws_copy(void* to, const void* from, aligned_size_t<alignment> bytes, size_t rank, size_t count) {
    __builtin_assume(reinterpret_cast<size_t>(to) % alignment == 0);
    __builtin_assume(reinterpret_cast<size_t>(from) % alignment == 0);
    __builtin_assume(bytes.value % alignment == 0);
    ws_copy(to, from, bytes.value, rank, count);
}

} // namespace cuda
