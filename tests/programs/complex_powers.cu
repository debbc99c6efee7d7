// Complex numbers by CUDA's C functions, on the device and on the host.
#include <cmath>
#include <cstdio>
#include <cuComplex.h>

__host__ __device__ cuDoubleComplex power(cuDoubleComplex z, int n) {
    cuDoubleComplex result = make_cuDoubleComplex(1, 0);
    for (int i = 0; i < n; ++i) result = cuCmul(result, z);
    return result;
}

__global__ void powers(cuDoubleComplex z, cuDoubleComplex* out) { out[threadIdx.x] = power(z, threadIdx.x); }

int main() {
    const cuDoubleComplex z = make_cuDoubleComplex(0.6, 0.8);
    cuDoubleComplex out[32], *d_out;
    cudaMalloc(&d_out, sizeof out);
    powers<<<1, 32>>>(z, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < 32; ++i) worst = std::fmax(worst, cuCabs(cuCsub(out[i], power(z, i))));
    printf("%s, length %.3f\n", worst < 1e-12 ? "equal" : "different", cuCabs(out[31]));
    cudaFree(d_out);
}
