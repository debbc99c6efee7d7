// Each thread has a random generator, whose state persists between launches.
#include <cstdio>
#include <curand_kernel.h>

__global__ void seed(curandState* states, unsigned long long value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(value, i, 0, &states[i]);
}

__global__ void throw_darts(curandState* states, unsigned* hits, int darts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned inside = 0;
    for (int k = 0; k < darts; ++k) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1;
    }
    states[i] = state;
    atomicAdd(hits, inside);
}

int main() {
    const int threads = 128, darts = 50;
    curandState* d_states;
    unsigned *d_hits, hits = 0;
    cudaMalloc(&d_states, threads * sizeof(curandState));
    cudaMalloc(&d_hits, sizeof hits);
    cudaMemset(d_hits, 0, sizeof hits);
    seed<<<2, threads / 2>>>(d_states, 42);
    for (int i = 0; i < 2; ++i) throw_darts<<<2, threads / 2>>>(d_states, d_hits, darts);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    const double pi = 4.0 * hits / (2 * threads * darts);
    printf("%s, %zu bytes a state\n", pi > 3.0 && pi < 3.3 ? "about pi" : "wrong", sizeof(curandState));
    cudaFree(d_states);
    cudaFree(d_hits);
}
