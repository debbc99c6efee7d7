// A one-dimensional grid processes a picture with three numbers per pixel.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* rgb, unsigned char* out, int width, int height) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width * height) out[i] = (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3;
}

int main() {
    const int width = 90, height = 70;
    unsigned char *d_rgb, *d_gray;
    cudaMalloc(&d_rgb, width * height * 3);
    cudaMalloc(&d_gray, width * height);
    cudaMemset(d_rgb, 7, width * height * 3);
    gray<<<(width * height + 255) / 256, 256>>>(d_rgb, d_gray, width, height);
    cudaDeviceSynchronize();
    cudaFree(d_rgb);
    cudaFree(d_gray);
}
