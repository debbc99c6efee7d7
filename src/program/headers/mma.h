// Warp matrix functions, so that host code compiles.
#pragma once

#include "cuda_fp16.h"

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

template<class Type>
struct ws_element {
    typedef Type type;
    static const int count = 16;
};
template<>
struct ws_element<precision::tf32> {
    typedef float type;
    static const int count = 4;
};

template<class Use, int m, int n, int k, class Type, class Layout = void>
class fragment {
public:
    typedef typename ws_element<Type>::type element_type;
    typedef element_type storage_element_type;
    enum { num_elements = ws_element<Type>::count, num_storage_elements = num_elements };
    element_type x[num_elements];
};
template<int m, int n, int k, class Type>
class fragment<accumulator, m, n, k, Type, void> {
public:
    typedef Type element_type, storage_element_type;
    enum { num_elements = 8, num_storage_elements = num_elements };
    Type x[num_elements];
};

__device__ float __float_to_tf32(float value);
template<class Fragment, class Value>
__device__ void fill_fragment(Fragment& to, const Value& value);
template<class Fragment, class Element>
__device__ void load_matrix_sync(Fragment& to, const Element* from, unsigned stride);
template<class Fragment, class Element>
__device__ void load_matrix_sync(Fragment& to, const Element* from, unsigned stride, layout_t layout);
template<class Fragment, class Element>
__device__ void store_matrix_sync(Element* to, const Fragment& from, unsigned stride, layout_t layout);
template<class _D, class _A, class _B, class _C>
__device__ void mma_sync(_D& to, const _A& first, const _B& second, const _C& sum);

} // namespace wmma
} // namespace nvcuda
