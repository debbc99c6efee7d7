// kernels: diffuse, setup_random
#include <curand_kernel.h>
#include <curand.h>
#include <cublas_v2.h>
#include <omp.h>
#include <mpi.h>
#include <bits/stdc++.h>

#define IDX(x, y, w) ((y) * (w) + (x))
typedef float value_t;
struct Grid { value_t *now, *next; int w, h; };

__global__ void setup_random(curandState *states, unsigned long seed) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void diffuse(Grid g, value_t k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= g.w - 1 || y >= g.h - 1) return;
    const value_t c = g.now[IDX(x, y, g.w)];
    g.next[IDX(x, y, g.w)] = c + k * (g.now[IDX(x - 1, y, g.w)] + g.now[IDX(x + 1, y, g.w)] + // @line is in the PTX
                                      g.now[IDX(x, y - 1, g.w)] + g.now[IDX(x, y + 1, g.w)] - 4 * c);
}

static void check(curandStatus_t s) { assert(s == CURAND_STATUS_SUCCESS); }
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    cublasHandle_t handle;
    cublasCreate(&handle);
    curandGenerator_t gen;
    check(curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_DEFAULT));
#pragma omp parallel for
    for (int i = 0; i < 8; ++i) {
        Grid g{};
        diffuse<<<dim3(8, 8), dim3(16, 16)>>>(g, 0.1f);
    }
    MPI_Finalize();
}
