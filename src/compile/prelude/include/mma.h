// Warp matrix products (tensor cores): f16, bf16 and tf32. The emulator does not run integer and f64 products.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Named operands of inline PTX: registers of the fragments d, a, b and c.
#define WS_D2_TEXT "{%[d0], %[d1]}"
#define WS_D2 [d0] "=r"(d[0]), [d1] "=r"(d[1])
#define WS_A2_TEXT "{%[a0], %[a1]}"
#define WS_A4_TEXT "{%[a0], %[a1], %[a2], %[a3]}"
#define WS_A8_TEXT "{%[a0], %[a1], %[a2], %[a3], %[a4], %[a5], %[a6], %[a7]}"
#define WS_B2_TEXT "{%[b0], %[b1]}"
#define WS_B4_TEXT "{%[b0], %[b1], %[b2], %[b3]}"
#define WS_B8_TEXT "{%[b0], %[b1], %[b2], %[b3], %[b4], %[b5], %[b6], %[b7]}"
#define WS_C4_TEXT "{%[c0], %[c1], %[c2], %[c3]}"
#define WS_C8_TEXT "{%[c0], %[c1], %[c2], %[c3], %[c4], %[c5], %[c6], %[c7]}"
#define WS_D4_TEXT "{%[d0], %[d1], %[d2], %[d3]}"
#define WS_D8_TEXT "{%[d0], %[d1], %[d2], %[d3], %[d4], %[d5], %[d6], %[d7]}"
#define WS_A2 [a0] "r"(a[0]), [a1] "r"(a[1])
#define WS_A4 [a0] "r"(a[0]), [a1] "r"(a[1]), [a2] "r"(a[2]), [a3] "r"(a[3])
#define WS_A8                                                                                                          \
    [a0] "r"(a[0]), [a1] "r"(a[1]), [a2] "r"(a[2]), [a3] "r"(a[3]), [a4] "r"(a[4]), [a5] "r"(a[5]), [a6] "r"(a[6]),    \
        [a7] "r"(a[7])
#define WS_B2 [b0] "r"(b[0]), [b1] "r"(b[1])
#define WS_B4 [b0] "r"(b[0]), [b1] "r"(b[1]), [b2] "r"(b[2]), [b3] "r"(b[3])
#define WS_B8                                                                                                          \
    [b0] "r"(b[0]), [b1] "r"(b[1]), [b2] "r"(b[2]), [b3] "r"(b[3]), [b4] "r"(b[4]), [b5] "r"(b[5]), [b6] "r"(b[6]),    \
        [b7] "r"(b[7])
#define WS_C4 [c0] "r"(c[0]), [c1] "r"(c[1]), [c2] "r"(c[2]), [c3] "r"(c[3])
#define WS_C8                                                                                                          \
    [c0] "r"(c[0]), [c1] "r"(c[1]), [c2] "r"(c[2]), [c3] "r"(c[3]), [c4] "r"(c[4]), [c5] "r"(c[5]), [c6] "r"(c[6]),    \
        [c7] "r"(c[7])
#define WS_D4 [d0] "=r"(d[0]), [d1] "=r"(d[1]), [d2] "=r"(d[2]), [d3] "=r"(d[3])
#define WS_D8                                                                                                          \
    [d0] "=r"(d[0]), [d1] "=r"(d[1]), [d2] "=r"(d[2]), [d3] "=r"(d[3]), [d4] "=r"(d[4]), [d5] "=r"(d[5]),              \
        [d6] "=r"(d[6]), [d7] "=r"(d[7])

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct tf32 {};
} // namespace precision
enum layout_t { mem_row_major, mem_col_major };

template<class Element, int elements, int registers>
struct ws_fragment {
    typedef Element element_type;
    typedef Element storage_element_type;
    static constexpr int num_elements = elements, num_storage_elements = elements, ws_registers = registers;
    Element x[elements];
};

template<class Type>
struct ws_no_such_matrix {
    static constexpr bool exists = false;
};

template<class Use, int m, int n, int k, class Type, class Layout = void>
class fragment {
    static_assert(ws_no_such_matrix<Type>::exists,
                  "there are matrices of half and __nv_bfloat16 (16x16x16, 32x8x16, 8x32x16), of precision::tf32 "
                  "(16x16x8), and accumulators of float and half: no others are emulated");
};

#define WS_FRAGMENTS(m, n, k, Type, Element, a_elements, a_registers, b_elements, b_registers)                         \
    template<class Layout>                                                                                             \
    class fragment<matrix_a, m, n, k, Type, Layout> : public ws_fragment<Element, a_elements, a_registers> {};         \
    template<class Layout>                                                                                             \
    class fragment<matrix_b, m, n, k, Type, Layout> : public ws_fragment<Element, b_elements, b_registers> {};
