// A program of several files. One of its headers contains a kernel.
#include <cstdio>

#include "kernels.cuh"
#include "work.h"

__global__ void plus_one(int* values, int n) {
    const int i = index_of_thread();
    if (i < n) values[i] += 1;
}

int main() {
    int values[100], *d_values;
    for (int i = 0; i < 100; ++i) values[i] = i;
    cudaMalloc(&d_values, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    plus_one<<<2, 64>>>(d_values, 100);
    triple<<<2, 64>>>(d_values, 100);
    start_offset(d_values, 100, OFFSET);
    cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
    printf("%d, checked by the host: %s, sum %d\n", values[99],
           is_as_expected(values, 100, OFFSET) ? "right" : "wrong", sum_of(d_values, 100));
    cudaFree(d_values);
}
