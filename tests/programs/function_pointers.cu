// The host chooses a device function by the address that it reads from a device variable.
#include <cstdio>

typedef float (*Operation)(float, float);

__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }
__device__ Operation d_add = add, d_multiply = multiply;

__global__ void apply(Operation operation, const float* a, const float* b, float* out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = operation(a[i], b[i]);
}

int main() {
    const int n = 20;
    float a[n], b[n], out[n], *d_a, *d_b, *d_out;
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 3;
    }
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    Operation chosen[2];
    cudaMemcpyFromSymbol(&chosen[0], d_add, sizeof(Operation));
    cudaMemcpyFromSymbol(&chosen[1], d_multiply, sizeof(Operation));
    for (Operation operation : chosen) {
        apply<<<1, 32>>>(operation, d_a, d_b, d_out, n);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        printf("%g\n", out[n - 1]);
    }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_out);
}
