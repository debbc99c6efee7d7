// Functions of half precision: each kernel writes the bits of its function's value for every half.
#include <cuda_fp16.h>

#define FUNCTION(name)                                                                                                 \
    extern "C" __global__ void name##_of(unsigned* out) {                                                              \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                      \
        out[i] = __half_as_ushort(name(__ushort_as_half(static_cast<unsigned short>(i))));                             \
    }
FUNCTION(hexp)
FUNCTION(hexp2)
FUNCTION(hexp10)
FUNCTION(hlog)
FUNCTION(hlog2)
FUNCTION(hlog10)
