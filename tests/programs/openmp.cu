// Host code with OpenMP.
#include <cstdio>
#include <omp.h>

__global__ void one(int* p) { *p = 1; }

int main() {
    int *p = nullptr, value = 0, sum = 0;
    cudaMalloc(&p, 4);
    one<<<1, 1>>>(p);
    cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost);
    cudaFree(p);
    omp_set_num_threads(3);
#pragma omp parallel reduction(+ : sum)
    sum += omp_get_thread_num() + value;
    printf("%d\n", sum);
}
