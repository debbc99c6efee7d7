// Sums a vector in two launches, with a stream and a template.
#include <cstdio>
#include <vector>

template<typename T, int Threads>
__global__ void partial_sums(const T* values, T* sums, int count) {
    __shared__ T shared[Threads];
    int index = blockIdx.x * Threads + threadIdx.x;
    shared[threadIdx.x] = index < count ? values[index] : T(0);
    __syncthreads();
    for (int step = Threads / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) shared[threadIdx.x] += shared[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
}

int main() {
    const int count = 10000;
    std::vector<float> values(count);
    for (int i = 0; i < count; ++i) values[i] = i % 10;
    float *d_values, *d_sums, *d_total;
    cudaMalloc(&d_values, count * sizeof(float));
    cudaMalloc(&d_sums, 64 * sizeof(float));
    cudaMalloc(&d_total, sizeof(float));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(d_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice, stream);
    partial_sums<float, 256><<<40, 256, 0, stream>>>(d_values, d_sums, count);
    partial_sums<float, 64><<<1, 64, 0, stream>>>(d_sums, d_total, 40);
    float total = 0;
    cudaMemcpyAsync(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("%.0f (45000 expected)\n", total);
    cudaStreamDestroy(stream);
    cudaFree(d_values);
    cudaFree(d_sums);
    cudaFree(d_total);
}
