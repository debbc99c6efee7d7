// Writes past the end of an array, and ignores errors.
#include <cstdio>

__global__ void scale(float* data, int count, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= count) data[i] *= factor;
}

int main() {
    const int count = 1024;
    float* d_data;
    cudaMalloc(&d_data, count * sizeof(float));
    cudaMemset(d_data, 0, count * sizeof(float));
    scale<<<5, 256>>>(d_data, count, 2.0f);
    cudaDeviceSynchronize();
    float* d_more;
    cudaMalloc(&d_more, 400);
    printf("done\n");
    return 3;
}