#define WS_SUMS(m, n, k)                                                                                               \
    template<>                                                                                                         \
    class fragment<accumulator, m, n, k, float, void> : public ws_fragment<float, 8, 8> {};
#define WS_SUMS_OF_HALF(m, n, k)                                                                                       \
    WS_SUMS(m, n, k)                                                                                                   \
    template<>                                                                                                         \
    class fragment<accumulator, m, n, k, half, void> : public ws_fragment<half, 8, 4> {};

WS_SUMS_OF_HALF(16, 16, 16)
WS_SUMS_OF_HALF(32, 8, 16)
WS_SUMS_OF_HALF(8, 32, 16)
WS_SUMS(16, 16, 8)
WS_FRAGMENTS(16, 16, 16, half, half, 16, 8, 16, 8)
WS_FRAGMENTS(32, 8, 16, half, half, 16, 8, 16, 8)
WS_FRAGMENTS(8, 32, 16, half, half, 16, 8, 16, 8)
WS_FRAGMENTS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, 8, 4, 8, 4)
WS_FRAGMENTS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, 16, 8, 4, 2)
WS_FRAGMENTS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, 4, 2, 16, 8)
WS_FRAGMENTS(16, 16, 8, precision::tf32, float, 4, 4, 4, 4)

WS_INLINE float __float_to_tf32(float v) {
    unsigned bits;
    __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(v));
    return __uint_as_float(bits);
}

template<class Use, int m, int n, int k, class Type, class Layout, class Value>
WS_INLINE void fill_fragment(fragment<Use, m, n, k, Type, Layout>& to, const Value& value) {
    for (int i = 0; i < to.num_elements; ++i) to.x[i] = value;
}

#define WS_LOAD(use, role, m, n, k, Type, Element, cpp_layout, layout, type, count)                                    \
    WS_INLINE void load_matrix_sync(fragment<use, m, n, k, Type, cpp_layout>& to, const Element* from,                 \
                                    unsigned stride) {                                                                 \
        unsigned d[count];                                                                                             \
        __asm__ volatile("wmma.load." role ".sync.aligned." layout ".m" #m "n" #n "k" #k "." type                      \
                         " " WS_D##count##_TEXT ", [%[from]], %[stride];"                                              \
                         : WS_D##count                                                                                 \
                         : [from] "l"(from), [stride] "r"(stride)                                                      \
                         : "memory");                                                                                  \
        __builtin_memcpy(to.x, d, sizeof(d));                                                                          \
    }
#define WS_LOAD_BOTH(use, role, m, n, k, Type, Element, type, count)                                                   \
    WS_LOAD(use, role, m, n, k, Type, Element, row_major, "row", type, count)                                          \
    WS_LOAD(use, role, m, n, k, Type, Element, col_major, "col", type, count)
#define WS_LOAD_FACTORS(m, n, k, Type, Element, type, a_count, b_count)                                                \
    WS_LOAD_BOTH(matrix_a, "a", m, n, k, Type, Element, type, a_count)                                                 \
    WS_LOAD_BOTH(matrix_b, "b", m, n, k, Type, Element, type, b_count)

WS_LOAD_FACTORS(16, 16, 16, half, half, "f16", 8, 8)
WS_LOAD_FACTORS(32, 8, 16, half, half, "f16", 8, 8)
WS_LOAD_FACTORS(8, 32, 16, half, half, "f16", 8, 8)
WS_LOAD_FACTORS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 4, 4)
WS_LOAD_FACTORS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 8, 2)
WS_LOAD_FACTORS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 2, 8)
WS_LOAD_FACTORS(16, 16, 8, precision::tf32, float, "tf32", 4, 4)

#define WS_LOAD_SUM_AS(shape, layout, type, count)                                                                     \
    __asm__ volatile("wmma.load.c.sync.aligned." layout "." shape "." type " " WS_D##count##_TEXT                      \
                     ", [%[from]], %[stride];"                                                                         \
                     : WS_D##count                                                                                     \
                     : [from] "l"(from), [stride] "r"(stride)                                                          \
                     : "memory")
#define WS_STORE_SUM_AS(shape, layout, type, count)                                                                    \
    __asm__ volatile("wmma.store.d.sync.aligned." layout "." shape "." type " [%[to]], " WS_C##count##_TEXT            \
                     ", %[stride];" ::[to] "l"(to),                                                                    \
                     [stride] "r"(stride), WS_C##count                                                                 \
                     : "memory")
