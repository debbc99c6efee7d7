// kernels: vectorAdd
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < numElements) {
        C[i] = A[i] + B[i]; // @line is in the PTX
    }
}

int main(void) {
    cudaError_t err = cudaSuccess;
    int numElements = 50000;
    size_t size = numElements * sizeof(float);
    float *h_A = (float *)malloc(size);
    if (h_A == NULL) {
        fprintf(stderr, "no memory { for the host\n");
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < numElements; ++i) h_A[i] = rand() / (float)RAND_MAX;
    float *d_A = NULL;
    err = cudaMalloc((void **)&d_A, size);
    int threadsPerBlock = 256;
    int blocksPerGrid = (numElements + threadsPerBlock - 1) / threadsPerBlock;
    vectorAdd<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_A, d_A, numElements);
    err = cudaGetLastError();
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    free(h_A);
    return 0;
}
