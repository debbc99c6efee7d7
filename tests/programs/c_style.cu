/* C style: checks the result of each call, and frees everything in one place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

cudaError_t add_with_cuda(int *c, const int *a, const int *b, unsigned int size);

__global__ void add_kernel(int *c, const int *a, const int *b)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    const int a[5] = { 1, 2, 3, 4, 5 };
    const int b[5] = { 10, 20, 30, 40, 50 };
    int c[5] = { 0 };
    cudaError_t status = add_with_cuda(c, a, b, 5);
    if (status != cudaSuccess) {
        fprintf(stderr, "%s failed!\n", argc > 0 ? argv[0] : "it");
        return 1;
    }
    printf("{%d,%d,%d,%d,%d}\n", c[0], c[1], c[2], c[3], c[4]);
    status = cudaDeviceReset();
    return status == cudaSuccess ? 0 : 1;
}

cudaError_t add_with_cuda(int *c, const int *a, const int *b, unsigned int size)
{
    int *dev_a = 0;
    int *dev_b = 0;
    int *dev_c = 0;
    cudaError_t status = cudaSetDevice(0);
    if (status != cudaSuccess) goto Error;
    status = cudaMalloc((void**)&dev_c, size * sizeof(int));
    if (status != cudaSuccess) goto Error;
    status = cudaMalloc((void**)&dev_a, size * sizeof(int));
    if (status != cudaSuccess) goto Error;
    status = cudaMalloc((void**)&dev_b, size * sizeof(int));
    if (status != cudaSuccess) goto Error;
    status = cudaMemcpy(dev_a, a, size * sizeof(int), cudaMemcpyHostToDevice);
    if (status != cudaSuccess) goto Error;
    status = cudaMemcpy(dev_b, b, size * sizeof(int), cudaMemcpyHostToDevice);
    if (status != cudaSuccess) goto Error;
    add_kernel<<<1, size>>>(dev_c, dev_a, dev_b);
    status = cudaGetLastError();
    if (status != cudaSuccess) goto Error;
    status = cudaDeviceSynchronize();
    if (status != cudaSuccess) goto Error;
    status = cudaMemcpy(c, dev_c, size * sizeof(int), cudaMemcpyDeviceToHost);

Error:
    cudaFree(dev_c);
    cudaFree(dev_a);
    cudaFree(dev_b);
    return status;
}
