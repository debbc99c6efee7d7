// The host writes beyond an array of its own, and the runtime finds the damaged heap later.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
#include <cstdlib>
__global__ void square(float* number, int count) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) number[k] *= number[k];
}
static void spread(float* over, const float* from, int n) { for (int k = 0; k < n; k++) over[k] = from[k] + 1.5f; }
int main() {
    const int count = 800;
    float* host = (float*)malloc(count * sizeof(float));
    float* sums = (float*)malloc((FIXED ? count : 1) * sizeof(float));
    float* number;
    cudaMalloc(&number, count * sizeof(float));
    for (int k = 0; k < count; k++) host[k] = k;
    spread(sums, host, count);
    // the heap behind 'sums' is damaged from here on
    cudaMemcpyAsync(number, host, count * sizeof(float), cudaMemcpyHostToDevice);
    square<<<4, 256>>>(number, count);
    cudaMemcpy(host, number, count * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", host[10], sums[0]);
    cudaFree(number);
}
