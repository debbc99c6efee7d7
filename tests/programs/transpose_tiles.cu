// A matrix transposed through padded tiles in shared memory, and compared with the host.
#include <cstdio>
#include <vector>

constexpr int tile_size = 32, rows = 8;

__global__ void transpose(const float* in, float* out, int width, int height) {
    __shared__ float tile[tile_size][tile_size + 1];
    int x = blockIdx.x * tile_size + threadIdx.x;
    int y = blockIdx.y * tile_size + threadIdx.y;
    for (int j = 0; j < tile_size; j += rows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * tile_size + threadIdx.x;
    y = blockIdx.x * tile_size + threadIdx.y;
    for (int j = 0; j < tile_size; j += rows)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
    const int width = 100, height = 70;
    std::vector<float> in(width * height), out(width * height);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    float *d_in = nullptr, *d_out = nullptr;
    const size_t bytes = in.size() * sizeof(float);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
    const dim3 block(tile_size, rows), grid((width + 31) / 32, (height + 31) / 32);
    transpose<<<grid, block>>>(d_in, d_out, width, height);
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) wrong += out[x * height + y] != in[y * width + x];
    printf("%d wrong, out[1] = %g\n", wrong, out[1]);
    cudaFree(d_in);
    cudaFree(d_out);
}
