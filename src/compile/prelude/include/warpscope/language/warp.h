#pragma once

// clang 14 moves shared memory accesses across its own barriers and fences. Compiler barriers prevent that.
#define WS_MEMORY_STAYS __asm__ volatile("" ::: "memory")
#define __syncthreads() __asm__ volatile("bar.sync 0;" ::: "memory")
WS_INLINE int __syncthreads_count(int predicate) {
    WS_MEMORY_STAYS;
    const int count = __nvvm_bar0_popc(predicate);
    WS_MEMORY_STAYS;
    return count;
}
WS_INLINE int __syncthreads_and(int predicate) {
    WS_MEMORY_STAYS;
    const int all = __nvvm_bar0_and(predicate);
    WS_MEMORY_STAYS;
    return all;
}
WS_INLINE int __syncthreads_or(int predicate) {
    WS_MEMORY_STAYS;
    const int any = __nvvm_bar0_or(predicate);
    WS_MEMORY_STAYS;
    return any;
}
WS_INLINE void __syncwarp(unsigned mask = 0xffffffffu) {
    WS_MEMORY_STAYS;
    __nvvm_bar_warp_sync(mask);
    WS_MEMORY_STAYS;
}
WS_INLINE void __threadfence_block() { __asm__ volatile("membar.cta;" ::: "memory"); }
WS_INLINE void __threadfence() { __asm__ volatile("membar.gl;" ::: "memory"); }
WS_INLINE void __threadfence_system() { __asm__ volatile("membar.sys;" ::: "memory"); }
WS_INLINE void __trap() { __asm__ volatile("trap;"); }
WS_INLINE void __nanosleep(unsigned nanoseconds) { __asm__ volatile("nanosleep.u32 %0;" ::"r"(nanoseconds)); }
WS_INLINE int clock() { return __nvvm_read_ptx_sreg_clock(); }
WS_INLINE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }

WS_INLINE unsigned __activemask() {
    unsigned mask;
    __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
WS_INLINE int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
WS_INLINE int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
WS_INLINE int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
WS_INLINE unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }

WS_INLINE unsigned __match_any_sync(unsigned mask, unsigned value) { return __nvvm_match_any_sync_i32(mask, value); }
WS_INLINE unsigned __match_any_sync(unsigned mask, int value) { return __nvvm_match_any_sync_i32(mask, value); }
WS_INLINE unsigned __match_any_sync(unsigned mask, unsigned long long value) {
    return __nvvm_match_any_sync_i64(mask, value);
}
WS_INLINE unsigned __match_all_sync(unsigned mask, unsigned value, int* predicate) {
    return __nvvm_match_all_sync_i32p(mask, value, predicate);
}

// The last operand of shfl packs segment mask and clamp value.
#define WS_SHUFFLE(name, mode, clamp, other)                                                                           \
    WS_INLINE int name(unsigned mask, int value, other lane, int width = 32) {                                         \
        return __nvvm_shfl_sync_##mode##_i32(mask, value, lane, ((32 - width) << 8) | clamp);                          \
    }                                                                                                                  \
    WS_INLINE unsigned name(unsigned mask, unsigned value, other lane, int width = 32) {                               \
        return static_cast<unsigned>(name(mask, static_cast<int>(value), lane, width));                                \
    }                                                                                                                  \
    WS_INLINE float name(unsigned mask, float value, other lane, int width = 32) {                                     \
        return __nvvm_shfl_sync_##mode##_f32(mask, value, lane, ((32 - width) << 8) | clamp);                          \
    }                                                                                                                  \
    WS_INLINE unsigned long long name(unsigned mask, unsigned long long value, other lane, int width = 32) {           \
        const unsigned low = name(mask, static_cast<unsigned>(value), lane, width);                                    \
        const unsigned high = name(mask, static_cast<unsigned>(value >> 32), lane, width);                             \
        return static_cast<unsigned long long>(high) << 32 | low;                                                      \
    }                                                                                                                  \
    WS_INLINE long long name(unsigned mask, long long value, other lane, int width = 32) {                             \
        return static_cast<long long>(name(mask, static_cast<unsigned long long>(value), lane, width));                \
    }                                                                                                                  \
    WS_INLINE double name(unsigned mask, double value, other lane, int width = 32) {                                   \
        return __builtin_bit_cast(double,                                                                              \
                                  name(mask, __builtin_bit_cast(unsigned long long, value), lane, width));             \
    }

WS_SHUFFLE(__shfl_sync, idx, 31, int)
WS_SHUFFLE(__shfl_up_sync, up, 0, unsigned)
WS_SHUFFLE(__shfl_down_sync, down, 31, unsigned)
WS_SHUFFLE(__shfl_xor_sync, bfly, 31, int)

WS_INLINE int __popc(unsigned v) { return __builtin_popcount(v); }
WS_INLINE int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
WS_INLINE int __clz(int v) { return v == 0 ? 32 : __builtin_clz(static_cast<unsigned>(v)); }
WS_INLINE int __clzll(long long v) { return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v)); }
WS_INLINE int __ffs(int v) { return __builtin_ffs(v); }
WS_INLINE int __ffsll(long long v) { return __builtin_ffsll(v); }
WS_INLINE unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
WS_INLINE unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
WS_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) { return __nvvm_prmt(a, b, selector); }
WS_INLINE int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
WS_INLINE unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
WS_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
WS_INLINE int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
WS_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
WS_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
WS_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

extern "C" __device__ void* malloc(size_t bytes);
extern "C" __device__ void free(void* pointer);
/// Loads with ld.global.nc in the largest suitable pieces.
template<class _T>
WS_INLINE _T __ldg(const _T* address) {
    _T out;
    if constexpr (sizeof(_T) % 8 == 0) {
        for (unsigned k = 0; k < sizeof(_T) / 8; ++k) {
            const long long bits = __nvvm_ldg_ll(reinterpret_cast<const long long*>(address) + k);
            __builtin_memcpy(reinterpret_cast<char*>(&out) + 8 * k, &bits, 8);
        }
    } else if constexpr (sizeof(_T) % 4 == 0) {
        for (unsigned k = 0; k < sizeof(_T) / 4; ++k) {
            const int bits = __nvvm_ldg_i(reinterpret_cast<const int*>(address) + k);
            __builtin_memcpy(reinterpret_cast<char*>(&out) + 4 * k, &bits, 4);
        }
    } else if constexpr (sizeof(_T) == 2) {
        const short bits = __nvvm_ldg_s(reinterpret_cast<const short*>(address));
        __builtin_memcpy(&out, &bits, 2);
    } else {
        for (unsigned k = 0; k < sizeof(_T); ++k) {
            const signed char bits = __nvvm_ldg_c(reinterpret_cast<const char*>(address) + k);
            __builtin_memcpy(reinterpret_cast<char*>(&out) + k, &bits, 1);
        }
    }
    return out;
}
