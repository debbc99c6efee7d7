#pragma once
#include "stddef.h"
#ifdef __clang__
WS_INLINE void* memcpy(void* to, const void* from, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}

WS_INLINE void* memset(void* to, int value, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
    return to;
}
#define WS_BYTES WS_INLINE
#else
#define WS_BYTES static __device__ __forceinline__
#endif

// Copies backwards if `to` follows `from`, because they may overlap.
WS_BYTES void* memmove(void* to, const void* from, size_t bytes) {
    if (to <= from) return memcpy(to, from, bytes);
    for (size_t i = bytes; i > 0; --i) static_cast<char*>(to)[i - 1] = static_cast<const char*>(from)[i - 1];
    return to;
}
WS_BYTES int memcmp(const void* a, const void* b, size_t bytes) {
    const unsigned char *left = static_cast<const unsigned char*>(a), *right = static_cast<const unsigned char*>(b);
    for (size_t i = 0; i < bytes; ++i)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}
WS_BYTES size_t strlen(const char* text) {
    size_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}