#define WS_MOVE_SUM(m, n, k, Type, type, count)                                                                        \
    WS_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, Type>& to, const Type* from, unsigned stride,       \
                                    layout_t layout) {                                                                 \
        unsigned d[count];                                                                                             \
        if (layout == mem_row_major)                                                                                   \
            WS_LOAD_SUM_AS("m" #m "n" #n "k" #k, "row", type, count);                                                  \
        else                                                                                                           \
            WS_LOAD_SUM_AS("m" #m "n" #n "k" #k, "col", type, count);                                                  \
        __builtin_memcpy(to.x, d, sizeof(d));                                                                          \
    }                                                                                                                  \
    WS_INLINE void store_matrix_sync(Type* to, const fragment<accumulator, m, n, k, Type>& from, unsigned stride,      \
                                     layout_t layout) {                                                                \
        unsigned c[count];                                                                                             \
        __builtin_memcpy(c, from.x, sizeof(c));                                                                        \
        if (layout == mem_row_major)                                                                                   \
            WS_STORE_SUM_AS("m" #m "n" #n "k" #k, "row", type, count);                                                 \
        else                                                                                                           \
            WS_STORE_SUM_AS("m" #m "n" #n "k" #k, "col", type, count);                                                 \
    }

WS_MOVE_SUM(16, 16, 16, float, "f32", 8)
WS_MOVE_SUM(32, 8, 16, float, "f32", 8)
WS_MOVE_SUM(8, 32, 16, float, "f32", 8)
WS_MOVE_SUM(16, 16, 8, float, "f32", 8)
WS_MOVE_SUM(16, 16, 16, half, "f16", 4)
WS_MOVE_SUM(32, 8, 16, half, "f16", 4)
WS_MOVE_SUM(8, 32, 16, half, "f16", 4)

#define WS_MULTIPLY(m, n, k, Type, a_layout, b_layout, layouts, _D, _C, types, nd, na, nb, nc)                           \
    WS_INLINE void mma_sync(                                                                                           \
        fragment<accumulator, m, n, k, _D>& to, const fragment<matrix_a, m, n, k, Type, a_layout>& first,               \
        const fragment<matrix_b, m, n, k, Type, b_layout>& second, const fragment<accumulator, m, n, k, _C>& sum) {     \
        unsigned d[nd], a[na], b[nb], c[nc];                                                                           \
        __builtin_memcpy(a, first.x, sizeof(a));                                                                       \
        __builtin_memcpy(b, second.x, sizeof(b));                                                                      \
        __builtin_memcpy(c, sum.x, sizeof(c));                                                                         \
        __asm__ volatile("wmma.mma.sync.aligned." layouts ".m" #m "n" #n "k" #k "." types " " WS_D##nd##_TEXT          \
                         ", " WS_A##na##_TEXT ", " WS_B##nb##_TEXT ", " WS_C##nc##_TEXT ";"                            \
                         : WS_D##nd                                                                                    \
                         : WS_A##na, WS_B##nb, WS_C##nc);                                                              \
        __builtin_memcpy(to.x, d, sizeof(d));                                                                          \
    }
#define WS_MULTIPLY_ALL(m, n, k, Type, _D, _C, types, nd, na, nb, nc)                                                    \
    WS_MULTIPLY(m, n, k, Type, row_major, row_major, "row.row", _D, _C, types, nd, na, nb, nc)                           \
    WS_MULTIPLY(m, n, k, Type, row_major, col_major, "row.col", _D, _C, types, nd, na, nb, nc)                           \
    WS_MULTIPLY(m, n, k, Type, col_major, row_major, "col.row", _D, _C, types, nd, na, nb, nc)                           \
    WS_MULTIPLY(m, n, k, Type, col_major, col_major, "col.col", _D, _C, types, nd, na, nb, nc)
#define WS_MULTIPLY_HALVES(m, n, k)                                                                                    \
    WS_MULTIPLY_ALL(m, n, k, half, float, float, "f32.f32", 8, 8, 8, 8)                                                \
    WS_MULTIPLY_ALL(m, n, k, half, half, half, "f16.f16", 4, 8, 8, 4)                                                  \
    WS_MULTIPLY_ALL(m, n, k, half, float, half, "f32.f16", 8, 8, 8, 4)                                                 \
    WS_MULTIPLY_ALL(m, n, k, half, half, float, "f16.f32", 4, 8, 8, 8)

WS_MULTIPLY_HALVES(16, 16, 16)
WS_MULTIPLY_HALVES(32, 8, 16)
WS_MULTIPLY_HALVES(8, 32, 16)
WS_MULTIPLY_ALL(16, 16, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", 8, 4, 4, 8)
WS_MULTIPLY_ALL(32, 8, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", 8, 8, 2, 8)
WS_MULTIPLY_ALL(8, 32, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", 8, 2, 8, 8)
WS_MULTIPLY_ALL(16, 16, 8, precision::tf32, float, float, "f32.tf32.tf32.f32", 8, 4, 4, 8)

} // namespace wmma
} // namespace nvcuda
