/* C code that calls the runtime. */
#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <stdlib.h>

#include "work.h"

int sum_of(const int* d_values, int n) {
    struct cudaPointerAttributes attributes;
    cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
    int i;
    int* values = malloc(n * sizeof *values);
    if (cudaPointerGetAttributes(&attributes, d_values) == cudaSuccess && attributes.type == cudaMemoryTypeDevice &&
        cudaMemcpy(values, d_values, n * sizeof *values, cudaMemcpyDeviceToHost) == cudaSuccess)
        for (i = 0; i < n; ++i) sum = cuCadd(sum, make_cuDoubleComplex(values[i], 0));
    free(values);
    return (int)cuCreal(sum);
}
