#pragma once

#define WS_ATOMICS(suffix, scope)                                                                                      \
    WS_INLINE int atomicAdd##suffix(int* p, int v) { return __nvvm_atom_##scope##add_gen_i(p, v); }                    \
    WS_INLINE unsigned atomicAdd##suffix(unsigned* p, unsigned v) {                                                    \
        return static_cast<unsigned>(__nvvm_atom_##scope##add_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v)));  \
    }                                                                                                                  \
    WS_INLINE unsigned long long atomicAdd##suffix(unsigned long long* p, unsigned long long v) {                      \
        return static_cast<unsigned long long>(                                                                        \
            __nvvm_atom_##scope##add_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));              \
    }                                                                                                                  \
    WS_INLINE float atomicAdd##suffix(float* p, float v) { return __nvvm_atom_##scope##add_gen_f(p, v); }              \
    WS_INLINE double atomicAdd##suffix(double* p, double v) { return __nvvm_atom_##scope##add_gen_d(p, v); }           \
    WS_INLINE int atomicSub##suffix(int* p, int v) { return atomicAdd##suffix(p, -v); }                                \
    WS_INLINE unsigned atomicSub##suffix(unsigned* p, unsigned v) { return atomicAdd##suffix(p, 0u - v); }             \
    WS_INLINE int atomicExch##suffix(int* p, int v) { return __nvvm_atom_##scope##xchg_gen_i(p, v); }                  \
    WS_INLINE unsigned atomicExch##suffix(unsigned* p, unsigned v) {                                                   \
        return static_cast<unsigned>(__nvvm_atom_##scope##xchg_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v))); \
    }                                                                                                                  \
    WS_INLINE unsigned long long atomicExch##suffix(unsigned long long* p, unsigned long long v) {                     \
        return static_cast<unsigned long long>(                                                                        \
            __nvvm_atom_##scope##xchg_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));             \
    }                                                                                                                  \
    WS_INLINE float atomicExch##suffix(float* p, float v) {                                                            \
        return __builtin_bit_cast(                                                                                     \
            float, __nvvm_atom_##scope##xchg_gen_i(reinterpret_cast<int*>(p), __builtin_bit_cast(int, v)));            \
    }                                                                                                                  \
    WS_INLINE int atomicMin##suffix(int* p, int v) { return __nvvm_atom_##scope##min_gen_i(p, v); }                    \
    WS_INLINE unsigned atomicMin##suffix(unsigned* p, unsigned v) { return __nvvm_atom_##scope##min_gen_ui(p, v); }    \
    WS_INLINE long long atomicMin##suffix(long long* p, long long v) { return __nvvm_atom_##scope##min_gen_ll(p, v); } \
    WS_INLINE unsigned long long atomicMin##suffix(unsigned long long* p, unsigned long long v) {                      \
        return __nvvm_atom_##scope##min_gen_ull(p, v);                                                                 \
    }                                                                                                                  \
    WS_INLINE int atomicMax##suffix(int* p, int v) { return __nvvm_atom_##scope##max_gen_i(p, v); }                    \
    WS_INLINE unsigned atomicMax##suffix(unsigned* p, unsigned v) { return __nvvm_atom_##scope##max_gen_ui(p, v); }    \
    WS_INLINE long long atomicMax##suffix(long long* p, long long v) { return __nvvm_atom_##scope##max_gen_ll(p, v); } \
    WS_INLINE unsigned long long atomicMax##suffix(unsigned long long* p, unsigned long long v) {                      \
        return __nvvm_atom_##scope##max_gen_ull(p, v);                                                                 \
    }                                                                                                                  \
    WS_INLINE unsigned atomicInc##suffix(unsigned* p, unsigned v) { return __nvvm_atom_##scope##inc_gen_ui(p, v); }    \
    WS_INLINE unsigned atomicDec##suffix(unsigned* p, unsigned v) { return __nvvm_atom_##scope##dec_gen_ui(p, v); }    \
    WS_INLINE int atomicCAS##suffix(int* p, int expected, int v) {                                                     \
        return __nvvm_atom_##scope##cas_gen_i(p, expected, v);                                                         \
    }                                                                                                                  \
    WS_INLINE unsigned atomicCAS##suffix(unsigned* p, unsigned expected, unsigned v) {                                 \
        return static_cast<unsigned>(                                                                                  \
            atomicCAS##suffix(reinterpret_cast<int*>(p), static_cast<int>(expected), static_cast<int>(v)));            \
    }                                                                                                                  \
    WS_INLINE unsigned long long atomicCAS##suffix(unsigned long long* p, unsigned long long expected,                 \
                                                   unsigned long long v) {                                             \
        return static_cast<unsigned long long>(__nvvm_atom_##scope##cas_gen_ll(                                        \
            reinterpret_cast<long long*>(p), static_cast<long long>(expected), static_cast<long long>(v)));            \
    }                                                                                                                  \
    WS_ATOMIC_LOGIC(And, and, suffix, scope)                                                                           \
    WS_ATOMIC_LOGIC(Or, or, suffix, scope)                                                                             \
    WS_ATOMIC_LOGIC(Xor, xor, suffix, scope)

#define WS_ATOMIC_LOGIC(Name, name, suffix, scope)                                                                     \
    WS_INLINE int atomic##Name##suffix(int* p, int v) { return __nvvm_atom_##scope##name##_gen_i(p, v); }              \
    WS_INLINE unsigned atomic##Name##suffix(unsigned* p, unsigned v) {                                                 \
        return static_cast<unsigned>(atomic##Name##suffix(reinterpret_cast<int*>(p), static_cast<int>(v)));            \
    }                                                                                                                  \
    WS_INLINE unsigned long long atomic##Name##suffix(unsigned long long* p, unsigned long long v) {                   \
        return static_cast<unsigned long long>(                                                                        \
            __nvvm_atom_##scope##name##_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));           \
    }                                                                                                                  \
    WS_INLINE long long atomic##Name##suffix(long long* p, long long v) {                                              \
        return __nvvm_atom_##scope##name##_gen_ll(p, v);                                                               \
    }

WS_ATOMICS(, )

WS_ATOMICS(_block, cta_)

WS_ATOMICS(_system, sys_)
