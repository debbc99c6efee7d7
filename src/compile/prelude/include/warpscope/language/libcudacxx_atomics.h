// Operations of <cuda/atomic>. With a constant memory order, each is one instruction; seq_cst adds a fence.
#pragma once

#include "stddef.h"
#include "warpscope/std/type_traits.h"

#define WS_INLINE_MEMBER __attribute__((device, always_inline, nodebug))

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace std {
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
}
using std::memory_order, std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
    std::memory_order_release, std::memory_order_acq_rel, std::memory_order_seq_cst;

/// Inserts the scope between `before` and `after`; operands follow.
#define WS_SCOPED(scope, before, after, ...)                                                                           \
    if constexpr (scope == thread_scope_system)                                                                        \
        __asm__ volatile(before ".sys" after __VA_ARGS__);                                                             \
    else if constexpr (scope == thread_scope_device)                                                                   \
        __asm__ volatile(before ".gpu" after __VA_ARGS__);                                                             \
    else                                                                                                               \
        __asm__ volatile(before ".cta" after __VA_ARGS__)

template<thread_scope scope>
WS_INLINE void ws_fence(memory_order order) {
    if (order == memory_order_seq_cst)
        WS_SCOPED(scope, "fence.sc", ";", ::: "memory");
    else if (order != memory_order_relaxed)
        WS_SCOPED(scope, "fence.acq_rel", ";", ::: "memory");
}
WS_INLINE void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (scope == thread_scope_system)
        ws_fence<thread_scope_system>(order);
    else if (scope == thread_scope_device)
        ws_fence<thread_scope_device>(order);
    else if (scope == thread_scope_block)
        ws_fence<thread_scope_block>(order);
}

// A sequentially consistent access is a fence, followed by an acquire operation or a relaxed store.
#define WS_ATOMIC_ACCESS(type, ptx, letter)                                                                            \
    template<thread_scope scope>                                                                                       \
    WS_INLINE type ws_atomic_load(const type* p, memory_order order) {                                                 \
        type v;                                                                                                        \
        if (order == memory_order_seq_cst) ws_fence<scope>(order);                                                     \
        if (order == memory_order_relaxed)                                                                             \
            WS_SCOPED(scope, "ld.relaxed", "." ptx " %0, [%1];", : "=" letter(v) : "l"(p) : "memory");                 \
        else                                                                                                           \
            WS_SCOPED(scope, "ld.acquire", "." ptx " %0, [%1];", : "=" letter(v) : "l"(p) : "memory");                 \
        return v;                                                                                                      \
    }                                                                                                                  \
    template<thread_scope scope>                                                                                       \
    WS_INLINE void ws_atomic_store(type* p, type v, memory_order order) {                                              \
        if (order == memory_order_seq_cst) ws_fence<scope>(order);                                                     \
        if (order == memory_order_release)                                                                             \
            WS_SCOPED(scope, "st.release", "." ptx " [%0], %1;", ::"l"(p), letter(v) : "memory");                      \
        else                                                                                                           \
            WS_SCOPED(scope, "st.relaxed", "." ptx " [%0], %1;", ::"l"(p), letter(v) : "memory");                      \
    }
WS_ATOMIC_ACCESS(unsigned, "u32", "r")
WS_ATOMIC_ACCESS(unsigned long long, "u64", "l")

#define WS_ATOMIC_ORDERED(order, scope, after, ...)                                                                    \
    if (order == memory_order_seq_cst) ws_fence<scope>(order);                                                         \
    if (order == memory_order_relaxed)                                                                                 \
        WS_SCOPED(scope, "atom.relaxed", after, __VA_ARGS__);                                                          \
    else if (order == memory_order_release)                                                                            \
        WS_SCOPED(scope, "atom.release", after, __VA_ARGS__);                                                          \
    else if (order == memory_order_acq_rel)                                                                            \
        WS_SCOPED(scope, "atom.acq_rel", after, __VA_ARGS__);                                                          \
    else                                                                                                               \
        WS_SCOPED(scope, "atom.acquire", after, __VA_ARGS__)

#define WS_ATOMIC_OPERATION(name, type, ptx, letter)                                                                   \
    template<thread_scope scope>                                                                                       \
    WS_INLINE type ws_atomic_##name(type* p, type v, memory_order order) {                                             \
        type old;                                                                                                      \
        WS_ATOMIC_ORDERED(order, scope, "." ptx " %0, [%1], %2;", : "=" letter(old) : "l"(p), letter(v) : "memory");    \
        return old;                                                                                                    \
    }
WS_ATOMIC_OPERATION(add, unsigned, "add.u32", "r")
WS_ATOMIC_OPERATION(add, unsigned long long, "add.u64", "l")
WS_ATOMIC_OPERATION(add, float, "add.f32", "f")
WS_ATOMIC_OPERATION(add, double, "add.f64", "d")
WS_ATOMIC_OPERATION(and, unsigned, "and.b32", "r")
WS_ATOMIC_OPERATION(and, unsigned long long, "and.b64", "l")
WS_ATOMIC_OPERATION(or, unsigned, "or.b32", "r")
WS_ATOMIC_OPERATION(or, unsigned long long, "or.b64", "l")
WS_ATOMIC_OPERATION(xor, unsigned, "xor.b32", "r")
WS_ATOMIC_OPERATION(xor, unsigned long long, "xor.b64", "l")
WS_ATOMIC_OPERATION(min, unsigned, "min.u32", "r")
WS_ATOMIC_OPERATION(min, int, "min.s32", "r")
WS_ATOMIC_OPERATION(min, unsigned long long, "min.u64", "l")
WS_ATOMIC_OPERATION(min, long long, "min.s64", "l")
WS_ATOMIC_OPERATION(max, unsigned, "max.u32", "r")
WS_ATOMIC_OPERATION(max, int, "max.s32", "r")
WS_ATOMIC_OPERATION(max, unsigned long long, "max.u64", "l")
WS_ATOMIC_OPERATION(max, long long, "max.s64", "l")
WS_ATOMIC_OPERATION(exchange, unsigned, "exch.b32", "r")
WS_ATOMIC_OPERATION(exchange, unsigned long long, "exch.b64", "l")

#define WS_ATOMIC_COMPARE(type, ptx, letter)                                                                           \
    template<thread_scope scope>                                                                                       \
    WS_INLINE type ws_atomic_compare(type* p, type expected, type v, memory_order order) {                             \
        type old;                                                                                                      \
        WS_ATOMIC_ORDERED(order, scope, ".cas." ptx " %0, [%1], %2, %3;",                                              \
                          : "=" letter(old)                                                                            \
                          : "l"(p), letter(expected), letter(v)                                                        \
                          : "memory");                                                                                 \
        return old;                                                                                                    \
    }
WS_ATOMIC_COMPARE(unsigned, "b32", "r")
WS_ATOMIC_COMPARE(unsigned long long, "b64", "l")

template<size_t bytes>
struct ws_atomic_bits {
    typedef ws_std::conditional_t<bytes == 4, unsigned, unsigned long long> word;
    template<class _T>
    using number = ws_std::conditional_t<bytes == 4, ws_std::conditional_t<ws_std::is_signed_v<_T>, int, unsigned>,
                                         ws_std::conditional_t<ws_std::is_signed_v<_T>, long long, unsigned long long>>;
    template<class _T>
    WS_INLINE_MEMBER static word of(_T v) {
        return __builtin_bit_cast(word, v);
    }
    template<class _T>
    WS_INLINE_MEMBER static _T as(word bits) {
        return __builtin_bit_cast(_T, bits);
    }
};

} // namespace cuda
