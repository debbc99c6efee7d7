// Filters a picture with weights in constant memory; pixels outside repeat the border.
#include <algorithm>
#include <cstdio>
#include <vector>

#define RADIUS 2
__constant__ float filter[2 * RADIUS + 1][2 * RADIUS + 1];

__host__ __device__ inline int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

__global__ void convolve(const unsigned char* in, unsigned char* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy)
        for (int dx = -RADIUS; dx <= RADIUS; ++dx)
            sum += filter[dy + RADIUS][dx + RADIUS] * in[clamped(y + dy, height) * width + clamped(x + dx, width)];
    out[y * width + x] = static_cast<unsigned char>(sum);
}

int main() {
    const int width = 61, height = 37;
    std::vector<unsigned char> in(width * height), out(width * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) in[y * width + x] = static_cast<unsigned char>(x * 4 ^ y * 3);
    float weights[5][5];
    std::fill(&weights[0][0], &weights[0][0] + 25, 0.03125f); // sums are exact, so their order does not matter
    cudaMemcpyToSymbol(filter, weights, sizeof weights);
    unsigned char *d_in, *d_out;
    cudaMalloc(&d_in, in.size());
    cudaMalloc(&d_out, out.size());
    cudaMemcpy(d_in, in.data(), in.size(), cudaMemcpyHostToDevice);
    convolve<<<dim3(4, 3), dim3(16, 16)>>>(d_in, d_out, width, height);
    cudaMemcpy(out.data(), d_out, out.size(), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int sum = 0;
            for (int dy = -RADIUS; dy <= RADIUS; ++dy)
                for (int dx = -RADIUS; dx <= RADIUS; ++dx)
                    sum += in[clamped(y + dy, height) * width + clamped(x + dx, width)];
            wrong += out[y * width + x] != sum / 32;
        }
    printf("%d wrong\n", wrong);
    cudaFree(d_in);
    cudaFree(d_out);
}
