// kernels: ramp
#include "stdafx.h"
#include <conio.h>
#include "device_launch_parameters.h"

cudaError_t addWithCuda(int *c, unsigned int size);

__global__ void ramp(int *c)
{
    int i = threadIdx.x;
    c[i] = i; // @line is in the PTX
}

int main()
{
    int c[5] = { 0 };
    cudaError_t cudaStatus = addWithCuda(c, 5);
    if (cudaStatus != cudaSuccess) { fprintf(stderr, "failed!"); return 1; }
Error:
    getchar();
    return 0;
}

cudaError_t addWithCuda(int *c, unsigned int size)
{
    ramp<<<1, size>>>(c);
    goto Error;
Error:
    return cudaGetLastError();
}
