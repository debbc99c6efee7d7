// Launches a simulation step a thousand times, alternating between two buffers.
#include <cstdio>
#include <utility>
#include <vector>

__constant__ float c_weights[3];

__global__ void step(const float* from, float* to, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < width - 1) to[i] = c_weights[0] * from[i - 1] + c_weights[1] * from[i] + c_weights[2] * from[i + 1];
}

int main() {
    const int width = 512;
    std::vector<float> values(width, 0.0f);
    values[width / 2] = 100;
    float weights[3] = {0.25f, 0.5f, 0.25f};
    cudaMemcpyToSymbol(c_weights, weights, sizeof weights);
    float *d_a, *d_b;
    cudaMalloc(&d_a, width * 4);
    cudaMalloc(&d_b, width * 4);
    cudaMemcpy(d_a, values.data(), width * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, values.data(), width * 4, cudaMemcpyHostToDevice);
    for (int i = 0; i < 1000; ++i) {
        step<<<2, 256>>>(d_a, d_b, width);
        std::swap(d_a, d_b);
        if (i % 100 == 0) printf("step %d\n", i);
    }
    cudaMemcpy(values.data(), d_a, width * 4, cudaMemcpyDeviceToHost);
    printf("%.4f\n", values[width / 2]);
    cudaFree(d_a);
    cudaFree(d_b);
}
